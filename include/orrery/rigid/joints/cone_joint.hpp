// Keeps an axis of b within an angle of an axis of a. It holds no point, so it is mostly the companion of a
// joint that does. With two different angles the cone is elliptical: b's axis may lean by one of them towards
// a's side, by the other at right angles to it, and in between as far as the ellipse goes.
#pragma once

#include <orrery/rigid/joints/constraint.hpp>

#include <string_view>

namespace orrery::rigid {

struct cone_joint {
    static constexpr std::uint32_t max_rows = 1;

    entity a{};
    entity b{}; // none: the world
    // Directions of any length.
    vector3 axis_a{1, 0, 0}; // in the frame of a's shape
    vector3 side_a{0, 1, 0};
    vector3 axis_b{1, 0, 0};          // in the frame of b's shape, or in the world
    scalar side_angle = scalar(0.5);  // rad, towards side_a
    scalar other_angle = scalar(0.5); // rad, at right angles to it; pi and more: as far as it likes
};

void prepare(const cone_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept;

// What is wrong with it, or nothing.
[[nodiscard]] std::string_view fault_of(const cone_joint& what) noexcept;

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::cone_joint> = [] {
    using self = rigid::cone_joint;
    return describe<self>(
               "cone_joint", field<&self::a>("a"), field<&self::b>("b"), field<&self::axis_a>("axis_a"),
               field<&self::side_a>("side_a"), field<&self::axis_b>("axis_b"),
               field<&self::side_angle>("side_angle", {.about = "rad", .minimum = 1e-3, .maximum = 3.2}),
               field<&self::other_angle>("other_angle", {.about = "rad", .minimum = 1e-3, .maximum = 3.2}))
        .validated_by(&rigid::fault_of);
}();
