// A circle while an update computes: a cache line of all that an impact needs. It moves along straight legs,
// from one impact to the next; positions and angles are those at the beginning of the leg.
#pragma once

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
    vector2 position{};
    vector2 velocity{};
    scalar since = 0;  // s: when the leg began
    scalar radius = 0; //
    scalar padded = 0; // the radius and half of the distance that is kept from others
    scalar angle = 0;
    scalar spin = 0;
    scalar inverse_mass = 0;
    std::uint32_t rank = 0;       // place in the roster, which is the order of keys
    std::uint32_t leg = 0;        // counts legs
    scalar meets_at = never;      // s: the first meeting that is known
    std::uint32_t meets = nobody; //
    std::uint32_t meets_leg = 0;  // of the other, when that was found
    std::uint32_t state = 0;      // impacts so far; stopped_bit

    static constexpr std::uint32_t stopped_bit = 0x8000'0000u;

    [[nodiscard]] bool is_stopped() const noexcept { return (state & stopped_bit) != 0; }

    [[nodiscard]] vector2 position_at(scalar time) const noexcept {
        return position + velocity * (time - since);
    }

    // Half of the distance that is kept from others.
    [[nodiscard]] scalar margin() const noexcept { return padded - radius; }

    // Around all of the leg, with twice the margin: boxes of two that touch overlap.
    [[nodiscard]] aabb2 box_until(scalar end) const noexcept {
        const vector2 there = position_at(end);
        const scalar reach = padded + margin();
        return {{min(position.x, there.x) - reach, min(position.y, there.y) - reach},
                {max(position.x, there.x) + reach, max(position.y, there.y) + reach}};
    }
};

} // namespace orrery::circles::detail
