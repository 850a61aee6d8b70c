#include <orrery/core/archive/file_io.hpp>
#include <orrery/core/archive/mapped_file.hpp>
#include <orrery/core/text.hpp>

#include <cerrno>
#include <cstring>
#include <limits>

#if !defined(__wasm__)
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace orrery {
namespace {

[[nodiscard]] result<mapped_file> read_whole(const std::string& path) {
    auto bytes = read_file(path, std::numeric_limits<std::size_t>::max());
    if (!bytes) {
        return bytes.reason();
    }
    return mapped_file(*std::move(bytes));
}

} // namespace

#if defined(__wasm__)

result<mapped_file> mapped_file::open(const std::string& path) {
    return read_whole(path);
}

mapped_file::~mapped_file() = default;

#else

namespace {

// An open file, closed at the end of the scope: a mapping does not need it.
class descriptor {
public:
    explicit descriptor(const char* path) noexcept
        : number_(::open(path, O_RDONLY | O_CLOEXEC)) {}

    descriptor(const descriptor&) = delete;
    descriptor& operator=(const descriptor&) = delete;

    ~descriptor() {
        if (number_ >= 0) {
            ::close(number_);
        }
    }

    [[nodiscard]] int number() const noexcept { return number_; }

private:
    int number_;
};

} // namespace

result<mapped_file> mapped_file::open(const std::string& path) {
    const auto refuse = [&](std::string_view what_failed) {
        return error{text(path, ": ", what_failed, ": ", std::strerror(errno))};
    };
    const descriptor file(path.c_str());
    if (file.number() < 0) {
        return refuse("the file cannot be opened");
    }
    struct stat facts{};
    if (fstat(file.number(), &facts) != 0) {
        return refuse("the file cannot be read");
    }
    if (S_ISCHR(facts.st_mode) || S_ISBLK(facts.st_mode)) {
        return error{text(path, ": it is a device, expected a file or a pipe")}; // some never end
    }
    if (!S_ISREG(facts.st_mode)) {
        return read_whole(path);
    }
    const auto size = static_cast<std::uint64_t>(facts.st_size);
    if (size > std::numeric_limits<std::size_t>::max()) {
        return error{text(path, ": the file of ", size, " bytes is larger than what can be addressed")};
    }
    mapped_file mapped;
    if (size == 0) {
        return mapped;
    }
    void* const bytes =
        mmap(nullptr, static_cast<std::size_t>(size), PROT_READ, MAP_SHARED, file.number(), 0);
    if (bytes == MAP_FAILED) {
        return refuse("the file cannot be mapped");
    }
    mapped.bytes_ = {static_cast<const std::byte*>(bytes), static_cast<std::size_t>(size)};
    mapped.is_mapped_ = true;
    return mapped;
}

mapped_file::~mapped_file() {
    if (is_mapped_) {
        munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
    }
}

#endif

} // namespace orrery
