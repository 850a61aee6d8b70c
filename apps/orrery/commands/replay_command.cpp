// `orrery replay`: goes through a recording again, from its first keyframe and its journal alone, and
// compares on the way.
#include "apps/json/json_writer.hpp"
#include "apps/orrery/arguments/input_player.hpp"
#include "apps/orrery/commands/command.hpp"
#include "apps/orrery/output/number_text.hpp"
#include "apps/orrery/worlds/course.hpp"

#include <orrery/core/archive/byte_archive.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

namespace orrery::command {
namespace {

struct replay_options {
    std::string file{};
    std::uint32_t threads = 0;
    bool json = false;
    bool quiet = false;
};

// The hashes that a recording carries, by frame.
[[nodiscard]] std::map<std::uint64_t, std::uint64_t> recorded_hashes(const time::recording_reader& file) {
    std::map<std::uint64_t, std::uint64_t> hashes;
    for (const time::recorded_block& block : file.blocks()) {
        if (block.kind != time::block_kind::hashes) {
            continue;
        }
        if (const auto bytes = file.read(block)) {
            byte_reader in(*bytes);
            hashes[block.frames.first] = in.read<std::uint64_t>();
        }
    }
    return hashes;
}

// Whether everything is where the recording has it.
template <typename World>
[[nodiscard]] result<bool> is_as_recorded(World& world, const course<World>& all) {
    const auto view = all.seek(world.frame());
    if (!view) {
        return view.reason();
    }
    frame_record<World> record;
    world.record(record, record_extent::full);
    return std::ranges::equal(record.who->keys, view->keys()) &&
           std::ranges::equal(record.motions, view->motions());
}

template <typename World>
int replay(const replay_options& options, const course<World>& all) {
    const std::map<std::uint64_t, std::uint64_t> hashes = recorded_hashes(all.recording().file());
    const time::frame_range frames = all.frames();
    auto world = all.revive(frames.first);
    if (!world) {
        return fail(world.reason().message);
    }
    const auto frames_a_second = static_cast<std::uint64_t>(std::max(1.0, 1 / all.time_step() + 0.5));
    input_player<World> player(all.journal());
    progress bar("replaying", frames.size(), options.json || options.quiet);
    json::writer out;
    out.begin_object().member("file", options.file).key("frames").begin_array();
    bool is_same = true;
    for (std::uint64_t frame = frames.first; is_same && frame < frames.end; ++frame) {
        if (frame != frames.first) {
            player.step(*world);
        }
        bar.show(frame - frames.first);
        // Compared wherever the recording has a hash, too; told once a second, and where something differs.
        const auto hash = hashes.find(frame);
        const bool is_due = frame % frames_a_second == 0 || frame + 1 == frames.end;
        if (hash == hashes.end() && !is_due) {
            continue;
        }
        const std::uint64_t computed = world->hash();
        const auto same_motions = is_as_recorded(*world, all);
        if (!same_motions) {
            return fail(same_motions.reason().message);
        }
        is_same = *same_motions && (hash == hashes.end() || hash->second == computed);
        if (is_same && !is_due) {
            continue;
        }
        if (options.json) {
            out.begin_object().member("frame", frame).member("hash", apps::hexadecimal(computed));
            out.member("isSame", is_same).end_object();
        } else {
            bar.say(text(fixed_text(static_cast<double>(frame) * all.time_step(), 1), " s  frame ", frame,
                         "  ", apps::hexadecimal(computed), is_same ? "  as recorded\n" : "  DIFFERS\n"));
        }
    }
    out.end_array().member("isSame", is_same).end_object();
    if (options.json) {
        print(out.text() + "\n");
    } else if (!is_same) {
        return fail(
            text(all.name(),
                 " differs from what is computed now; `orrery verify` finds the first frame and entity"));
    }
    return is_same ? success : failure;
}

} // namespace

void add_replay_command(CLI::App& all, action& chosen) {
    CLI::App& command = add_command(
        all, "replay",
        "Computes a recording again from its first frame and its inputs, and prints the hash of each second "
        "beside whether it is as recorded.",
        "  orrery replay fall.orrery\n"
        "  orrery replay fall.orrery --threads 1 --json\n");
    auto options = std::make_shared<replay_options>();
    command.add_option("file", options->file, "a recording (-: stdin)")->required();
    add_threads_option(command, options->threads);
    add_output_options(command, options->json, options->quiet);
    command.callback([options, &chosen] {
        chosen = [options] {
            return with_course(open_recording(options->file), {.threads = options->threads},
                               [&](const auto& opened) { return replay(*options, opened); });
        };
    });
}

} // namespace orrery::command
