#include "bench/spatial/pairs.hpp"
#include "bench/spatial/peers.hpp"
#include "bench/spatial/race.hpp"
#include "bench/spatial/scenarios.hpp"
#include "bench/spatial/structures.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>

namespace bench {
namespace {

// What most numbers are about, and the chart.
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
        // What one writes without a library takes seconds for a million boxes, and nothing is required of it.
        const bool is_too_slow = peer.kind == contender_kind::baseline && frames.front().size() > usual_count;
        if (!is_too_slow) {
            outcome.contenders.push_back(std::move(peer));
        }
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

// What is required in a scenario: how many times faster than the peer.
struct requirements {
    std::optional<double> best = {};         // ours that suits it best, against the better peer
    std::optional<double> kd_tree = {};      // against Boost
    std::optional<double> choice = {};       // the automatic choice against the best of ours
    std::optional<double> best_goal = {};    // nanoseconds a box
    std::optional<double> kd_tree_goal = {}; // nanoseconds a box
};

requirements required_in(layout kind, std::size_t count, double density) {
    requirements required{.best = kind == layout::mixed    ? 5
                                  : kind == layout::teapot ? 10
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
    for (std::size_t i = 0; i < outcome.times.size(); ++i) {
        const std::string& name = outcome.contenders[i].name;
        out.add({.name = text(scenario, ": ", name), .value = outcome.times[i], .unit = "ns/box"});
    }
    // Nothing where one of the two did not take part.
    const auto compare = [&](std::string_view what, std::optional<double> ours, std::optional<double> peer,
                             std::optional<double> required_ratio, std::optional<double> goal) {
        if (ours && peer) {
            out.add({.name = text(scenario, ": ", what),
                     .value = *ours,
                     .unit = "ns/box",
                     .peer = peer,
                     .required_ratio = required_ratio,
                     .goal = goal});
        }
    };
    using enum contender_kind;
    const std::optional<double> best = outcome.best({structure});
    compare("best of ours against Boost and CGAL", best, outcome.best({peer}), required.best,
            required.best_goal);
    compare("best of ours against Boost and CGAL, tuned", best, outcome.best({peer, tuned_peer}), {}, {});
    compare("automatic choice against best of ours", outcome.best({choice}), best, required.choice, {});
    if (required.kd_tree) {
        compare("kd_tree against Boost", outcome.of("kd_tree"), outcome.of("Boost"), required.kd_tree,
                required.kd_tree_goal);
    }
}

// The kinds of bars in the chart.
const std::vector<bar_kind> chart_kinds{{"Orrery", "#2563eb"},
                                        {"Orrery, chosen automatically", "#7cb0ff"},
                                        {"others as in their manuals", "#6b7280"},
                                        {"others, tuned", "#b6bcc6"}};

template <spatial::any_box Box>
bar_group group_of(std::string_view name, std::string_view note, const result<Box>& outcome) {
    bar_group group{.name = std::string(name), .note = std::string(note), .bars = {}};
    for (std::size_t i = 0; i < outcome.times.size(); ++i) {
        std::size_t kind = 0;
        switch (outcome.contenders[i].kind) {
        case contender_kind::structure:
            break;
        case contender_kind::choice:
            kind = 1;
            break;
        case contender_kind::peer:
        case contender_kind::baseline:
            kind = 2;
            break;
        case contender_kind::tuned_peer:
            kind = 3;
            break;
        }
        group.bars.push_back({outcome.contenders[i].name, outcome.times[i], kind});
    }
    return group;
}

// A scenario of the chart, and of the table for more numbers of boxes and of pairs.
struct scenario {
    layout kind;
    std::string_view name;
    std::string_view note;
};

constexpr std::array<scenario, 5> flat_scenarios{{{layout::uniform, "uniform", "evenly at random"},
                                                  {layout::spiral, "spiral", "a sunflower"},
                                                  {layout::clumps, "clumps", "200 of different density"},
                                                  {layout::teapot, "teapot", "99 % in 1 % of the area"},
                                                  {layout::mixed, "mixed", "one in 1000 is 30 times wider"}}};
constexpr scenario space_scenario{layout::uniform, "space", "three dimensions, at random"};

template <spatial::any_box Box>
void measure_scenario(report& out, const options& chosen, const scenario& where, std::size_t count,
                      bar_chart& chart) {
    if (!wants_count(chosen, where.name, count)) {
        return;
    }
    const crowd<Box::dimension> places(where.kind, count);
    const std::vector<double> widths = places.widths_for(spatial_densities);
    for (std::size_t i = 0; i < spatial_densities.size(); ++i) {
        const double density = spatial_densities[i];
        if (!wants_density(chosen, density)) {
            continue;
        }
        const std::string name =
            text("pairs, ", where.name, ", ", count, " boxes, ", density, " pairs a box");
        const auto outcome = race_for_pairs(places.template frames<Box>(widths[i]));
        report_pairs(out, name, outcome,
                     Box::dimension == 2 ? required_in(where.kind, count, density) : requirements{});
        if (count == usual_count && density == usual_density) {
            chart.groups.push_back(group_of(where.name, where.note, outcome));
        }
    }
}

} // namespace

bar_chart measure_pairs(report& out, const options& chosen) {
    bar_chart chart{
        .title = "All intersecting pairs among 80 000 moving boxes",
        .subtitle =
            "Nanoseconds a box, build included, on one thread, with 0.8 pairs a box. Shorter is better.",
        .kinds = chart_kinds,
        .groups = {}};
    for (const std::size_t count : spatial_counts) {
        for (const scenario& each : flat_scenarios) {
            measure_scenario<aabb2f>(out, chosen, each, count, chart);
        }
    }
    measure_scenario<aabb3f>(out, chosen, space_scenario, chosen.amount(usual_count, spatial_counts.front()),
                             chart);
    return chart;
}

} // namespace bench
