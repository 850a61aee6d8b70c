// A circle while an update computes. It moves along straight legs, from one impact to the next. What a look
// at it needs is in one cache line; the rest is elsewhere.
#pragma once

#include <orrery/circles/circle.hpp>
#include <orrery/math/aabb.hpp>
#include <orrery/math/scalar.hpp>
#include <orrery/math/vector2.hpp>

#include <cstdint>
#include <limits>

namespace orrery::circles::detail {

inline constexpr scalar never = std::numeric_limits<scalar>::infinity();

// Whom a circle will meet: a place in the order of movers, or wall_bit and the number of a part.
inline constexpr std::uint32_t nobody = 0xffff'ffffu;

struct alignas(64) mover {
    vector2 position{}; // when the leg began
    vector2 velocity{};
    scalar since = 0;             // s: when that was
    scalar radius = 0;            //
    scalar padded = 0;            // the radius and half of the distance that is kept from others
    std::uint32_t rank = 0;       // place in the roster, which is the order of keys
    std::uint32_t leg = 0;        // counts legs
    scalar hits_at = never;       // s: the first wall on this leg
    std::uint32_t hits = nobody;  //
    scalar meets_at = never;      // s: the first circle or wall in this stretch of time
    std::uint32_t meets = nobody; //
    std::uint32_t meets_leg = 0;  // of the other, when that was found
    std::uint32_t place = 0;      // in its vicinity

    [[nodiscard]] vector2 position_at(scalar time) const noexcept {
        return position + velocity * (time - since);
    }

    // Half of the distance that is kept from others.
    [[nodiscard]] scalar margin() const noexcept { return padded - radius; }

    // How far from its centre something can be that it touches.
    [[nodiscard]] scalar touching_reach() const noexcept { return padded + margin(); }

    // Around its way from one time of the leg to another, with what it can touch there.
    [[nodiscard]] aabb2 box_between(scalar from, scalar to) const noexcept {
        const vector2 here = position_at(from);
        const vector2 there = position_at(to);
        const scalar reach = touching_reach();
        return {{min(here.x, there.x) - reach, min(here.y, there.y) - reach},
                {max(here.x, there.x) + reach, max(here.y, there.y) + reach}};
    }
};

// What only impacts ask of it.
struct mover_details {
    scalar angle = 0; // when the leg began
    scalar spin = 0;
    scalar inverse_mass = 0;
    scalar inverse_inertia = 0;
    circles::surface surface{};
    std::uint32_t impacts = 0; // so far
    aabb2 reach{};             // around all legs so far
    vector2 kept_velocity{};   // of one that has stopped
    bool is_stopped = false;
};

} // namespace orrery::circles::detail
