#include "apps/orrery/output_file.hpp"

#include <orrery/core/text.hpp>

#include <cerrno>
#include <cstring>

namespace orrery::command {
namespace {

[[nodiscard]] std::string part_of(const std::string& path) {
    return path + ".part";
}

[[nodiscard]] error complaint(const std::string& path) {
    return {text("cannot write ", path, ": ", std::strerror(errno))};
}

} // namespace

result<output_file> output_file::create(const std::string& path) {
    output_file made;
    made.path_ = path;
    if (!path.empty()) {
        made.file_.reset(std::fopen(part_of(path).c_str(), "wb"));
        if (made.file_ == nullptr) {
            return complaint(path);
        }
    }
    return made;
}

output_file::~output_file() {
    if (file_ != nullptr) {
        file_.reset();
        (void)std::remove(part_of(path_).c_str());
    }
}

void output_file::write(std::string_view bytes) {
    std::FILE* const to = path_.empty() ? stdout : file_.get();
    is_good_ = is_good_ && std::fwrite(bytes.data(), 1, bytes.size(), to) == bytes.size();
}

status output_file::finish() {
    if (path_.empty()) {
        return is_good_ && std::fflush(stdout) == 0
                   ? status()
                   : status(error{"what was to be printed could not be written"});
    }
    is_good_ = is_good_ && std::fflush(file_.get()) == 0;
    if (!is_good_) {
        return complaint(path_);
    }
    file_.reset();
    if (std::rename(part_of(path_).c_str(), path_.c_str()) != 0) {
        const error reason = complaint(path_);
        (void)std::remove(part_of(path_).c_str());
        return reason;
    }
    return {};
}

status write_output(const std::string& path, std::string_view bytes) {
    auto file = output_file::create(path);
    if (!file) {
        return file.reason();
    }
    file->write(bytes);
    return file->finish();
}

} // namespace orrery::command
