#include <orrery/core/archive/file_io.hpp>
#include <orrery/core/archive/large_file.hpp>
#include <orrery/core/text.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>

namespace orrery {
namespace {

struct file_closer {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
};

using open_file = std::unique_ptr<std::FILE, file_closer>;

error system_error(const std::string& path, std::string_view what_failed) {
    return {text(path, ": ", what_failed, ": ", std::strerror(errno))};
}

} // namespace

result<std::vector<std::byte>> read_file(const std::string& path, std::uint64_t max_bytes) {
    const open_file file(std::fopen(path.c_str(), "rb"));
    if (file == nullptr) {
        return system_error(path, "the file cannot be opened");
    }
    // The buffer grows with what is really there: a device or a pipe has no size to ask for.
    constexpr std::size_t smallest_buffer = 1 << 16;
    std::vector<std::byte> bytes;
    std::size_t size = 0;
    while (true) {
        if (size == bytes.size()) {
            bytes.resize(std::max(smallest_buffer, 2 * bytes.size()));
        }
        const std::size_t count = std::fread(bytes.data() + size, 1, bytes.size() - size, file.get());
        size += count;
        if (size > max_bytes) {
            return error{text(path, ": the file exceeds the limit of ", max_bytes, " bytes")};
        }
        if (count == 0) {
            break;
        }
    }
    if (std::ferror(file.get()) != 0) {
        return system_error(path, "the file cannot be read");
    }
    bytes.resize(size);
    return bytes;
}

status write_file(const std::string& path, std::span<const std::byte> bytes) {
    auto file = large_file_writer::create(path);
    if (!file) {
        return file.reason();
    }
    if (const status written = file->append(bytes); !written) {
        return written;
    }
    return file->commit();
}

} // namespace orrery
