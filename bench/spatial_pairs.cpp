#include "bench/spatial_contender.hpp"
#include "bench/spatial_pairs.hpp"
#include "bench/spatial_peers.hpp"
#include "bench/spatial_race.hpp"
#include "bench/spatial_scenarios.hpp"
#include "bench/spatial_structures.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <initializer_list>
#include <optional>

namespace bench {
namespace {

constexpr std::array<std::size_t, 3> counts{10'000, 80'000, 1'000'000};
constexpr std::array densities{0.8, 3.0}; // pairs a box
constexpr std::size_t usual_count = 80'000;
constexpr double usual_density = 0.8;

template <spatial::any_box Box>
using frame_list = std::vector<std::vector<Box>>;

template <spatial::any_box Box>
struct result {
    std::vector<contender<Box>> contenders;
    std::vector<double> times; // nanoseconds a box

    // The fastest of some kinds, if anyone of them took part.
    [[nodiscard]] std::optional<double> best(std::initializer_list<contender_kind> kinds) const {
        std::optional<double> best;
        for (std::size_t i = 0; i < times.size(); ++i) {
            if (std::find(kinds.begin(), kinds.end(), contenders[i].kind) != kinds.end()) {
                best = std::min(best.value_or(times[i]), times[i]);
            }
        }
        return best;
    }

    [[nodiscard]] std::optional<double> of(std::string_view name) const {
        for (std::size_t i = 0; i < times.size(); ++i) {
            if (contenders[i].name == name) {
                return times[i];
            }
        }
        return std::nullopt;
    }
};

template <spatial::any_box Box>
result<Box> race_for_pairs(const frame_list<Box>& frames) {
    result<Box> outcome{.contenders = our_structures<Box>(), .times = {}};
    for (contender<Box>& peer : peers<Box>()) {
        outcome.contenders.push_back(std::move(peer));
    }
    pair_agreement agreement(frames.size());
    std::vector<racer> racers;
    for (const contender<Box>& each : outcome.contenders) {
        racers.push_back(pair_racer(each.name, frames, each.find_pairs, agreement));
    }
    outcome.times = race(racers);
    for (double& time : outcome.times) {
        time /= static_cast<double>(frames.front().size());
    }
    return outcome;
}

// What is required of a scenario: how many times faster than the peers.
struct requirements {
    std::optional<double> best = {};         // ours that suits it best, against the better peer
    std::optional<double> kd_tree = {};      // against Boost
    std::optional<double> choice = {};       // the automatic choice against the best of ours
    std::optional<double> best_goal = {};    // nanoseconds a box
    std::optional<double> kd_tree_goal = {}; // nanoseconds a box
};

requirements required_in(layout kind, std::size_t count, double density) {
    requirements required{.best = kind == layout::mixed     ? 5
                                  : kind == layout::stadium ? 10
                                                            : 15,
                          .choice = 1 / 1.2};
    if (count == usual_count && density == usual_density) {
        required.kd_tree = kind == layout::mixed ? 4.5 : 5;
        if (kind == layout::uniform) {
            required.best_goal = 22;
            required.kd_tree_goal = 90;
        }
    }
    return required;
}

template <spatial::any_box Box>
void report_pairs(report& out, const std::string& scenario, const result<Box>& outcome,
                  const requirements& required) {
    const auto row_of = [&](std::string_view what, double value) {
        return row{.name = text(scenario, ": ", what), .value = value, .unit = "ns/box"};
    };
    for (std::size_t i = 0; i < outcome.times.size(); ++i) {
        out.add(row_of(outcome.contenders[i].name, outcome.times[i]));
    }
    const std::optional<double> best = outcome.best({contender_kind::structure});
    if (!best) {
        return;
    }
    using enum contender_kind;
    if (const auto better_peer = outcome.best({peer})) {
        row against = row_of("best of ours against Boost and CGAL", *best);
        against.peer = better_peer;
        against.required_ratio = required.best;
        against.goal = required.best_goal;
        out.add(against);
    }
    if (const auto better_peer = outcome.best({peer, tuned_peer})) {
        row against = row_of("best of ours against Boost and CGAL, tuned", *best);
        against.peer = better_peer;
        out.add(against);
    }
    const auto kd_tree = outcome.of("kd_tree");
    const auto boost = outcome.of("Boost");
    if (required.kd_tree && kd_tree && boost) {
        row against = row_of("kd_tree against Boost", *kd_tree);
        against.peer = boost;
        against.required_ratio = required.kd_tree;
        against.goal = required.kd_tree_goal;
        out.add(against);
    }
    if (const auto chosen = outcome.best({choice})) {
        row against = row_of("automatic choice against best of ours", *chosen);
        against.peer = best;
        against.required_ratio = required.choice;
        out.add(against);
    }
}

template <spatial::any_box Box>
bar_group group_of(std::string_view name, const result<Box>& outcome) {
    bar_group group{.name = std::string(name), .bars = {}};
    for (std::size_t i = 0; i < outcome.times.size(); ++i) {
        const contender_kind kind = outcome.contenders[i].kind;
        const std::size_t shown_as = kind == contender_kind::structure ? 0
                                     : kind == contender_kind::choice  ? 1
                                                                       : 2;
        group.bars.push_back({outcome.contenders[i].name, outcome.times[i], shown_as});
    }
    return group;
}

template <spatial::any_box Box>
void measure_layout(report& out, const spatial_options& options, std::string_view part, layout kind,
                    std::size_t count, bar_chart& chart) {
    if (!options.wants(part, count)) {
        return;
    }
    const crowd<Box::dimension> places(kind, count);
    const std::vector<double> widths = places.widths_for(densities);
    for (std::size_t i = 0; i < densities.size(); ++i) {
        if (options.density.value_or(densities[i]) != densities[i]) {
            continue;
        }
        const std::string scenario =
            text("pairs, ", part, ", ", count, " boxes, ", densities[i], " pairs a box");
        std::fprintf(stderr, "%s\n", scenario.c_str());
        const auto outcome = race_for_pairs(places.template frames<Box>(widths[i]));
        report_pairs(out, scenario, outcome,
                     Box::dimension == 2 ? required_in(kind, count, densities[i]) : requirements{});
        if (Box::dimension == 2 && count == usual_count && densities[i] == usual_density) {
            chart.groups.push_back(group_of(part, outcome));
        }
    }
}

} // namespace

bar_chart measure_pairs(report& out, const spatial_options& options) {
    bar_chart chart{.title = "All intersecting pairs among 80 000 moving boxes",
                    .subtitle =
                        "nanoseconds a box, build included, one thread, 0.8 pairs a box; shorter is better",
                    .kinds = {{"Orrery", "#2f6fde"},
                              {"Orrery, structure chosen automatically", "#8a5bd6"},
                              {"others", "#9aa3af"}},
                    .groups = {}};
    for (const std::size_t count : counts) {
        for (const layout kind :
             {layout::uniform, layout::spiral, layout::clumps, layout::stadium, layout::mixed}) {
            measure_layout<aabb2f>(out, options, name_of(kind), kind, count, chart);
        }
    }
    measure_layout<aabb3f>(out, options, "space", layout::uniform, usual_count, chart);
    return chart;
}

} // namespace bench
