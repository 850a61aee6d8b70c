// Hangs a wheel b on a chassis a: it moves up and down along the suspension, is steered about the same axis,
// and spins freely about its axle but for what engine and brake do. By default up is y and the axle points to
// the left, along x, so that a car drives along z: forward is cross(axle_a, up).
//
// Driven (input_kind::drive): value.x is the steering angle in rad (to the left), value.y the torque of the
// engine in N m (forward), value.z that of the brake.
#pragma once

#include <orrery/rigid/fwd.hpp>
#include <orrery/rigid/joints/joint_axis.hpp>

namespace orrery::rigid {

struct wheel_joint {
    static constexpr std::uint32_t max_rows = 4 + joint_axis_rows + 2;

    entity a{};              // the chassis
    entity b{};              // the wheel
    vector3 pivot_a{};       // in the frame of a's shape: where the wheel's centre is at a travel of zero
    vector3 pivot_b{};       // in the frame of b's shape
    vector3 up{0, 1, 0};     // along which the wheel travels, in the frame of a's shape; not of zero length
    vector3 axle_a{1, 0, 0}; // of a wheel that is not steered, in the frame of a's shape; not along up
    vector3 axle_b{0, 1, 0}; // in the frame of b's shape; a cylinder's own axis is y
    // How far up the wheel is. A spring that rests below zero carries the chassis.
    joint_axis suspension{};
    scalar steering = 0;              // rad, about up
    scalar motor_torque = 0;          // N m; negative: backwards
    scalar motor_speed = 500;         // rad/s: as fast as the engine can turn the wheel, either way
    scalar brake_torque = 0;          // N m, against any spin
    std::uint32_t do_bodies_meet = 0; // 1: a and b can still touch each other
#if ORRERY_DOUBLE_PRECISION
    std::uint32_t unused = 0;
#endif
};

void prepare(const wheel_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept;
[[nodiscard]] bool drive(wheel_joint& what, const input& how) noexcept;

[[nodiscard]] std::string_view check(const wheel_joint& what) noexcept;

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::wheel_joint> = [] {
    using self = rigid::wheel_joint;
    return describe<self>("wheel_joint", field<&self::a>("a"), field<&self::b>("b"),
                          field<&self::pivot_a>("pivot_a", {.about = "m"}),
                          field<&self::pivot_b>("pivot_b", {.about = "m"}), field<&self::up>("up"),
                          field<&self::axle_a>("axle_a"), field<&self::axle_b>("axle_b"),
                          field<&self::suspension>("suspension"),
                          field<&self::steering>("steering", {.about = "rad"}),
                          field<&self::motor_torque>("motor_torque", {.about = "N m"}),
                          field<&self::motor_speed>("motor_speed", {.about = "rad/s", .minimum = 0}),
                          field<&self::brake_torque>("brake_torque", {.about = "N m", .minimum = 0}),
                          field<&self::do_bodies_meet>("do_bodies_meet", {.maximum = 1})
#if ORRERY_DOUBLE_PRECISION
                              ,
                          field<&self::unused>("unused")
#endif
                              )
        .validated_by([](const self& what) { return rigid::check(what); });
}();
