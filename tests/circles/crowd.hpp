// Circles to test with: many in a box.
#pragma once

#include <orrery/circles/circle.hpp>
#include <orrery/circles/rules.hpp>
#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>

#include <cstdint>
#include <vector>

namespace orrery::circles::test {

// The inside of a box from the origin on, without its lid if so wished.
inline wall box(scalar width, scalar height, bool has_lid = true) {
    return {.points = {{0, height}, {0, 0}, {width, 0}, {width, height}}, .is_closed = has_lid};
}

inline circle_definition make(std::uint64_t key, vector2 position, vector2 velocity = {},
                              scalar radius = scalar(0.5)) {
    return {.key = entity_key{key},
            .motion = {.position = position, .velocity = velocity},
            .form = {.radius = radius}};
}

// Balls of diameters from 1 to 4 in a box, with gravity, friction and little restitution: they keep meeting
// for a while, and lie in a pile in the end.
inline rules crowd_rules() {
    rules made;
    made.gravity = {0, -20};
    made.walls = {box(80, 80), {.points = {{40, 30}}, .radius = 6}, {.points = {{5, 20}, {25, 10}}}};
    made.blueprints = {{"ball", {.radius = 1}}, {"sensor", {.radius = 3, .is_sensor = 1}}};
    return made;
}

inline std::vector<circle_definition> crowd(std::uint64_t seed, int rows = 12) {
    xoshiro256 random(seed);
    std::vector<circle_definition> all;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < rows; ++column) {
            const auto within = [&](scalar lowest, scalar highest) {
                return uniform_real<scalar>(random, lowest, highest);
            };
            circle_definition made = make(all.size() + 1, {scalar(14 + 4.5 * column), scalar(24 + 4.5 * row)},
                                          {within(-30, 30), within(-30, 30)}, within(scalar(0.5), 2));
            made.motion.spin = within(-3, 3);
            made.form.surface = {.friction = within(0, scalar(0.6)), .restitution = within(0, scalar(0.8))};
            all.push_back(made);
        }
    }
    return all;
}

} // namespace orrery::circles::test
