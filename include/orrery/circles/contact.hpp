// Two that touch at the end of an update, or of which one is a sensor that the other is in.
#pragma once

#include <orrery/core/fields.hpp>
#include <orrery/math/scalar.hpp>

#include <cstdint>

namespace orrery::circles {

// A wall stands in a contact as one of its parts: an edge, a corner, or a circle. They are numbered through
// all walls of the rules.
inline constexpr std::uint32_t wall_bit = 0x8000'0000u;
inline constexpr std::uint32_t max_circles = wall_bit;

struct contact {
    std::uint32_t a = 0;         // place in the roster
    std::uint32_t b = 0;         // a higher one, or wall_bit and the number of a part
    scalar normal_impulse = 0;   // in the update that made the frame, while they rested on each other
    scalar friction_impulse = 0; // positive: pushes a to the left of the normal, which is from b to a

    [[nodiscard]] constexpr bool is_with_wall() const noexcept { return (b & wall_bit) != 0; }

    [[nodiscard]] constexpr std::uint32_t wall_part() const noexcept { return b & ~wall_bit; }

    friend constexpr bool operator==(const contact&, const contact&) = default;
};

// The order in which contacts stand in a frame. Of one pair there is never more than one.
[[nodiscard]] constexpr bool is_before(const contact& first, const contact& second) noexcept {
    return first.a != second.a ? first.a < second.a : first.b < second.b;
}

} // namespace orrery::circles

template <>
inline constexpr auto orrery::description<orrery::circles::contact> = [] {
    using self = circles::contact;
    return describe<self>("contact", field<&self::a>("a"), field<&self::b>("b"),
                          field<&self::normal_impulse>("normal_impulse", {.about = "mass units/s"}),
                          field<&self::friction_impulse>("friction_impulse", {.about = "mass units/s"}));
}();
