// What worlds of circles are shown and measured with. The same arguments give the same scene everywhere. Keys
// count from 1 in the order of the circles, which has nothing to do with where they are.
#pragma once

#include <orrery/circles/circle.hpp>
#include <orrery/circles/rules.hpp>
#include <orrery/math/random.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace orrery::scenes {

struct circle_scene {
    std::shared_ptr<const circles::rules> rules;
    std::vector<circles::circle_definition> circles;
};

// Circles that fly about among static circles and polygons, in a square with a border. Everything bounces and
// nothing loses speed. An update is a second long, so speeds are in units an update.
//
// The square has a cell for each circle, static or not, and for polygons as many as squares around them fill.
// All are spread evenly, and nothing overlaps. Where a circle does not find room, which takes cells that are
// hardly larger than circles, it is left out.
struct circle_field_settings {
    std::uint32_t circles = 1 << 14;
    std::uint32_t static_circles = 2000;
    std::uint32_t polygons = 500; // of 3 to 12 corners; every second one is convex, the others are stars
    scalar min_diameter = 1;      // of circles, static or not
    scalar max_diameter = 4;
    scalar max_speed = 4;
    scalar cell = 4; // its side
    std::uint64_t seed = 1;
};

[[nodiscard]] circle_scene circle_field(const circle_field_settings& settings = {});

// In any direction, all equally likely, at a speed from 0 to the largest, all equally likely, too.
[[nodiscard]] vector2 random_velocity(xoshiro256& random, scalar max_speed);

// Circles that fall into a pit past pegs and come to rest there on each other. The floor's middle is near the
// origin.
struct ball_pit_settings {
    std::uint32_t circles = 4000;
    scalar min_diameter = 1;
    scalar max_diameter = 2;
    scalar width = 100;
    std::uint32_t pegs = 30;
    scalar friction = scalar(0.3);
    scalar restitution = scalar(0.3);
    scalar gravity = 20; // units/s^2, down
    std::uint64_t seed = 1;
};

[[nodiscard]] circle_scene ball_pit(const ball_pit_settings& settings = {});

} // namespace orrery::scenes
