#include "apps/orrery/arguments/input_file.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace orrery::command {
namespace {

// From the descriptor rather than from /dev/stdin: not everything that can be stdin can be opened again.
[[nodiscard]] result<mapped_file> read_stdin() {
    constexpr std::size_t smallest_buffer = 1 << 16;
    std::vector<std::byte> bytes;
    std::size_t size = 0;
    while (true) {
        if (size == bytes.size()) {
            bytes.resize(std::max(smallest_buffer, 2 * bytes.size()));
        }
        const ssize_t count = ::read(STDIN_FILENO, bytes.data() + size, bytes.size() - size);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return error{text("cannot read stdin: ", std::strerror(errno))};
        }
        if (count == 0) {
            break;
        }
        size += static_cast<std::size_t>(count);
    }
    bytes.resize(size);
    return mapped_file(std::move(bytes));
}

} // namespace

bool is_folder(const std::string& path) {
    std::error_code trouble;
    return std::filesystem::is_directory(path, trouble);
}

bool is_input_file(const std::string& argument) {
    std::error_code trouble;
    return argument == "-" || (std::filesystem::exists(argument, trouble) && !is_folder(argument));
}

std::string input_name(const std::string& argument) {
    return argument == "-" ? "stdin" : argument;
}

result<mapped_file> open_input(const std::string& argument) {
    return argument == "-" ? read_stdin() : mapped_file::open(argument);
}

bool begins_like_json(std::span<const std::byte> bytes) {
    constexpr std::string_view blanks = " \t\r\n";
    const auto first = std::ranges::find_if(bytes, [&](std::byte each) {
        return blanks.find(static_cast<char>(each)) == std::string_view::npos;
    });
    return first != bytes.end() && static_cast<char>(*first) == '{';
}

} // namespace orrery::command
