#include "bench/spatial/contender.hpp"
#include "bench/spatial/pipeline.hpp"
#include "bench/spatial/race.hpp"
#include "bench/spatial/scenarios.hpp"

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/jobs/thread_pool.hpp>
#include <orrery/core/text.hpp>
#include <orrery/spatial/grid_hierarchy.hpp>
#include <orrery/spatial/kd_tree.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bench {
namespace {

using boxes_of_frames = std::vector<std::vector<aabb2f>>;

// How far a box moves in a step at most. A program would know it from its velocities.
float largest_displacement(const boxes_of_frames& frames) {
    float largest = 0;
    for (std::size_t frame = 0; frame < frames.size(); ++frame) {
        const std::vector<aabb2f>& next = frames[(frame + 1) % frames.size()];
        for (std::size_t i = 0; i < next.size(); ++i) {
            largest = std::max(largest, largest_component(abs(next[i].min - frames[frame][i].min)));
        }
    }
    return largest;
}

enum class pipeline_result {
    pairs,     // exactly those of this step, like everyone else
    candidates // all that could touch in this step: a program that reacts a step later looks at them then
};

// Two structures take turns: one is searched while the other is built.
template <spatial::broad_phase Structure>
class pipeline {
public:
    pipeline(const boxes_of_frames& frames, pipeline_result wanted)
        : margin_(largest_displacement(frames))
        , wanted_(wanted) {
        build(frames.back()); // the step before the first
        take_turns();
    }

    std::span<const spatial::index_pair> step(std::span<const aabb2f> boxes, scheduler& jobs) {
        parallel_for(jobs, 2, 1, [&](std::size_t task) {
            if (task == 0) {
                build(boxes);
            } else {
                search(boxes);
            }
        });
        take_turns();
        return wanted_ == pipeline_result::pairs
                   ? std::span<const spatial::index_pair>(touching_)
                   : std::span<const spatial::index_pair>(candidates_.begin(), candidates_.size());
    }

    void build(std::span<const aabb2f> boxes) {
        grown_.clear();
        for (const aabb2f& box : boxes) {
            grown_.push_back(inflate(box, margin_));
        }
        built_.build(grown_);
    }

    // What touches now lay within the margin of each other a step ago.
    void search(std::span<const aabb2f> boxes) {
        spatial::find_pairs(searched_, candidates_);
        if (wanted_ == pipeline_result::pairs) {
            touching_.clear();
            for (const spatial::index_pair pair : candidates_) {
                if (intersects(boxes[pair.first], boxes[pair.second])) {
                    touching_.push_back(pair);
                }
            }
        }
    }

    void take_turns() { std::swap(searched_, built_); }

private:
    float margin_;
    pipeline_result wanted_;
    Structure searched_;
    Structure built_;
    std::vector<aabb2f> grown_;
    spatial::pair_list candidates_;
    std::vector<spatial::index_pair> touching_;
};

// What the stages take one at a time, which a busy machine does not disturb: the longer one is the least that
// a pipelined step can take, and half of everything the least that stages in parallel can.
template <spatial::broad_phase Structure>
void measure_stages(report& out, const boxes_of_frames& frames, const std::string& name,
                    const std::string& scene) {
    const auto count = static_cast<double>(frames.front().size());
    const contender<aabb2f> usual = contender_of<Structure>(name);
    pipeline<Structure> exact(frames, pipeline_result::pairs);
    pipeline<Structure> late(frames, pipeline_result::candidates);
    const std::vector<racer> racers{
        {.run = [&] { (void)usual.find_pairs(frames[0]); }},
        {.run = [&] { exact.build(frames[0]); }},
        {.run = [&] { exact.search(frames[0]); }},
        {.run = [&] { late.search(frames[0]); }},
    };
    const std::vector<double> times = race(racers);
    const double least = times[0] / 2 / count;
    out.add({.name = text("pipeline, longer stage against half of all, ", scene, ": ", name),
             .value = std::max(times[1], times[2]) / count,
             .unit = "ns/box",
             .peer = least});
    out.add({.name = text("pipeline, longer stage, reacting later, ", scene, ": ", name),
             .value = std::max(times[1], times[3]) / count,
             .unit = "ns/box",
             .peer = least});
}

template <spatial::broad_phase Structure>
void measure_structure(report& out, const boxes_of_frames& frames, const std::string& name,
                       const std::string& scene) {
    const std::size_t count = frames.front().size();
    thread_pool jobs(2);
    const contender<aabb2f> usual = contender_of<Structure>(name);
    pipeline<Structure> exact(frames, pipeline_result::pairs);
    pipeline<Structure> late(frames, pipeline_result::candidates);
    pair_agreement agreement(frames.size());
    std::size_t late_frame = 0;
    const std::vector<racer> racers{
        pair_racer(
            "stages in parallel", frames,
            [&](std::span<const aabb2f> boxes) { return usual.find_pairs_on_jobs(boxes, jobs); }, agreement),
        pair_racer(
            "pipelined", frames, [&](std::span<const aabb2f> boxes) { return exact.step(boxes, jobs); },
            agreement),
        {.run = [&] { (void)late.step(frames[late_frame], jobs); },
         .check = [&] { late_frame = (late_frame + 1) % frames.size(); }},
    };
    const std::vector<double> times = race(racers, {.clock = race_clock::wall, .patience = 4});
    const auto per_box = [&](double time) { return time / static_cast<double>(count); };
    out.add({.name = text("pipeline, step against parallel stages, ", scene, ": ", name),
             .value = per_box(times[1]),
             .unit = "ns/box",
             .peer = per_box(times[0])});
    out.add({.name = text("pipeline, step, reacting later, ", scene, ": ", name),
             .value = per_box(times[2]),
             .unit = "ns/box",
             .peer = per_box(times[0])});
}

} // namespace

void measure_pipeline(report& out, const options& chosen) {
    if (hardware_thread_count() < 2) {
        return;
    }
    for (const std::size_t count : spatial_counts) {
        if (count > 80'000 || !wants_count(chosen, "pipeline", count)) {
            continue;
        }
        const crowd<2> places(layout::uniform, count);
        const std::vector<double> widths = places.widths_for(spatial_densities);
        for (std::size_t i = 0; i < widths.size(); ++i) {
            if (!wants_density(chosen, spatial_densities[i])) {
                continue;
            }
            const boxes_of_frames frames = places.frames<aabb2f>(widths[i]);
            const std::string scene = text(count, " boxes, ", spatial_densities[i], " pairs a box");
            measure_stages<spatial::kd_tree<aabb2f>>(out, frames, "kd_tree", scene);
            measure_stages<spatial::grid_hierarchy<aabb2f>>(out, frames, "grid_hierarchy", scene);
            measure_structure<spatial::kd_tree<aabb2f>>(out, frames, "kd_tree", scene);
            measure_structure<spatial::grid_hierarchy<aabb2f>>(out, frames, "grid_hierarchy", scene);
        }
    }
}

} // namespace bench
