// Lets b turn about one axis of a: a door, a wheel on its axle, a knee. The angle keeps counting when it
// passes half a turn, so that limits, springs and motors may span several turns.
//
// Driven (input_kind::drive): value.x is the speed of the motor in rad/s, value.y its largest torque in N m
// (a negative one leaves it as it is), value.z where the spring rests, in rad.
#pragma once

#include <orrery/rigid/fwd.hpp>
#include <orrery/rigid/joints/joint_axis.hpp>

namespace orrery::rigid {

struct hinge_joint {
    static constexpr std::uint32_t max_rows = 5 + joint_axis_rows;

    entity a{};
    entity b{};                   // none: the world
    vector3 pivot_a{};            // in the frame of a's shape
    vector3 pivot_b{};            // in the frame of b's shape, or in the world
    vector3 axis_a{0, 0, 1};      // of any length but zero, in the same frames
    vector3 axis_b{0, 0, 1};      //
    vector3 reference_a{1, 0, 0}; // across the axes: the angle is zero where they point the same way, and
    vector3 reference_b{1, 0, 0}; // grows as b turns counterclockwise, seen from the tip of the axis
    joint_axis turn{};
    std::uint32_t do_bodies_meet = 0; // 1: a and b can still touch each other
#if ORRERY_DOUBLE_PRECISION
    std::uint32_t unused = 0;
#endif
};

void prepare(const hinge_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept;
void remember(const hinge_joint& what, const constrained_body& a, const constrained_body& b,
              constraint_memory& memory) noexcept;
[[nodiscard]] bool drive(hinge_joint& what, const input& how) noexcept;

// The angle of a hinge as it is now, in rad, with all the turns it has made. Zero for what is no hinge.
[[nodiscard]] scalar hinge_angle(const world& where, entity joint) noexcept;

[[nodiscard]] std::string_view check(const hinge_joint& what) noexcept;

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::hinge_joint> = [] {
    using self = rigid::hinge_joint;
    return describe<self>("hinge_joint", field<&self::a>("a"), field<&self::b>("b"),
                          field<&self::pivot_a>("pivot_a", {.about = "m"}),
                          field<&self::pivot_b>("pivot_b", {.about = "m"}), field<&self::axis_a>("axis_a"),
                          field<&self::axis_b>("axis_b"), field<&self::reference_a>("reference_a"),
                          field<&self::reference_b>("reference_b"), field<&self::turn>("turn"),
                          field<&self::do_bodies_meet>("do_bodies_meet", {.maximum = 1})
#if ORRERY_DOUBLE_PRECISION
                              ,
                          field<&self::unused>("unused")
#endif
                              )
        .validated_by([](const self& what) { return rigid::check(what); });
}();
