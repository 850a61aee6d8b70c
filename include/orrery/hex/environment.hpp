// What surrounds the objects of a hex world: a border that brings back what leaves it, and regions that slow
// down or carry along what is in them. They change velocities at the end of a tick, by where an object is
// then.
#pragma once

#include <orrery/hex/object.hpp>
#include <orrery/math/aabb.hpp>

#include <cstdint>
#include <vector>

namespace orrery::hex {

// A rectangle of the screen. Outside, a velocity loses `friction` 256ths of itself each tick, and is pulled
// back along x and y by `pull` quarters of a unit for each screen (65536 units) that the object is out, and
// at least by one.
struct border {
    aabb2i inside{{-coordinate_limit, -coordinate_limit}, {coordinate_limit, coordinate_limit}};
    std::uint8_t friction = 0;
    std::uint16_t pull = 0;

    friend bool operator==(const border&, const border&) = default;
};

// A rectangle of the screen in which a velocity loses `friction` 256ths of itself and is changed by
// `acceleration` each tick.
struct region {
    aabb2i area{};
    std::uint8_t friction = 0;
    hex_vector acceleration{}; // quarters of a unit a tick, each tick

    friend bool operator==(const region&, const region&) = default;
};

struct environment {
    hex::border border{};
    std::vector<region> regions{};

    friend bool operator==(const environment&, const environment&) = default;
};

// What the environment does to an object at this place in the tick that made `frame`.
void act(const environment& on, std::uint64_t frame, const place& where, motion& how) noexcept;

// Whether it does anything at all to an object there.
[[nodiscard]] bool acts_at(const environment& on, const place& where) noexcept;

} // namespace orrery::hex
