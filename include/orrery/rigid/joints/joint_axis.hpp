// One way in which a joint lets its bodies move against each other: a length along an axis (m) or an angle
// about it (rad). Joints contain one for each freedom they have; here is what may be wanted of it: limits
// with or without a rebound, a soft stop before them, a spring, a damper, friction and a motor. What is left
// at its default costs nothing.
//
//   hinge_joint door{.a = frame, .b = leaf, .turn = {.lowest = 0, .highest = 2, .friction = 5}};
#pragma once

#include <orrery/rigid/joints/constraint.hpp>

#include <limits>
#include <string_view>

namespace orrery::rigid {

struct joint_axis {
    // The value stays between these; both the same: it is locked, and nothing else here matters.
    scalar lowest = -std::numeric_limits<scalar>::infinity();
    scalar highest = std::numeric_limits<scalar>::infinity();
    scalar restitution = 0; // share of its speed with which the value comes back from a limit
    // So far before each limit begins a stop of rubber: N/m and N s/m, or N m/rad and N m s/rad.
    scalar bump_length = 0;
    scalar bump_stiffness = 0;
    scalar bump_damping = 0;
    scalar rest = 0; // where the spring wants to be
    scalar stiffness = 0;
    scalar damping = 0;     // N s/m or N m s/rad
    scalar friction = 0;    // N or N m, against any motion
    scalar motor_speed = 0; // m/s or rad/s
    scalar motor_force = 0; // N or N m, the most it can do for that speed; 0: no motor

    friend bool operator==(const joint_axis&, const joint_axis&) = default;
};

inline constexpr joint_axis locked_axis{.lowest = 0, .highest = 0};

// Motion that is slower when it comes to a limit does not bounce, m/s or rad/s: it would never end.
inline constexpr scalar limit_bounce_speed = scalar(0.25);

// Rows that an axis adds at most, and always the same ones as long as the same things are wanted of it.
inline constexpr std::uint32_t joint_axis_rows = 4;

[[nodiscard]] constexpr bool is_locked(const joint_axis& axis) noexcept {
    return axis.lowest == axis.highest;
}

// The rows of an axis whose value is this now and changes with the relative speed of `along`, a row of which
// only the directions are looked at.
void add_axis_rows(const joint_axis& axis, scalar value, const constraint_row& along,
                   const constrained_body& a, const constrained_body& b, constraint_rows& rows) noexcept;

// What is wrong with it beyond its fields, as validators of joints say it; empty: nothing.
[[nodiscard]] std::string_view check_axis(const joint_axis& axis) noexcept;

// Sets speed and force of the motor and the rest of the spring; a negative force leaves the force as it is.
// What inputs of the kind `drive` do to joints with one axis.
void drive_axis(joint_axis& axis, vector3 speed_force_rest) noexcept;

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::joint_axis> = [] {
    using self = rigid::joint_axis;
    return describe<self>(
        "joint_axis", field<&self::lowest>("lowest", {.about = "m or rad", .may_be_infinite = true}),
        field<&self::highest>("highest", {.about = "m or rad", .may_be_infinite = true}),
        field<&self::restitution>("restitution", {.minimum = 0, .maximum = 1}),
        field<&self::bump_length>("bump_length", {.about = "m or rad", .minimum = 0}),
        field<&self::bump_stiffness>("bump_stiffness", {.about = "N/m or N m/rad", .minimum = 0}),
        field<&self::bump_damping>("bump_damping", {.about = "N s/m or N m s/rad", .minimum = 0}),
        field<&self::rest>("rest", {.about = "m or rad"}),
        field<&self::stiffness>("stiffness", {.about = "N/m or N m/rad", .minimum = 0}),
        field<&self::damping>("damping", {.about = "N s/m or N m s/rad", .minimum = 0}),
        field<&self::friction>("friction", {.about = "N or N m", .minimum = 0}),
        field<&self::motor_speed>("motor_speed", {.about = "m/s or rad/s"}),
        field<&self::motor_force>("motor_force",
                                  {.about = "N or N m", .minimum = 0, .may_be_infinite = true}));
}();
