// A ball in its socket that bends and twists only so far: a shoulder, a hip, a neck. The bend is that of b's
// axis away from a's, inside an ellipse as for a cone_joint; the twist is what is left of b's turn when the
// bend is undone on the shortest way. Stops are hard or, with a stiffness, springs that begin at the limits.
#pragma once

#include <orrery/rigid/joints/constraint.hpp>

#include <string_view>

namespace orrery::rigid {

struct cone_twist_joint {
    static constexpr std::uint32_t max_rows = 8;

    entity a{};
    entity b{};        // none: the world
    vector3 pivot_a{}; // in the frame of a's shape
    vector3 pivot_b{}; // in the frame of b's shape, or in the world
    // Directions of any length. When the joint is straight and not twisted, the axes agree, and so do the
    // sides.
    vector3 axis_a{1, 0, 0}; // in the frame of a's shape
    vector3 side_a{0, 1, 0};
    vector3 axis_b{1, 0, 0}; // in the frame of b's shape, or in the world
    vector3 side_b{0, 1, 0};
    scalar side_angle = scalar(0.5);    // rad, of a bend towards side_a
    scalar other_angle = scalar(0.5);   // rad, of one at right angles to it; pi and more: no limit
    scalar lowest_twist = scalar(-0.5); // rad; a range of two pi and more is no limit
    scalar highest_twist = scalar(0.5); // rad; the same as the lowest: held there
    scalar friction = 0;                // N m, about each of the three axes of a's frame
    scalar stop_stiffness = 0;          // N m/rad; 0: hard stops
    scalar stop_resistance = 0;         // N m s/rad, of soft stops
    std::uint32_t do_bodies_meet = 0;
#if ORRERY_DOUBLE_PRECISION
    std::uint32_t unused = 0;
#endif
};

void prepare(const cone_twist_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept;

// What is wrong with it, or nothing.
[[nodiscard]] std::string_view fault_of(const cone_twist_joint& what) noexcept;

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::cone_twist_joint> = [] {
    using self = rigid::cone_twist_joint;
    return describe<self>(
               "cone_twist_joint", field<&self::a>("a"), field<&self::b>("b"),
               field<&self::pivot_a>("pivot_a", {.about = "m"}),
               field<&self::pivot_b>("pivot_b", {.about = "m"}), field<&self::axis_a>("axis_a"),
               field<&self::side_a>("side_a"), field<&self::axis_b>("axis_b"), field<&self::side_b>("side_b"),
               field<&self::side_angle>("side_angle", {.about = "rad", .minimum = 1e-3, .maximum = 3.2}),
               field<&self::other_angle>("other_angle", {.about = "rad", .minimum = 1e-3, .maximum = 3.2}),
               field<&self::lowest_twist>("lowest_twist", {.about = "rad", .minimum = -13, .maximum = 13}),
               field<&self::highest_twist>("highest_twist", {.about = "rad", .minimum = -13, .maximum = 13}),
               field<&self::friction>("friction", {.about = "N m", .minimum = 0}),
               field<&self::stop_stiffness>("stop_stiffness", {.about = "N m/rad", .minimum = 0}),
               field<&self::stop_resistance>("stop_resistance", {.about = "N m s/rad", .minimum = 0}),
               field<&self::do_bodies_meet>("do_bodies_meet", {.maximum = 1})
#if ORRERY_DOUBLE_PRECISION
                   ,
               field<&self::unused>("unused")
#endif
                   )
        .validated_by(&rigid::fault_of);
}();
