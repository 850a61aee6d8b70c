// A walking capsule: the body of a person in a game. It is a dynamic body like any other, with its turns
// locked, so it is in every snapshot and recording, can be rewound and driven otherwise, is pushed by what
// hits it and rides on what moves. What makes it walk is a stage of the step
// (src/rigid/movers/characters.cpp) that reads what the player wants and what the feet touch.
//
//   const entity hero = make_character(world, {.position = {0, 1, 0}, .key = hero_key}).value();
//   const input ahead = walk(hero_key, {4, 0, 0}); // an input: data in the journal
//   world.step({&ahead, 1});
//
// On ground that is not too steep it walks at the speed it wants along the surface, uphill as downhill,
// stands without sliding, moves with platforms, climbs steps and keeps its feet on the ground on the way
// down. It slides along walls and down what is too steep. Up is the axis of its capsule.
#pragma once

#include <orrery/core/fields.hpp>
#include <orrery/core/math_fields.hpp>
#include <orrery/core/result.hpp>
#include <orrery/math/vector3.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/input.hpp>

#include <optional>

namespace orrery::rigid {

class world;

// What a character is able to: a component of a dynamic body whose shape is a capsule or a sphere.
struct character {
    scalar steepest_slope = scalar(0.9); // rad; ground that is steeper is slid down
    scalar step_height = scalar(0.3);    // m
    scalar acceleration = 40;            // m/s2, on the ground; also how it brakes
    scalar air_acceleration = 8;         // m/s2, across, while it falls
    scalar push_force = 400;             // N, with which it pushes on bodies that are in its way
    scalar descent_speed = 6;            // m/s, with which its feet follow steps and slopes downwards
};

// What a character wants, and where it stands: a component beside `character`, written by inputs and by the
// step.
struct walk_state {
    vector3 wish{};            // m/s, across up; what is along up is not looked at
    scalar jump = 0;           // m/s upwards, if it stands in the next step; after that it is forgotten
    scalar climbed = 0;        // m, of a step that it is climbing
    vector3 ground_normal{};   // of what it stands on; zero: it falls
    vector3 ground_velocity{}; // of what it stands on, m/s

    [[nodiscard]] bool is_on_ground() const noexcept { return ground_normal != vector3{}; }

    friend bool operator==(const walk_state&, const walk_state&) = default;
};

struct character_definition {
    vector3 position{};          // of the middle of the capsule
    scalar radius = scalar(0.3); // m
    scalar height = scalar(1.8); // m, with both ends
    scalar mass = 80;            // kg
    character abilities{};
    vector3 velocity{};
    std::optional<vector3> gravity{}; // none: that of the world's settings
    collision_filter filter{};
    entity_key key = entity_key::none;
};

// A new body that walks. Refused with a sentence: what make_body refuses, a height below two radii, abilities
// out of range.
[[nodiscard]] result<entity> make_character(world& where, const character_definition& what);

// Sets what a character wants from now on, and lets it jump if it stands on something in this step. Height
// reached: jump^2 / (2 g).
[[nodiscard]] constexpr input walk(entity_key who, vector3 wish, scalar jump = 0) noexcept {
    return {.target = who, .kind = input_kind::drive, .value = wish, .point = {jump, 0, 0}};
}

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::character> = [] {
    using self = rigid::character;
    return describe<self>(
        "character",
        field<&self::steepest_slope>("steepest_slope", {.about = "rad", .minimum = 0, .maximum = 1.5}),
        field<&self::step_height>("step_height", {.about = "m", .minimum = 0}),
        field<&self::acceleration>("acceleration", {.about = "m/s2", .minimum = 0}),
        field<&self::air_acceleration>("air_acceleration", {.about = "m/s2", .minimum = 0}),
        field<&self::push_force>("push_force", {.about = "N", .minimum = 0}),
        field<&self::descent_speed>("descent_speed", {.about = "m/s", .minimum = 0}));
}();
template <>
inline constexpr auto orrery::description<orrery::rigid::walk_state> = [] {
    using self = rigid::walk_state;
    return describe<self>("walk_state", field<&self::wish>("wish", {.about = "m/s"}),
                          field<&self::jump>("jump", {.about = "m/s", .minimum = 0}),
                          field<&self::climbed>("climbed", {.about = "m", .minimum = 0}),
                          field<&self::ground_normal>("ground_normal"),
                          field<&self::ground_velocity>("ground_velocity", {.about = "m/s"}));
}();
