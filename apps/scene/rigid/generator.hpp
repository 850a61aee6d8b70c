// Where the bodies of a generator are. Random numbers are drawn for each body from a stream of its own, so
// that a larger count leaves those that were there before where they were.
#pragma once

#include "apps/scene/reading.hpp"

#include <orrery/math/transform.hpp>

#include <cstdint>
#include <functional>
#include <vector>

namespace orrery::scene_format {

struct generated_body {
    transform3 where{};       // the body's own placement is relative to this
    vector3 velocity{};       // besides the body's own
    std::uint32_t choice = 0; // which of the generator's bodies
    std::uint64_t frame = 0;  // of rain: when it comes
};

// What bodies on an orbit go around.
struct orbit_center {
    vector3 position{};
    vector3 velocity{};
    scalar strength = 0; // m3/s2
};

// Finds the body that a reference names; refuses what has no attractor.
using orbit_center_of = std::function<orbit_center(const json::cursor&)>;

// How many bodies there will be.
[[nodiscard]] double count_of(const json::cursor& generator);

// A generator's bodies in order. The number of them was found to be acceptable before.
[[nodiscard]] std::vector<generated_body> generate(const json::cursor& generator, reading& notes,
                                                   const orbit_center_of& find_center);

} // namespace orrery::scene_format
