#include "apps/orrery/output/output_place.hpp"

#include <orrery/core/text.hpp>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace orrery::command {
namespace {

namespace files = std::filesystem;

// The name that is left when all links at its end are followed, also one to a file that does not exist; or an
// open descriptor, where /dev/fd and /proc/self/fd lead to one. Opening such a name again would cut off what
// was written to it before.
struct followed_name {
    files::path path{};
    std::optional<int> descriptor{};
};

[[nodiscard]] std::optional<int> number_in(const std::string& name) {
    int number = 0;
    const char* const end = name.data() + name.size();
    const auto read = std::from_chars(name.data(), end, number);
    return read.ec == std::errc{} && read.ptr == end && number >= 0 ? std::optional(number) : std::nullopt;
}

[[nodiscard]] result<followed_name> follow(const std::string& name) {
    constexpr int most_links = 40; // as many as the system follows
    std::error_code none;
    const files::path own_descriptors = files::canonical("/proc/self/fd", none);
    followed_name found{.path = name};
    for (int links = 0; links < most_links; ++links) {
        std::error_code trouble;
        const files::path folder =
            files::canonical(found.path.has_parent_path() ? found.path.parent_path() : ".", trouble);
        if (!trouble && folder == own_descriptors) {
            found.descriptor = number_in(found.path.filename().string());
            return found;
        }
        if (trouble || !files::is_symlink(files::symlink_status(found.path, trouble))) {
            return found; // what is wrong with the folder is told when the file is made
        }
        const files::path to = files::read_symlink(found.path, trouble);
        if (trouble) {
            return found;
        }
        found.path = to.is_absolute() ? to : folder / to;
    }
    return error{text("cannot write '", printable(name), "': it is a link that leads to itself")};
}

[[nodiscard]] bool are_same(const struct stat& a, const struct stat& b) noexcept {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

} // namespace

result<output_place> output_place::find(const std::string& name) {
    output_place made;
    if (name.empty()) {
        return error{"cannot write '': the name is empty, expected that of a file, or - for stdout"};
    }
    if (name == "-") {
        made.name_ = "stdout";
        made.descriptor_ = STDOUT_FILENO;
        return made;
    }
    auto followed = follow(name);
    if (!followed) {
        return followed.reason();
    }
    made.name_ = name;
    made.path_ = followed->path.string();
    made.descriptor_ = followed->descriptor;
    struct stat facts{};
    const bool is_there = ::stat(made.path_.c_str(), &facts) == 0;
    if (is_there && S_ISDIR(facts.st_mode)) {
        return error{
            text("cannot write '", printable(name), "': it is a folder, expected the name of a file")};
    }
    if (name.ends_with('/')) {
        return error{text("cannot write '", printable(name), "': there is no such folder")};
    }
    made.is_file_ = !made.descriptor_ && (!is_there || S_ISREG(facts.st_mode));
    return made;
}

bool output_place::is_stdout() const {
    return descriptor_ == STDOUT_FILENO;
}

result<std::FILE*> output_place::open_stream() const {
    // A descriptor is shared, so that what is written follows what was written to it before.
    const int number =
        descriptor_ ? ::fcntl(*descriptor_, F_DUPFD_CLOEXEC, 0) : ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    std::FILE* const file = number >= 0 ? ::fdopen(number, "wb") : nullptr;
    if (file == nullptr) {
        return error{text("cannot write '", printable(name_), "': ", std::strerror(errno))};
    }
    return file;
}

status output_place::check_inputs(std::span<const std::string> paths) const {
    struct stat own{};
    const bool is_there = descriptor_ ? ::fstat(*descriptor_, &own) == 0 : ::stat(path_.c_str(), &own) == 0;
    if (!is_there || !S_ISREG(own.st_mode)) {
        return {};
    }
    for (const std::string& each : paths) {
        struct stat other{};
        if (::stat(each.c_str(), &other) == 0 && are_same(own, other)) {
            return error{text("cannot write '", printable(name_), "': it is the file that is read, '",
                              printable(each), "'; expected another name for the output")};
        }
    }
    return {};
}

} // namespace orrery::command
