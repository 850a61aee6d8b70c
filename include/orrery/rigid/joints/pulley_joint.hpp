// A rope from a over two points of the world to b: the way from a to its point and `ratio` times the way from
// b to its own are together no longer than the rope. It only pulls. A ratio of 2 is a tackle: b hangs on two
// strands, is pulled twice as hard and moves half as far.
#pragma once

#include <orrery/rigid/joints/constraint.hpp>

namespace orrery::rigid {

struct pulley_joint {
    static constexpr std::uint32_t max_rows = 1;

    entity a{};
    entity b{};         // none: the world
    vector3 pivot_a{};  // in the frame of a's shape
    vector3 pivot_b{};  // in the frame of b's shape, or in the world
    vector3 anchor_a{}; // in the world: where the rope of a goes to
    vector3 anchor_b{};
    scalar length = 1; // m
    scalar ratio = 1;
};

void prepare(const pulley_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept;

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::pulley_joint> = [] {
    using self = rigid::pulley_joint;
    return describe<self>("pulley_joint", field<&self::a>("a"), field<&self::b>("b"),
                          field<&self::pivot_a>("pivot_a", {.about = "m"}),
                          field<&self::pivot_b>("pivot_b", {.about = "m"}),
                          field<&self::anchor_a>("anchor_a", {.about = "m"}),
                          field<&self::anchor_b>("anchor_b", {.about = "m"}),
                          field<&self::length>("length", {.about = "m", .minimum = 0}),
                          field<&self::ratio>("ratio", {.minimum = 1e-3, .maximum = 1e3}));
}();
