#include "apps/orrery/output/part_file.hpp"

#include <orrery/core/text.hpp>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace orrery::command {
namespace {

constexpr mode_t usual_mode = 0666; // less what the user's mask takes away

[[nodiscard]] error complaint(const std::string& name) {
    return {text("cannot write '", printable(name), "': ", std::strerror(errno))};
}

[[nodiscard]] error taken(const std::string& name) {
    return {text("cannot write '", printable(name),
                 "': another program is writing it now; wait for it, or choose another name")};
}

// Whether the path still names the file behind the descriptor: the program that had it may have finished.
[[nodiscard]] bool names(const std::string& path, int descriptor) {
    struct stat here{};
    struct stat there{};
    return ::fstat(descriptor, &here) == 0 && ::lstat(path.c_str(), &there) == 0 &&
           here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

[[nodiscard]] bool is_empty(int descriptor) {
    struct stat facts{};
    return ::fstat(descriptor, &facts) == 0 && facts.st_size == 0;
}

// The mode of the file that is replaced stays.
void take_mode_of(const std::string& target, int descriptor) {
    struct stat facts{};
    if (::stat(target.c_str(), &facts) == 0 && S_ISREG(facts.st_mode)) {
        (void)::fchmod(descriptor, facts.st_mode & 07777);
    }
}

} // namespace

// An empty part with the lock on it. One that was left behind is not emptied but removed: others may have it
// mapped, and must not find it shortened. Whoever has the lock of the file that the name stands for may
// write.
result<part_file> part_file::create(const std::string& target, const std::string& name) {
    const std::string part = target + ".part";
    constexpr int attempts = 100;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        const int lock = ::open(part.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, usual_mode);
        if (lock < 0) {
            return complaint(name);
        }
        part_file made(target, name, lock);
        // Not every file system has locks; there nobody can be told apart.
        if (::flock(lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
            made.release(); // it belongs to somebody else
            return taken(name);
        }
        if (!names(part, lock)) {
            made.release();
            continue;
        }
        if (is_empty(lock)) {
            take_mode_of(target, lock);
            return made;
        }
        (void)::unlink(part.c_str());
        made.release();
    }
    return taken(name);
}

part_file::~part_file() {
    if (lock_ >= 0) {
        (void)::unlink(path().c_str());
        release();
    }
}

void part_file::release() noexcept {
    (void)::close(std::exchange(lock_, -1));
}

result<std::FILE*> part_file::open() const {
    const int number = ::fcntl(lock_, F_DUPFD_CLOEXEC, 0);
    std::FILE* const file = number >= 0 ? ::fdopen(number, "wb") : nullptr;
    if (file == nullptr) {
        return complaint(name_);
    }
    return file;
}

status part_file::commit() {
    if (::rename(path().c_str(), target_.c_str()) != 0) {
        return complaint(name_);
    }
    release();
    return {};
}

void part_file::keep(std::uint64_t bytes) {
    // If it cannot be shortened, readers pass over what follows.
    const int answer = ::ftruncate(lock_, static_cast<off_t>(bytes));
    static_cast<void>(answer);
    release();
}

} // namespace orrery::command
