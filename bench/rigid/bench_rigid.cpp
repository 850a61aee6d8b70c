// What a step of the rigid-body world costs and how good it is, beside Bullet on the same scenes, and what a
// second thread and snapshots give.
//
//   bench_rigid --part pyramid --steps 100 --skip-peer     one number while working on it
//   bench_rigid --chart FILE.svg                           the chart of docs/rigid.md
#include "bench/chart.hpp"
#include "bench/report.hpp"
#include "bench/rigid/hinges.hpp"
#include "bench/rigid/quality.hpp"
#include "bench/rigid/runner.hpp"
#include "bench/rigid/snapshots.hpp"
#include "bench/rigid/terrain.hpp"
#include "scenes/builders/piles.hpp"
#include "scenes/builders/swinging.hpp"
#include "scenes/builders/walls.hpp"

#include <cstdio>

namespace bench {
namespace {

namespace scenes = orrery::scenes;

#if ORRERY_HAS_BULLET
constexpr bool is_peer_installed = true;
#else
constexpr bool is_peer_installed = false;
#endif

constexpr std::string_view contests[] = {"spheres", "pyramid",   "boxes",  "hulls",
                                         "chains",  "mesh-rain", "islands"};
constexpr std::string_view others[] = {"hinges", "snapshots", "terrain"};
constexpr further_option further[] = {
    {"--steps", "COUNT"}, {"--skip-peer"}, {"--skip-threads"}, {"--chart", "FILE.svg"}};
constexpr int all_steps = 600; // what the required numbers are about

int steps_of(const options& chosen) {
    return static_cast<int>(chosen.number_of("--steps").value_or(chosen.amount(all_steps, 2)));
}

constexpr double rest_speed = 0.1; // m/s: what is slower everywhere is at rest

struct contest {
    std::string name;
    scenes::scene scene;
    std::optional<double> required_ratio = {}; // to Bullet
    std::optional<double> required_gain = {};  // of two threads
    bool has_peer = true;
};

contest make_contest(std::string_view part) {
    if (part == "spheres") {
        return {"spheres", scenes::pile_of_spheres(), 2.0, {}};
    }
    if (part == "pyramid") {
        return {"pyramid", scenes::pyramids(), 2.4, 1.5};
    }
    if (part == "boxes") {
        return {"boxes", scenes::pile_of_boxes(), 2.8, 1.3};
    }
    if (part == "hulls") {
        return {"hulls", scenes::pile_of_hulls(), 6.0, {}};
    }
    if (part == "chains") {
        return {"chains", scenes::chains(), 2.5, {}};
    }
    if (part == "mesh-rain") {
        return {"mesh-rain", scenes::mesh_rain(), 5.2, {}};
    }
    return {"islands", scenes::separate_piles(), {}, 1.5, false};
}

// One way to look at the end of a scene.
struct quality {
    std::string_view scene;
    std::string_view name;
    std::string_view unit;
    std::optional<double> required; // of ours
    double (*measure)(const scenes::scene& what, std::span<const body_state> ended);
};

const quality qualities[] = {
    {"spheres", "mean overlap", "m", 0.003, &mean_overlap_of_spheres},
    {"pyramid", "largest drift", "m", 0.02, &largest_horizontal_drift},
    {"boxes", "largest speed", "m/s", {}, &largest_speed},
    {"boxes", "not at rest", "bodies", 0,
     [](const scenes::scene& what, std::span<const body_state> ended) {
         return static_cast<double>(count_faster_than(rest_speed, what, ended));
     }},
    {"hulls", "mean overlap", "m", {}, &mean_overlap_of_hulls},
    {"chains", "largest joint error", "m", 0.006, &largest_joint_error},
    {"hulls", "lost", "bodies", 0,
     [](const scenes::scene&, std::span<const body_state> ended) {
         return static_cast<double>(count_lost(ended));
     }},
    {"mesh-rain", "lost", "bodies", 0,
     [](const scenes::scene& what, std::span<const body_state> ended) {
         return static_cast<double>(count_lost_in_ground(what, ended));
     }},
};

void add_quality(report& report, const contest& what, bool is_whole, const rigid_runner& ours,
                 const rigid_runner* peer) {
    for (const quality& each : qualities) {
        if (each.scene != what.name) {
            continue;
        }
        row measured{.name = what.name + ", " + std::string(each.name),
                     .value = each.measure(what.scene, ours.bodies()),
                     .unit = std::string(each.unit)};
        if (is_whole) {
            measured.required_value = each.required;
        }
        if (peer != nullptr) {
            measured.peer = each.measure(what.scene, peer->bodies());
        }
        report.add(std::move(measured));
    }
}

enum bar_color : std::size_t { one_thread, two_threads, bullet };

bar_group measure_contest(report& report, const contest& what, const options& chosen) {
    const int steps = steps_of(chosen);
    const bool has_peer = is_peer_installed && !chosen.has("--skip-peer") && what.has_peer;
    const bool has_two_threads = !chosen.has("--skip-threads") && what.required_gain.has_value();
    std::vector<std::unique_ptr<rigid_runner>> runners;
    runners.push_back(run_in_orrery(what.scene, 1));
    if (has_two_threads) {
        runners.push_back(run_in_orrery(what.scene, 2));
    }
#if ORRERY_HAS_BULLET
    if (has_peer) {
        runners.push_back(run_in_bullet(what.scene));
    }
#endif
    const std::vector<double> times = race(runners, steps);
    const bool is_whole = steps == all_steps;

    bar_group bars{what.name, std::to_string(what.scene.bodies.size()) + " bodies", {}};
    bars.bars.push_back({"Orrery", times.front(), one_thread});
    row alone{.name = what.name + ", step", .value = times.front(), .unit = "ms"};
    if (has_peer) {
        alone.peer = times.back();
        alone.required_ratio = is_whole ? what.required_ratio : std::nullopt;
    }
    report.add(std::move(alone));
    if (has_two_threads) {
        bars.bars.push_back({"Orrery, two threads", times[1], two_threads});
        report.add({.name = what.name + ", step, two threads to one",
                    .value = times[1],
                    .unit = "ms",
                    .peer = times[0],
                    .required_ratio = is_whole ? what.required_gain : std::nullopt});
    }
    if (has_peer) {
        bars.bars.push_back({"Bullet", times.back(), bullet});
    }
    add_quality(report, what, is_whole, *runners.front(), has_peer ? runners.back().get() : nullptr);
    return bars;
}

bar_chart measure_contests(report& report, const options& chosen) {
    bar_chart chart{.title = "One step of 1/60 s",
                    .subtitle = "milliseconds, mean of 600 steps; shorter is better",
                    .kinds = {{"Orrery, one thread", "#2563eb"},
                              {"Orrery, two threads", "#7cb0ff"},
                              {"Bullet 3.24, one thread", "#6b7280"}},
                    .groups = {}};
    for (const std::string_view name : contests) {
        if (chosen.wants(name)) {
            chart.groups.push_back(measure_contest(report, make_contest(name), chosen));
        }
    }
    return chart;
}

void measure_others(report& report, const options& chosen) {
    const int steps = steps_of(chosen);
    const bool is_whole = steps == all_steps;
    if (chosen.wants("hinges")) {
        measure_hinge_chains(report, steps, is_whole ? std::optional(0.001) : std::nullopt);
    }
    if (chosen.wants("snapshots")) {
        measure_snapshots(report, "boxes", scenes::pile_of_boxes(), steps,
                          {.taking = 0.1, .going_back = 0.2});
    }
    if (chosen.wants("terrain")) {
        measure_terrain(report, chosen, steps, is_whole);
    }
}

} // namespace
} // namespace bench

int main(int count, char** arguments) {
    std::vector<std::string_view> parts(std::begin(bench::contests), std::end(bench::contests));
    parts.insert(parts.end(), std::begin(bench::others), std::end(bench::others));
    const bench::options chosen(count, arguments, std::move(parts), bench::further);
    bench::report report(chosen);
    const bench::bar_chart chart = bench::measure_contests(report, chosen);
    bench::measure_others(report, chosen);
    if (const auto path = chosen.value_of("--chart"); path && !bench::write_svg(chart, *path)) {
        std::fprintf(stderr, "cannot write %s\n", path->c_str());
        return 2;
    }
    return report.finish();
}
