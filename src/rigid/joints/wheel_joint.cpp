#include "rigid/joints/joint_frame.hpp"

#include <orrery/rigid/input.hpp>
#include <orrery/rigid/joints/wheel_joint.hpp>

namespace orrery::rigid {
namespace {

// Engine and brake have their rows even when they do nothing, so that every row keeps its place.
[[nodiscard]] constraint_row spin_row(vector3 axle, scalar speed, scalar lowest, scalar highest) noexcept {
    return {.turn_a = axle,
            .turn_b = axle,
            .speed = speed,
            .lowest = lowest,
            .highest = highest,
            .resistance = std::numeric_limits<scalar>::infinity()};
}

} // namespace

void prepare(const wheel_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept {
    const detail::slide on =
        detail::slide_of(detail::frame_about(what.up, what.axle_a), a, what.pivot_a, b, what.pivot_b);
    on.add_rows_across(rows);
    // A frame whose z is the axle, as it is steered.
    const auto steer = sin_cos(what.steering);
    const auto steered = [&](const detail::joint_frame& from) {
        const vector3 axle = from.x * steer.cos + from.y * steer.sin;
        return detail::joint_frame{from.z, cross(axle, from.z), axle};
    };
    const detail::joint_frame axle = steered(on.halfway);
    const vector3 axle_b = rotate(b.orientation, normalize_or(what.axle_b, vector3{0, 1, 0}));
    detail::add_axis_alignment(steered(on.now), axle, axle_b, rows);
    add_axis_rows(what.suspension, on.way(), on.along(), a, b, rows);
    const scalar torque = what.motor_torque;
    rows.add(spin_row(axle.z, torque < 0 ? -what.motor_speed : what.motor_speed, min(torque, scalar(0)),
                      max(torque, scalar(0))));
    rows.add(spin_row(axle.z, 0, -what.brake_torque, what.brake_torque));
}

bool drive(wheel_joint& what, const input& how) noexcept {
    what.steering = how.value.x;
    what.motor_torque = how.value.y;
    what.brake_torque = how.value.z;
    return true;
}

std::string_view check(const wheel_joint& what) noexcept {
    if (!detail::has_direction(what.up) || !detail::has_direction(what.axle_a) ||
        !detail::has_direction(what.axle_b)) {
        return "an axis has no length";
    }
    if (length(cross(normalize_or(what.up, {}), normalize_or(what.axle_a, {}))) < scalar(0.1)) {
        return "its axle points along the suspension";
    }
    return check_axis(what.suspension);
}

} // namespace orrery::rigid
