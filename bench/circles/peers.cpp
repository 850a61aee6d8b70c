// The same scenes in all engines, in turns, so that whatever else the machine does hits all of them.
#include "bench/circles/scenarios.hpp"
#include "bench/process_meter.hpp"
#include "scenes/builders/circle_checker.hpp"

#include <orrery/circles/world.hpp>
#include <orrery/core/engine.hpp>
#include <orrery/math/vector.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace bench {
namespace {

namespace scenes = orrery::scenes;
using orrery::vector2d;

struct contestant {
    std::string name;
    std::unique_ptr<circles_runner> runner;
    int updates = 0; // an engine that takes seconds for one makes only the first few
    std::optional<double> required_ratio = {};
    std::vector<double> milliseconds = {};
    std::size_t tunnelled = 0;
    std::size_t watched = 0;

    [[nodiscard]] double median() const { return quantile(milliseconds, 0.5); }
};

constexpr int usual_updates = 30;
constexpr int slow_updates = 2;
constexpr int watched_updates = 300;

std::vector<contestant> make_contestants(const scenes::circle_scene& scene) {
    std::vector<contestant> all;
    all.push_back({"ours", run_in_orrery(scene), usual_updates});
#if ORRERY_HAS_BOX2D
    all.push_back({"Box2D with bullets", run_in_box2d(scene, box2d_kind::bullets), slow_updates, 5.});
    all.push_back(
        {"Box2D without continuous physics", run_in_box2d(scene, box2d_kind::discrete), usual_updates / 3});
#endif
#if ORRERY_HAS_CHIPMUNK
    all.push_back({"Chipmunk", run_in_chipmunk(scene), usual_updates, 5.});
#endif
    return all;
}

// All engines start from the same scene and have the same velocities in each update, if those are fresh.
void race(std::vector<contestant>& all, velocity_source* fresh) {
    for (int i = 0; i < usual_updates; ++i) {
        const std::vector<orrery::vector2>* velocities = fresh != nullptr ? &fresh->next() : nullptr;
        for (contestant& each : all) {
            if (i < each.updates) {
                if (velocities != nullptr) {
                    each.runner->set_velocities(*velocities);
                }
                each.milliseconds.push_back(time_step_of(*each.runner));
            }
        }
    }
}

void watch(contestant& who, const scenes::circle_checker& checker, velocity_source& fresh, int updates) {
    for (int i = 0; i < updates; ++i) {
        who.runner->set_velocities(fresh.next());
        for (const std::vector<vector2d>& path : who.runner->step_and_watch()) {
            who.tunnelled += checker.passes_through(path) ? 1 : 0;
        }
        ++who.watched;
    }
}

void add_times(report& report, const std::string& what, std::span<const contestant> all, bool is_required) {
    for (const contestant& peer : all.subspan(1)) {
        report.add({.name = what + ", update, beside " + peer.name,
                    .value = all.front().median(),
                    .unit = "ms",
                    .peer = peer.median(),
                    .required_ratio = is_required ? peer.required_ratio : std::nullopt});
    }
}

double tunnelled_an_update(const contestant& who) {
    return static_cast<double>(who.tunnelled) / static_cast<double>(who.watched);
}

void add_tunnelling(report& report, std::span<const contestant> all, const scenes::circle_checker& checker) {
    const contestant& ours = all.front();
    const std::vector<vector2d> centers = ours.runner->centers();
    const std::string name = "field, " + std::to_string(ours.watched) + " updates";
    report.add({.name = name + ", circles through walls",
                .value = static_cast<double>(ours.tunnelled),
                .unit = "",
                .required_value = 0});
    report.add({.name = name + ", circles inside polygons in the end",
                .value = static_cast<double>(checker.count_misplaced(centers)),
                .unit = "",
                .required_value = 0});
    report.add({.name = name + ", deepest overlap in the end",
                .value = checker.deepest_overlap(centers),
                .unit = "units",
                .required_value = 0});
    for (const contestant& peer : all.subspan(1)) {
        const std::vector<vector2d> theirs = peer.runner->centers();
        report.add({.name = "circles through walls, an update, beside " + peer.name,
                    .value = tunnelled_an_update(ours),
                    .unit = "",
                    .peer = tunnelled_an_update(peer)});
        report.add({.name = "deepest overlap in the end, beside " + peer.name,
                    .value = std::max(0., checker.deepest_overlap(centers)),
                    .unit = "units",
                    .peer = checker.deepest_overlap(theirs)});
    }
}

// The scene with its circles where they are in the frame, at rest.
scenes::circle_scene settled(const scenes::circle_scene& scene, const circles_runner& runner) {
    scenes::circle_scene at_rest = scene;
    const std::vector<vector2d> centers = runner.centers();
    for (std::size_t i = 0; i < centers.size(); ++i) {
        at_rest.circles[i].motion = {.position = orrery::vector_cast<orrery::scalar>(centers[i])};
    }
    return at_rest;
}

// How far circles have gone, on average.
double mean_way(const scenes::circle_scene& from, const circles_runner& runner) {
    double sum = 0;
    const std::vector<vector2d> centers = runner.centers();
    for (std::size_t i = 0; i < centers.size(); ++i) {
        sum += length(centers[i] - orrery::vector_cast<double>(from.circles[i].motion.position));
    }
    return sum / static_cast<double>(centers.size());
}

} // namespace

