#include <orrery/core/file_io.hpp>
#include <orrery/core/text.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <unistd.h>
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

// Writes, flushes and closes; errno says why it failed.
bool write_all(open_file file, std::span<const std::byte> bytes) {
    const bool is_written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
    const bool is_on_disk = is_written && std::fflush(file.get()) == 0 && fsync(fileno(file.get())) == 0;
    const int reason = errno;
    const bool is_closed = std::fclose(file.release()) == 0;
    if (!is_on_disk) {
        errno = reason;
    }
    return is_on_disk && is_closed;
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
    // Created exclusively, so that two writers of one file do not mix their bytes.
    constexpr int attempts = 100;
    std::string temporary;
    open_file file;
    for (int attempt = 0; file == nullptr && attempt < attempts; ++attempt) {
        temporary = text(path, ".temporary", attempt);
        file.reset(std::fopen(temporary.c_str(), "wbx"));
        if (file == nullptr && errno != EEXIST) {
            break;
        }
    }
    if (file == nullptr) {
        return system_error(temporary, "the file cannot be created");
    }
    if (!write_all(std::move(file), bytes)) {
        const error reason = system_error(path, "the file cannot be written");
        std::remove(temporary.c_str());
        return reason;
    }
    if (std::rename(temporary.c_str(), path.c_str()) != 0) {
        const error reason = system_error(path, "the file cannot be replaced");
        std::remove(temporary.c_str());
        return reason;
    }
    return {};
}

} // namespace orrery
