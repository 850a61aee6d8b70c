// An hour of a thousand bodies: 35 piles of 20 cubes, one of which is knocked about every five seconds while
// the others sleep, and above them 300 balls that fly through a cage and bounce off its walls and each other.
#include "bench/process_meter.hpp"
#include "bench/timeline/scenarios.hpp"
#include "scenes/builders/add_to_world.hpp"
#include "scenes/builders/piles.hpp"

#include <orrery/math/random_values.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/timeline/timeline.hpp>

namespace bench {
namespace {

namespace rigid = orrery::rigid;
using orrery::scalar;
using orrery::vector3;
using rigid_timeline = orrery::timeline<rigid::world>;

constexpr std::uint64_t hour = 216'000; // frames
constexpr std::uint64_t piled = 700;
constexpr std::uint64_t flying = 300;
constexpr scalar cage_height = 200;
constexpr scalar cage_size = 60; // from its middle to a wall

void add_cage(orrery::scenes::scene& made) {
    for (int axis = 0; axis < 3; ++axis) {
        for (const scalar side : {scalar(-1), scalar(1)}) {
            orrery::scenes::fixed_box wall{.center = {0, cage_height, 0},
                                           .half_extents = vector3::filled(cage_size + 2),
                                           .friction = 0,
                                           .restitution = 1};
            wall.center[axis] += side * (cage_size + 1);
            wall.half_extents[axis] = 1;
            made.fixed_boxes.push_back(wall);
        }
    }
}

void add_balls(rigid::world& world, orrery::xoshiro256& dice) {
    const auto anywhere = [&] { return orrery::uniform_real<scalar>(dice, 2 - cage_size, cage_size - 2); };
    for (std::uint64_t number = 0; number < flying; ++number) {
        vector3 position{0, cage_height, 0};
        for (int axis = 0; axis < 3; ++axis) {
            position[axis] += anywhere();
        }
        const vector3 velocity = orrery::unit_vector<vector3>(dice) * scalar(10);
        (void)make_body(world, {.position = position,
                                .linear_velocity = velocity,
                                .shape = rigid::sphere(scalar(0.5)),
                                .material = rigid::material{.friction = 0, .restitution = 1},
                                .gravity = vector3{},
                                .key = orrery::entity_key{1 + piled + number}});
    }
}

rigid_timeline make_hour(orrery::engine& machine, std::uint64_t frames) {
    orrery::xoshiro256 dice(1);
    rigid::world world(machine);
    orrery::scenes::scene piles = orrery::scenes::separate_piles(5, 7);
    add_cage(piles);
    orrery::scenes::add_to_world(piles, world);
    add_balls(world, dice);
    rigid_timeline time(std::move(world));
    constexpr std::uint64_t frames_between_knocks = 300;
    for (std::uint64_t frame = frames_between_knocks; frame < frames; frame += frames_between_knocks) {
        time.add(frame, {.target = orrery::entity_key{1 + orrery::uniform_below(dice, piled)},
                         .kind = rigid::input_kind::impulse,
                         .value = orrery::unit_vector<vector3>(dice) * scalar(4000)});
    }
    time.advance(frames);
    time.seal();
    return time;
}

} // namespace

void measure_hour(report& report, const options& chosen) {
    orrery::engine machine({.thread_count = 1});
    const rigid_timeline time = make_hour(machine, chosen.amount(hour, 120));
    const auto known = time.known();
    orrery::xoshiro256 dice(2);
    std::vector<double> times;
    for (int i = 0; i < chosen.amount(200'000, 2000); ++i) {
        const orrery::entity_key key{1 + orrery::uniform_below(dice, piled + flying)};
        const std::uint64_t frame = orrery::uniform_below(dice, known->head() + 1);
        bool is_known = false;
        const auto ask = [&] { is_known = static_cast<bool>(known->at(key, frame)); };
        times.push_back(detail::time_calls(1, ask) / 1e3);
        if (!is_known) {
            times.back() = 1e9; // no answer is no good answer
        }
    }
    report.add({.name = "hour, at, median", .value = quantile(times, 0.5), .unit = "us"});
    report.add(
        {.name = "hour, at, 99 %", .value = quantile(times, 0.99), .unit = "us", .required_value = 10});
    report.add({.name = "hour, tracks and events",
                .value = static_cast<double>(known->bytes()) / 1e6,
                .unit = "MB"});
}

} // namespace bench
