// A constant-velocity joint, as between the half shafts of a car: a point is held, the shafts may bend
// against each other, and a spin about one axis becomes the same spin about the other at every moment. (In a
// universal joint the second shaft runs ahead and falls behind twice a turn.) What is held is the turn about
// the bisector of the two axes.
#pragma once

#include <orrery/rigid/joints/constraint.hpp>

#include <string_view>

namespace orrery::rigid {

struct cv_joint {
    static constexpr std::uint32_t max_rows = 5;

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
    scalar largest_bend = scalar(0.8); // rad; pi and more: no limit
    std::uint32_t do_bodies_meet = 0;
#if ORRERY_DOUBLE_PRECISION
    std::uint32_t unused = 0;
#endif
};

void prepare(const cv_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept;

// What is wrong with it, or nothing.
[[nodiscard]] std::string_view fault_of(const cv_joint& what) noexcept;

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::cv_joint> = [] {
    using self = rigid::cv_joint;
    return describe<self>(
               "cv_joint", field<&self::a>("a"), field<&self::b>("b"),
               field<&self::pivot_a>("pivot_a", {.about = "m"}),
               field<&self::pivot_b>("pivot_b", {.about = "m"}), field<&self::axis_a>("axis_a"),
               field<&self::side_a>("side_a"), field<&self::axis_b>("axis_b"), field<&self::side_b>("side_b"),
               field<&self::largest_bend>("largest_bend", {.about = "rad", .minimum = 1e-3, .maximum = 3.2}),
               field<&self::do_bodies_meet>("do_bodies_meet", {.maximum = 1})
#if ORRERY_DOUBLE_PRECISION
                   ,
               field<&self::unused>("unused")
#endif
                   )
        .validated_by(&rigid::fault_of);
}();
