// `orrery verify`: is the file as it was written, and does the world still go through the same bits?
#include "apps/json/json_writer.hpp"
#include "apps/orrery/commands/command.hpp"
#include "apps/orrery/worlds/course.hpp"

#include <algorithm>
#include <memory>
#include <vector>

namespace orrery::command {
namespace {

struct verify_options {
    std::string file{};
    bool json = false;
    bool quiet = false;
};

template <typename World>
void write_json(const verify_options& options, const course<World>& all,
                const std::vector<time::recording_damage>& damage, const result<time::verification>& found) {
    json::writer out;
    out.begin_object();
    out.member("file", options.file);
    out.member("isSame", damage.empty() && found && found->is_same());
    out.member("isFinished", all.recording().file().is_finished());
    out.key("damage").begin_array();
    for (const time::recording_damage& each : damage) {
        out.begin_object().member("byte", each.offset).member("message", each.message).end_object();
    }
    out.end_array();
    if (!found) {
        out.member("error", found.reason().message);
    } else {
        out.member("frames", found->frames);
        if (const auto& first = found->first_difference) {
            out.key("firstDifference").begin_object().member("frame", *first);
            out.member("isInEvents", found->is_in_events);
            if (found->who != entity_key::none) {
                out.member("key", digits(found->who)).member("name", all.names().called(found->who));
            }
            out.end_object();
        }
    }
    out.end_object();
    print(out.text() + "\n");
}

template <typename World>
int verify(const verify_options& options, const course<World>& all) {
    const std::vector<time::recording_damage> damage = all.recording().file().check();
    progress bar("verifying", all.frames().size(), options.json || options.quiet);
    const auto found =
        all.recording().verify([&](std::uint64_t frame) { bar.show(frame - all.frames().first); });
    const bool is_good = damage.empty() && found && found->is_same();
    if (options.json) {
        write_json(options, all, damage, found);
        return is_good ? success : failure;
    }
    for (const time::recording_damage& each : damage) {
        fail(each.message);
    }
    if (!found) {
        // The block that stopped it is among the damaged ones, mostly.
        const bool is_told = std::ranges::find(damage, found.reason().message,
                                               &time::recording_damage::message) != damage.end();
        return is_told ? failure : fail(found.reason().message);
    }
    if (const auto& first = found->first_difference) {
        return fail(text(all.name(), " differs from what is computed now, first in ",
                         found->is_in_events ? "the events of " : "", "frame ", *first,
                         found->who != entity_key::none ? text(", of ", all.names().called(found->who))
                                                        : std::string()));
    }
    print(text(all.name(), ": ", found->frames, " frames are as recorded, bit for bit",
               all.recording().file().is_finished() ? "" : "; the recording was not finished", "\n"));
    return is_good ? success : failure;
}

} // namespace

void add_verify_command(CLI::App& all, action& chosen) {
    CLI::App& command = add_command(
        all, "verify",
        "Reads every byte of a recording, computes it again and tells the first frame that differs.",
        "  orrery verify fall.orrery\n"
        "  orrery verify fall.orrery --json\n\n"
        "Exits with 1 if the file is damaged or a frame differs.\n");
    auto options = std::make_shared<verify_options>();
    command.add_option("file", options->file, "a recording (-: stdin)")->required();
    add_output_options(command, options->json, options->quiet);
    command.callback([options, &chosen] {
        chosen = [options] {
            return with_course(open_recording(options->file), {.threads = 1},
                               [&](const auto& opened) { return verify(*options, opened); });
        };
    });
}

} // namespace orrery::command
