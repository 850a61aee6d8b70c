#include "bench/spatial/race.hpp"
#include "bench/spatial/scenarios.hpp"
#include "bench/spatial/structures.hpp"
#include "bench/spatial/threads.hpp"

#include <orrery/core/jobs/thread_pool.hpp>
#include <orrery/core/text.hpp>

#include <array>
#include <optional>

namespace bench {
namespace {

// The place of the fastest structure, the automatic choice left out.
std::size_t best_of(const std::vector<contender<aabb2f>>& contenders, const std::vector<double>& times) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < times.size(); ++i) {
        if (contenders[i].kind == contender_kind::structure && times[i] < times[best]) {
            best = i;
        }
    }
    return best;
}

void measure_threads_with(report& out, std::size_t count) {
    const crowd<2> places(layout::uniform, count);
    const auto frames = places.frames<aabb2f>(places.widths_for(std::array{0.8})[0]);
    thread_pool jobs(2);
    // Two of each, since some keep state from frame to frame.
    const std::vector<contender<aabb2f>> alone = our_structures<aabb2f>();
    const std::vector<contender<aabb2f>> together = our_structures<aabb2f>();
    pair_agreement agreement(frames.size());
    std::vector<racer> racers;
    for (std::size_t i = 0; i < alone.size(); ++i) {
        racers.push_back(pair_racer(alone[i].name, frames, alone[i].find_pairs, agreement));
        racers.push_back(pair_racer(
            together[i].name, frames,
            [&jobs, find_pairs = together[i].find_pairs_on_jobs](std::span<const aabb2f> boxes) {
                return find_pairs(boxes, jobs);
            },
            agreement));
    }
    const std::vector<double> times = race(racers, {.clock = race_clock::wall, .patience = 4});
    std::vector<double> one;
    std::vector<double> two;
    for (std::size_t i = 0; i < alone.size(); ++i) {
        one.push_back(times[2 * i] / static_cast<double>(count));
        two.push_back(times[2 * i + 1] / static_cast<double>(count));
    }

    const std::size_t best = best_of(alone, one);
    const auto add = [&](std::string_view name, std::size_t i, std::optional<double> required) {
        out.add({.name = text("pairs, two threads against one, uniform, ", count, " boxes: ", name),
                 .value = two[i],
                 .unit = "ns/box",
                 .peer = one[i],
                 .required_ratio = required});
    };
    for (std::size_t i = 0; i < alone.size(); ++i) {
        add(alone[i].name, i, alone[i].name == "kd_tree" ? std::optional(1.5) : std::nullopt);
    }
    add("best of ours", best, 1.5);
}

} // namespace

void measure_threads(report& out, const options& chosen) {
    if (hardware_thread_count() < 2) {
        return;
    }
    for (const std::size_t count : spatial_counts) {
        const bool is_measured = count > spatial_counts.front() || chosen.is_quick();
        if (is_measured && wants_count(chosen, "threads", count)) {
            measure_threads_with(out, count);
        }
    }
}

} // namespace bench
