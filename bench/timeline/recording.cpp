// What a timeline takes from the thread that steps. Two copies of a scene are stepped in turns, one of them
// on a timeline. What counts is the time of the processor on the stepping thread; what the background thread
// takes to compress the tracks is told beside it.
#include "bench/process_meter.hpp"
#include "bench/timeline/scenarios.hpp"
#include "scenes/builders/add_to_world.hpp"
#include "scenes/builders/piles.hpp"

#include <orrery/rigid/world.hpp>
#include <orrery/timeline/timeline.hpp>

namespace bench {
namespace {

namespace rigid = orrery::rigid;
using rigid_timeline = orrery::timeline<rigid::world>;

struct costs {
    double stepping = 0;  // ms a step
    double recording = 0; // the same with a timeline
    double sealing = 0;   // on other threads
};

costs compare_steps(rigid::world& plain, rigid_timeline& time, std::uint64_t frames) {
    constexpr std::uint64_t frames_in_a_turn = 20;
    costs sum;
    const double begin = process_seconds();
    for (std::uint64_t done = 0; done < frames; done += frames_in_a_turn) {
        const double start = thread_seconds();
        for (std::uint64_t i = 0; i < frames_in_a_turn; ++i) {
            plain.step();
        }
        const double middle = thread_seconds();
        for (std::uint64_t i = 0; i < frames_in_a_turn; ++i) {
            time.advance();
        }
        sum.stepping += middle - start;
        sum.recording += thread_seconds() - middle;
    }
    time.seal();
    sum.sealing = process_seconds() - begin - sum.stepping - sum.recording;
    const double milliseconds_a_step = 1e3 / static_cast<double>(frames);
    return {sum.stepping * milliseconds_a_step, sum.recording * milliseconds_a_step,
            sum.sealing * milliseconds_a_step};
}

struct recorded_scene {
    std::string name;
    orrery::scenes::scene scene;
    std::uint64_t frames = 600;
    std::uint64_t frames_before = 0; // a timeline begins after them
    bool may_sleep = false;
    std::optional<double> most_bytes = {}; // a body a frame
};

void measure(report& report, const recorded_scene& what, std::uint64_t frames) {
    orrery::engine machine({.thread_count = 1});
    rigid::world plain(machine, {.may_sleep = what.may_sleep});
    orrery::scenes::add_to_world(what.scene, plain);
    for (std::uint64_t i = 0; i < what.frames_before; ++i) {
        plain.step();
    }
    rigid_timeline time(plain.fork(machine));
    time.advance(60); // both have found their room
    for (int i = 0; i < 60; ++i) {
        plain.step();
    }
    time.seal();
    const std::size_t bytes_before = time.known()->bytes();
    const costs took = compare_steps(plain, time, frames);
    report.add({.name = what.name + ", step with a timeline to without",
                .value = took.recording,
                .unit = "ms",
                .peer = took.stepping});
    report.add({.name = what.name + ", recording",
                .value = 100 * (took.recording / took.stepping - 1),
                .unit = "% of a step",
                .required_value = 5});
    report.add({.name = what.name + ", sealing in the background",
                .value = 100 * took.sealing / took.stepping,
                .unit = "% of a step"});
    report.add({.name = what.name + ", tracks and events",
                .value = static_cast<double>(time.known()->bytes() - bytes_before) /
                         static_cast<double>(frames * what.scene.bodies.size()),
                .unit = "bytes a body a frame",
                .required_value = what.most_bytes});
}

} // namespace

void measure_recording(report& report, const options& chosen) {
    const orrery::scenes::pile_size boxes = chosen.amount(orrery::scenes::pile_size{16, 8}, {6, 3});
    const recorded_scene all[] = {
        {.name = "boxes", .scene = orrery::scenes::pile_of_boxes(boxes)},
        {.name = "spheres", .scene = orrery::scenes::pile_of_spheres()},
        {.name = "sleepers",
         .scene = orrery::scenes::pile_of_boxes(boxes),
         .frames = 6000,
         .frames_before = chosen.amount<std::uint64_t>(1200, 20),
         .may_sleep = true,
         .most_bytes = 0.01}, // none for a body, a few hundred for a segment
    };
    for (const recorded_scene& each : all) {
        measure(report, each, chosen.amount<std::uint64_t>(each.frames, 20));
    }
}

} // namespace bench
