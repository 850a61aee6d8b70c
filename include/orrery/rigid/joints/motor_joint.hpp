// Drives a body to a pose and holds it there, with no more than so much force and torque. The pose is that of
// b as seen from a; without b it is that of a in the world. An input of the kind `drive` sets it: the target
// becomes the pose of the input, and its other numbers mean nothing.
#pragma once

#include <orrery/rigid/input.hpp>
#include <orrery/rigid/joints/constraint.hpp>

namespace orrery::rigid {

struct motor_joint {
    entity a{};
    entity b{}; // none: a itself is driven
    // Where this point of the driven body goes, and how the body turns.
    vector3 pivot{};           // in the frame of its shape
    vector3 target_position{}; // in the frame of a's shape, or in the world
    quaternion target_orientation{};
    scalar largest_force = std::numeric_limits<scalar>::infinity();  // N, along each axis of the frame
    scalar largest_torque = std::numeric_limits<scalar>::infinity(); // N m, about each axis; 0: turns freely
    // How fast it gets there: like a spring of this frequency and damping ratio. 0: as stiff as other joints.
    scalar frequency = 2; // Hz
    scalar damping = 1;
    std::uint32_t do_bodies_meet = 0;
#if ORRERY_DOUBLE_PRECISION
    std::uint32_t unused = 0;
#endif
};

void prepare(const motor_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept;
[[nodiscard]] bool drive(motor_joint& what, const input& by) noexcept;

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::motor_joint> = [] {
    using self = rigid::motor_joint;
    return describe<self>(
        "motor_joint", field<&self::a>("a"), field<&self::b>("b"),
        field<&self::pivot>("pivot", {.about = "m"}),
        field<&self::target_position>("target_position", {.about = "m"}),
        field<&self::target_orientation>("target_orientation"),
        field<&self::largest_force>("largest_force", {.about = "N", .minimum = 0, .may_be_infinite = true}),
        field<&self::largest_torque>("largest_torque",
                                     {.about = "N m", .minimum = 0, .may_be_infinite = true}),
        field<&self::frequency>("frequency", {.about = "Hz", .minimum = 0}),
        field<&self::damping>("damping", {.minimum = 0}),
        field<&self::do_bodies_meet>("do_bodies_meet", {.maximum = 1})
#if ORRERY_DOUBLE_PRECISION
            ,
        field<&self::unused>("unused")
#endif
    );
}();