void measure_peers(report& report, const options& chosen) {
    if (chosen.has("--alone")) {
        return;
    }
    const int watched_of_ours = chosen.amount(watched_updates, 5);
    const scenes::circle_field_settings settings = field_settings(chosen);
    const scenes::circle_scene scene = scenes::circle_field(settings);
    {
        std::vector<contestant> all = make_contestants(scene);
        velocity_source source(scene.circles.size(), settings.max_speed);
        race(all, &source);
        add_times(report, "field of 2^14", all, true);
        const scenes::circle_checker checker(scene);
        for (contestant& each : all) {
            const bool is_ours = &each == &all.front();
            watch(each, checker, source, is_ours ? watched_of_ours : each.updates);
        }
        add_tunnelling(report, all, checker);
    }
    std::vector<contestant> all = make_contestants(scene);
    race(all, nullptr);
    add_times(report, "field of 2^14, running freely", all, false);
}

void measure_ball_pit(report& report, const options& chosen) {
    const bool has_peers = !chosen.has("--alone");
    const int falling = chosen.amount(1800, 10); // updates: half a minute
    constexpr int contacts_begin = 30;
    const int updates = chosen.amount(60, 2);
    const std::uint32_t circles = chosen.amount(1u << 14, 1u << 10);
    const scenes::circle_scene scene = scenes::ball_pit({.circles = circles, .width = 300, .pegs = 60});
    const std::unique_ptr<circles_runner> ours = run_in_orrery(scene);
    std::vector<double> falling_times;
    for (int i = 0; i < falling; ++i) {
        falling_times.push_back(time_step_of(*ours));
    }
    report.add({.name = "ball pit of 2^14, while it fills, update, median",
                .value = quantile(falling_times, 0.5),
                .unit = "ms"});
    report.add({.name = "ball pit of 2^14, while it fills, update, 99 %",
                .value = quantile(falling_times, 0.99),
                .unit = "ms"});
    const scenes::circle_scene at_rest = settled(scene, *ours);
    const scenes::circle_checker checker(at_rest);
    std::vector<contestant> all;
    all.push_back({"ours", run_in_orrery(at_rest)});
    if (has_peers) {
#if ORRERY_HAS_BOX2D
        all.push_back({"Box2D", run_in_box2d(at_rest, box2d_kind::discrete)});
#endif
#if ORRERY_HAS_CHIPMUNK
        all.push_back({"Chipmunk", run_in_chipmunk(at_rest)});
#endif
    }
    for (int i = 0; i < contacts_begin + updates; ++i) {
        for (contestant& each : all) {
            const double time = time_step_of(*each.runner);
            if (i >= contacts_begin) {
                each.milliseconds.push_back(time);
            }
        }
    }
    const contestant& first = all.front();
    const std::string name = "ball pit of 2^14 at rest";
    report.add({.name = name + ", update", .value = first.median(), .unit = "ms"});
    const orrery::circles::update_statistics& last = *first.runner->statistics();
    report.add({.name = name + ", contacts", .value = static_cast<double>(last.contacts), .unit = ""});
    report.add(
        {.name = name + ", impacts an update", .value = static_cast<double>(last.impacts), .unit = ""});
    report.add({.name = name + ", circles that wait for the next update",
                .value = static_cast<double>(last.stopped),
                .unit = "",
                .goal = 0});
    report.add({.name = name + ", deepest overlap",
                .value = checker.deepest_overlap(first.runner->centers()),
                .unit = "units",
                .required_value = 0});
    add_times(report, name, all, false);
    for (const contestant& peer : std::span(all).subspan(1)) {
        report.add({.name = name + ", mean way in 1.5 s, beside " + peer.name,
                    .value = mean_way(at_rest, *first.runner),
                    .unit = "units",
                    .peer = mean_way(at_rest, *peer.runner)});
        report.add({.name = name + ", deepest overlap, beside " + peer.name,
                    .value = std::max(0., checker.deepest_overlap(first.runner->centers())),
                    .unit = "units",
                    .peer = checker.deepest_overlap(peer.runner->centers())});
    }
}

} // namespace bench
