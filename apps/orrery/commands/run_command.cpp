// `orrery run`: computes a scene, and records it if asked to.
#include "apps/json/json_writer.hpp"
#include "apps/orrery/arguments/input_player.hpp"
#include "apps/orrery/arguments/scene_list.hpp"
#include "apps/orrery/commands/command.hpp"
#include "apps/orrery/interrupt.hpp"
#include "apps/orrery/output/number_text.hpp"
#include "apps/orrery/output/output_place.hpp"
#include "apps/orrery/output/progress.hpp"
#include "apps/orrery/output/recording_in_place.hpp"
#include "apps/orrery/worlds/event_count.hpp"
#include "apps/orrery/worlds/worlds.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/timeline/timeline.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unistd.h>
#include <utility>

namespace orrery::command {
namespace {

struct run_options {
    std::string scene{};
    std::optional<std::uint64_t> frames{};
    std::optional<std::string> record{};
    std::uint32_t threads = 0;
    bool json = false;
    bool quiet = false;
};

struct run_summary {
    std::uint64_t frames = 0;
    std::size_t bodies = 0;
    std::uint64_t hash = 0;
    double seconds = 0;
    double time_step = 0;
    std::uint64_t file_bytes = 0;
    bool was_interrupted = false;
};

[[nodiscard]] std::string summary_text(const run_options& options, const scene_format::scene_file& scene,
                                       const run_summary& summary, const event_count& events) {
    const double rate = summary.seconds > 0 ? static_cast<double>(summary.frames) / summary.seconds : 0;
    if (options.json) {
        json::writer out;
        out.begin_object();
        out.member("scene", scene.name).member("world", scene.world).member("frames", summary.frames);
        out.member("bodies", summary.bodies).member("hash", apps::hexadecimal(summary.hash));
        out.member("seconds", summary.seconds).member("stepsPerSecond", rate);
        out.key("events");
        events.write(out);
        if (options.record) {
            out.member("recording", *options.record).member("bytes", summary.file_bytes);
        }
        out.member("interrupted", summary.was_interrupted);
        out.end_object();
        return out.text() + "\n";
    }
    std::string made = text(scene.title.empty() ? scene.name : scene.title, "\n");
    made +=
        text("  frames     ", summary.frames, " (",
             fixed_text(static_cast<double>(summary.frames) * summary.time_step, 1), " s of the world)\n");
    made += text("  bodies     ", summary.bodies, "\n");
    made += text("  state      ", apps::hexadecimal(summary.hash), "\n");
    made += text("  speed      ", fixed_text(rate, 0), " steps/s, ", fixed_text(rate * summary.time_step, 1),
                 " times as fast as the world\n");
    made += text("  events     ", events.line(), "\n");
    if (options.record) {
        made += text("  recording  ", *options.record, ", ", byte_text(summary.file_bytes), "\n");
    }
    return made;
}

// As fast as the world goes.
template <typename World>
run_summary compute(apps::built_scene<World> built, std::uint64_t frames, bool is_quiet,
                    event_count& events) {
    using traits = apps::world_traits<World>;
    World& world = built.world;
    input_player<World> player(
        std::span<const time::journal_entry<typename World::input_type>>(built.inputs));
    const interrupt_guard guard;
    progress bar("running", frames, is_quiet);
    while (world.frame() < frames && !guard.was_interrupted()) {
        player.step(world);
        events.add_all<World>(world.events());
        bar.show(world.frame());
    }
    return {.frames = world.frame(),
            .bodies = traits::entity_count(world),
            .hash = world.hash(),
            .seconds = bar.seconds(),
            .time_step = traits::time_step(world),
            .was_interrupted = guard.was_interrupted()};
}

// Whether it comes to its end or is interrupted, the recording is finished.
template <typename World>
result<run_summary> record(apps::built_scene<World> built, const scene_format::scene_file& scene,
                           const run_options& options, const output_place& to, std::uint64_t frames,
                           event_count& events) {
    using traits = apps::world_traits<World>;
    const interrupt_guard guard;
    auto file = recording_in_place<World>::create(to, built.world, scene.text);
    if (!file) {
        return file.reason();
    }
    timeline<World> time(std::move(built.world));
    typename timeline<World>::transaction inputs;
    inputs.added = std::move(built.inputs);
    if (const status answer = time.apply(inputs); !answer) {
        return answer.reason();
    }
    progress bar("recording", frames, options.json || options.quiet);
    while (time.head() < frames && !guard.was_interrupted()) {
        time.advance();
        events.add_all<World>(time.world().events());
        if (time.head() % recording_in_place<World>::frames_between_writes == 0) {
            if (const status answer = file->write(time); !answer) {
                return answer.reason();
            }
        }
        bar.show(time.head());
    }
    run_summary summary{.frames = time.head(),
                        .bodies = traits::entity_count(time.world()),
                        .hash = time.world().hash(),
                        .seconds = bar.seconds(),
                        .time_step = traits::time_step(time.world()),
                        .was_interrupted = guard.was_interrupted()};
    const auto bytes = file->finish(time);
    if (!bytes) {
        return bytes.reason();
    }
    summary.file_bytes = *bytes;
    return summary;
}

template <typename World>
int run(const scene_format::scene_file& scene, const run_options& options,
        const std::optional<output_place>& to) {
    using traits = apps::world_traits<World>;
    engine machine({.thread_count = options.threads, .level = log_level::warning});
    auto built = traits::build(scene, machine);
    if (!built) {
        return fail(built.reason().message);
    }
    event_count events(traits::event_names);
    const std::uint64_t frames = options.frames.value_or(scene.frames);
    const auto summary =
        to ? record(std::move(*built), scene, options, *to, frames, events)
           : result<run_summary>(compute(std::move(*built), frames, options.json || options.quiet, events));
    if (!summary) {
        return fail(summary.reason().message);
    }
    const std::string told = summary_text(options, scene, *summary, events);
    to && to->is_stdout() ? print_aside(told) : print(told);
    if (summary->was_interrupted) {
        fail(text("interrupted after frame ", summary->frames,
                  to ? "; the recording is complete up to there" : ""));
        return interrupted;
    }
    return success;
}

int run_scene(const run_options& options) {
    const auto scene = find_scene(options.scene);
    if (!scene) {
        return fail(scene.reason().message);
    }
    std::optional<output_place> to;
    if (options.record) {
        const auto found = output_place::find(*options.record);
        const status allowed =
            found ? found->check_inputs(files_of_scene(*scene, options.scene)) : status(found.reason());
        if (!allowed) {
            return fail(allowed.reason().message);
        }
        if (found->is_stdout() && ::isatty(STDOUT_FILENO) == 1) {
            return fail("a recording is not for people to read, expected --record to name a file, or a pipe "
                        "behind -");
        }
        to = *found;
    }
    return with_world(scene->world, [&]<typename World>(std::type_identity<World>) {
        return run<World>(*scene, options, to);
    });
}

} // namespace

void add_run_command(CLI::App& all, action& chosen) {
    CLI::App& command =
        add_command(all, "run", "Computes a scene as fast as it goes, and records it if asked to.",
                    "  orrery run pyramid\n"
                    "  orrery run my_scene.json --frames 3600 --record fall.orrery\n"
                    "  orrery run pyramid --threads 1 --json\n"
                    "  orrery run pyramid --record - | gzip > fall.orrery.gz\n\n"
                    "Ctrl-C ends the run early; a recording is then complete up to that frame.\n");
    auto options = std::make_shared<run_options>();
    command.add_option("scene", options->scene, "the name of a shipped scene, or a scene file (-: stdin)")
        ->required();
    add_number_option(command, "--frames", options->frames, 1, most_frames,
                      "how many frames to compute (default: what the scene says)");
    command
        .add_option("--record", options->record,
                    "write a recording to this file (-: stdout, and what is told goes to stderr)")
        ->type_name("FILE");
    add_threads_option(command, options->threads);
    add_output_options(command, options->json, options->quiet);
    command.callback([options, &chosen] { chosen = [options] { return run_scene(*options); }; });
}

} // namespace orrery::command
