// `orrery bench`: how fast scenes go here, on one thread and on more, and which part of a step takes how
// long.
#include "apps/json/json_value.hpp"
#include "apps/json/json_writer.hpp"
#include "apps/orrery/arguments/input_player.hpp"
#include "apps/orrery/arguments/scene_list.hpp"
#include "apps/orrery/commands/command.hpp"
#include "apps/orrery/output/number_text.hpp"
#include "apps/orrery/output/progress.hpp"
#include "apps/orrery/worlds/worlds.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/core/profile.hpp>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

namespace orrery::command {
namespace {

struct bench_options {
    std::vector<std::string> scenes{};
    std::optional<std::uint64_t> frames{};
    std::uint32_t threads = 0;
    bool json = false;
    bool quiet = false;
};

struct phase_time {
    std::string name{};
    double milliseconds = 0; // a step
};

struct measurement {
    std::string scene{};
    std::uint32_t threads = 1;
    std::uint64_t frames = 0;
    double seconds = 0;
    std::vector<phase_time> phases{}; // the longest first
};

// The time in each zone of the thread that steps, from the trace that the engine keeps. What runs inside
// another phase is counted there, too.
void add_phases(std::map<std::string, double>& milliseconds) {
    const auto trace = json::parse(trace_text(), "the trace");
    const json::value* const events = trace ? trace->find("traceEvents") : nullptr;
    if (events == nullptr) {
        return;
    }
    std::optional<double> stepping;
    for (const json::value& each : events->items()) {
        const json::value* const name = each.find("name");
        if (name != nullptr && name->string() == "step" && each.find("tid") != nullptr) {
            stepping = each.find("tid")->number();
        }
    }
    for (const json::value& each : events->items()) {
        const json::value* const duration = each.find("dur");
        if (duration != nullptr && stepping && each.find("tid")->number() == *stepping &&
            each.find("name")->string() != "step") {
            milliseconds[each.find("name")->string()] += duration->number() / 1000;
        }
    }
}

// Profiling costs time itself, so that phases are measured in another run than the speed, and in pieces that
// the trace can hold.
template <typename World>
[[nodiscard]] std::vector<phase_time> measure_phases(apps::built_scene<World> built, std::uint64_t frames) {
    constexpr std::uint64_t frames_a_trace = 60;
    input_player<World> player(
        std::span<const time::journal_entry<typename World::input_type>>(built.inputs));
    std::map<std::string, double> sums;
    while (built.world.frame() < frames) {
        start_profiling();
        for (std::uint64_t count = 0; count < frames_a_trace && built.world.frame() < frames; ++count) {
            player.step(built.world);
        }
        stop_profiling();
        add_phases(sums);
    }
    std::vector<phase_time> phases;
    phases.reserve(sums.size());
    for (const auto& [name, milliseconds] : sums) {
        phases.push_back({name, milliseconds / static_cast<double>(frames)});
    }
    std::ranges::sort(phases, {},
                      [](const phase_time& each) { return std::pair(-each.milliseconds, each.name); });
    return phases;
}

template <typename World>
[[nodiscard]] result<measurement> measure(const scene_format::scene_file& scene, std::uint32_t threads,
                                          std::uint64_t frames, bool is_quiet) {
    using traits = apps::world_traits<World>;
    engine machine({.thread_count = threads, .level = log_level::warning});
    auto built = traits::build(scene, machine);
    auto again = traits::build(scene, machine);
    if (!built || !again) {
        return (built ? again : built).reason();
    }
    measurement made{.scene = scene.name, .threads = threads, .frames = frames};
    input_player<World> player(
        std::span<const time::journal_entry<typename World::input_type>>(built->inputs));
    progress bar(text(scene.name, ", ", threads, threads == 1 ? " thread" : " threads"), frames, is_quiet);
    while (built->world.frame() < frames) {
        player.step(built->world);
        bar.show(built->world.frame());
    }
    made.seconds = bar.seconds();
    made.phases = measure_phases(std::move(*again), frames);
    return made;
}

void show(const measurement& made) {
    const auto frames = static_cast<double>(made.frames);
    print(text(made.scene, ", ", made.threads,
               made.threads == 1 ? " thread: " : " threads: ", fixed_text(frames / made.seconds, 0),
               " steps/s, ", fixed_text(1000 * made.seconds / frames, 3), " ms a step\n"));
    for (const phase_time& each : made.phases) {
        print(text("  ", each.name, std::string(each.name.size() < 24 ? 24 - each.name.size() : 1, ' '),
                   fixed_text(each.milliseconds, 3), " ms\n"));
    }
}

void write(json::writer& out, const measurement& made) {
    const auto frames = static_cast<double>(made.frames);
    out.begin_object()
        .member("scene", made.scene)
        .member("threads", made.threads)
        .member("frames", made.frames);
    out.member("stepsPerSecond", frames / made.seconds)
        .member("millisecondsPerStep", 1000 * made.seconds / frames);
    out.key("phases").begin_array();
    for (const phase_time& each : made.phases) {
        out.begin_object().member("name", each.name).member("milliseconds", each.milliseconds).end_object();
    }
    out.end_array().end_object();
}

int bench(const bench_options& options) {
    const std::vector<std::string> names = options.scenes.empty() ? shipped_scenes() : options.scenes;
    const std::uint32_t most =
        options.threads != 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
    json::writer out;
    out.begin_array();
    for (const std::string& name : names) {
        const auto scene = find_scene(name);
        if (!scene) {
            return fail(scene.reason().message);
        }
        for (std::uint32_t threads = 1; threads <= most;
             threads = threads < most ? std::min(2 * threads, most) : most + 1) {
            const int answer = with_world(scene->world, [&]<typename World>(std::type_identity<World>) {
                const auto made = measure<World>(*scene, threads, options.frames.value_or(scene->frames),
                                                 options.json || options.quiet);
                if (!made) {
                    return fail(made.reason().message);
                }
                options.json ? write(out, *made) : show(*made);
                return success;
            });
            if (answer != success) {
                return answer;
            }
        }
    }
    out.end_array();
    if (options.json) {
        print(out.text() + "\n");
    }
    return success;
}

} // namespace

void add_bench_command(CLI::App& all, action& chosen) {
    CLI::App& command = add_command(
        all, "bench",
        "Measures how fast scenes go on 1, 2, 4 ... threads, and which part of a step takes how long.",
        "  orrery bench\n"
        "  orrery bench pyramid domino_run --frames 600\n"
        "  orrery bench pyramid --threads 1 --json\n");
    auto options = std::make_shared<bench_options>();
    command.add_option("scenes", options->scenes,
                       "names of shipped scenes, or scene files (default: all that ship)");
    add_number_option(command, "--frames", options->frames, 1, most_frames,
                      "how many frames to compute (default: what the scene says)");
    add_number_option(command, "--threads", options->threads, 0, most_threads,
                      "up to how many threads; 0 means all there are (default)");
    add_output_options(command, options->json, options->quiet);
    command.callback([options, &chosen] { chosen = [options] { return bench(*options); }; });
}

} // namespace orrery::command
