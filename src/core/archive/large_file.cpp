#include <orrery/core/archive/large_file.hpp>
#include <orrery/core/check.hpp>
#include <orrery/core/text.hpp>

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace orrery {
namespace {

[[nodiscard]] error file_error(const std::string& path, std::string_view what_failed) {
    return {text(path, ": ", what_failed, ": ", std::strerror(errno))};
}

// The name that is left when all links at its end are followed, also one to a file that does not exist: links
// stay. Empty if they do not end.
[[nodiscard]] std::string follow_links(std::string path) {
    constexpr int most_links = 40; // as many as the system follows
    for (int links = 0; links < most_links; ++links) {
        std::array<char, 4096> to{};
        const ssize_t size = ::readlink(path.c_str(), to.data(), to.size());
        if (size < 0 || static_cast<std::size_t>(size) == to.size()) {
            return path; // it is none
        }
        const std::string_view target(to.data(), static_cast<std::size_t>(size));
        const std::string folder = path.substr(0, path.rfind('/') + 1);
        path = target.starts_with('/') ? std::string(target) : folder + std::string(target);
    }
    return {};
}

// Only a file is replaced: a device or a pipe would be one no longer.
[[nodiscard]] result<std::string> target_of(const std::string& path) {
    std::string target = follow_links(path);
    struct stat facts{};
    if (target.empty()) {
        return error{text(path, ": the file cannot be replaced: it is a link that leads to itself")};
    }
    if (stat(target.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode)) {
        return error{text(path, ": the file cannot be replaced: it is ",
                          S_ISDIR(facts.st_mode) ? "a folder" : "a device or a pipe", ", expected a file")};
    }
    return target;
}

} // namespace

result<large_file_writer> large_file_writer::create(const std::string& path) {
    const result<std::string> target = target_of(path);
    if (!target) {
        return target.reason();
    }
    // Created exclusively, so that two writers of one file do not mix their bytes.
    constexpr int attempts = 100;
    std::string temporary;
    open_file file;
    for (int attempt = 0; file == nullptr && attempt < attempts; ++attempt) {
        temporary = text(*target, ".temporary", attempt);
        file.reset(std::fopen(temporary.c_str(), "wbx"));
        if (file == nullptr && errno != EEXIST) {
            break;
        }
    }
    if (file == nullptr) {
        return file_error(temporary, "the file cannot be created");
    }
    return large_file_writer(*target, std::move(temporary), std::move(file));
}

large_file_writer::~large_file_writer() {
    if (file_ != nullptr) {
        file_.reset();
        std::remove(temporary_.c_str());
    }
}

status large_file_writer::append(std::span<const std::byte> bytes) {
    ORRERY_CHECK(file_ != nullptr, "this file has been committed");
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
        return file_error(path_, "the file cannot be written");
    }
    size_ += bytes.size();
    return {};
}

status large_file_writer::replace(std::uint64_t offset, std::span<const std::byte> bytes) {
    ORRERY_CHECK(file_ != nullptr, "this file has been committed");
    ORRERY_CHECK(offset <= size_ && bytes.size() <= size_ - offset, "only what was appended can be replaced");
    const bool is_written = fseeko(file_.get(), static_cast<off_t>(offset), SEEK_SET) == 0 &&
                            std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) == bytes.size() &&
                            std::fseek(file_.get(), 0, SEEK_END) == 0;
    return is_written ? status() : status(file_error(path_, "the file cannot be written"));
}

status large_file_writer::commit() {
    ORRERY_CHECK(file_ != nullptr, "this file has been committed");
    const bool is_on_disk = std::fflush(file_.get()) == 0 && fsync(fileno(file_.get())) == 0;
    const int reason = errno;
    const bool is_closed = std::fclose(file_.release()) == 0;
    if (!is_on_disk || !is_closed) {
        errno = is_on_disk ? errno : reason;
        const error failed = file_error(path_, "the file cannot be written");
        std::remove(temporary_.c_str());
        return failed;
    }
    if (std::rename(temporary_.c_str(), path_.c_str()) != 0) {
        const error failed = file_error(path_, "the file cannot be replaced");
        std::remove(temporary_.c_str());
        return failed;
    }
    return {};
}

result<large_file_reader> large_file_reader::open(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return file_error(path, "the file cannot be opened");
    }
    large_file_reader opened(path, descriptor, 0);
    struct stat facts{};
    if (fstat(descriptor, &facts) != 0) {
        return file_error(path, "the file cannot be read");
    }
    if (!S_ISREG(facts.st_mode)) {
        return error{text(path, ": this is not a file of bytes in a fixed order")};
    }
    opened.size_ = static_cast<std::uint64_t>(facts.st_size);
    return opened;
}

large_file_reader::~large_file_reader() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

status large_file_reader::read(std::uint64_t offset, std::span<std::byte> into) const {
    while (!into.empty()) {
        const ssize_t count = pread(descriptor_, into.data(), into.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return file_error(path_, "the file cannot be read");
        }
        if (count == 0) {
            return error{text(path_, ": the file ends at byte ", offset, ", ", into.size(),
                              " bytes before the end of what is wanted")};
        }
        into = into.subspan(static_cast<std::size_t>(count));
        offset += static_cast<std::uint64_t>(count);
    }
    return {};
}

} // namespace orrery
