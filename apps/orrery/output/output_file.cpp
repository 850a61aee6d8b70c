#include "apps/orrery/output/output_file.hpp"

#include <orrery/core/text.hpp>

#include <cerrno>
#include <cstring>
#include <utility>

namespace orrery::command {

result<output_file> output_file::create(const std::string& name, std::span<const std::string> inputs) {
    auto to = output_place::find(name);
    if (!to) {
        return to.reason();
    }
    if (const status allowed = to->check_inputs(inputs); !allowed) {
        return allowed.reason();
    }
    std::optional<part_file> part;
    if (to->is_file()) {
        auto made = part_file::create(to->path(), to->name());
        if (!made) {
            return made.reason();
        }
        part.emplace(std::move(*made));
    } else if (to->is_stdout()) {
        (void)std::fflush(stdout); // what was printed comes first
    }
    const auto file = part ? part->open() : to->open_stream();
    if (!file) {
        return file.reason();
    }
    return output_file(std::move(*to), std::move(part), *file);
}

void output_file::note_failure() {
    if (failure_.empty()) {
        failure_ = text("cannot write '", printable(place_.name()), "': ", std::strerror(errno));
    }
}

void output_file::write(std::string_view bytes) {
    if (failure_.empty() && std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
        note_failure();
    }
}

status output_file::finish() {
    if (std::fclose(file_.release()) != 0) {
        note_failure();
    }
    if (!failure_.empty()) {
        return error{failure_};
    }
    return part_ ? part_->commit() : status();
}

} // namespace orrery::command
