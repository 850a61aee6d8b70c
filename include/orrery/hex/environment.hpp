// What surrounds the objects of a hex world: a border that brings back what leaves it, and regions that slow
// down or carry along what is in them. They change velocities along A and B at the end of a tick, by where an
// object is then; nothing turns by them. Velocities stay within +-max_velocity, and friction rounds with the
// frame number, so that it brings everything to rest.
//
// Edges belong to the inside of a rectangle, and edges along x lie on the nearest whole b.
#pragma once

#include <orrery/hex/object.hpp>
#include <orrery/math/aabb.hpp>
#include <orrery/math/simd/level.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::hex {

// A rectangle of the screen. Outside, a velocity loses `friction` 256ths of itself each tick, and is pulled
// back along x and y by `pull` quarters of a unit for each screen (65536 units) that the object is out, and
// at least by one; not at all if `pull` is 0.
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
void act(const environment& by, std::uint64_t frame, const place& where, motion& how) noexcept;

// The same for all objects. The spans are of one size; any width gives the same bits. Costs nothing where
// there is nothing that acts, 0.3 ns an object while all are inside of the border, twice that if there are
// regions and nobody is in the rectangle around them all, and 5 ns for each that it has to look at.
void act_on_all(const environment& by, std::uint64_t frame, simd::level width, std::span<const place> places,
                std::span<motion> motions) noexcept;

// Whether it does anything at all to an object there.
[[nodiscard]] bool acts_at(const environment& by, const place& where) noexcept;

} // namespace orrery::hex
