#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/motor_joint.hpp>

namespace orrery::rigid {

void prepare(const motor_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept {
    const bool is_b_driven = static_cast<bool>(what.b);
    const constrained_body& driven = is_b_driven ? b : a;
    const constrained_body& from = is_b_driven ? a : b;
    // Rows are about b less a.
    const scalar sign = is_b_driven ? scalar(1) : scalar(-1);
    const scalar half = rows.time_step() / 2;
    const vector3 apart = driven.position - from.position;
    const vector3 miss = apart + driven.arm(what.pivot) - from.arm(what.target_position);
    // Both are pushed at the point of the driven body, however far it is from its target: so no angular
    // momentum comes from nowhere.
    const vector3 arm = driven.arm_halfway(what.pivot);
    const vector3 arm_from = apart + (driven.linear_velocity - from.linear_velocity) * half + arm;
    const quaternion wanted = from.orientation * normalize(what.target_orientation);
    const vector3 turn_miss = rotation_vector(normalize(driven.orientation * inverse(wanted)));
    for (int axis = 0; axis < 3; ++axis) {
        const vector3 direction = rotate(from.halfway, vector3::unit(axis));
        const vector3 turn_driven = cross(arm, direction);
        const vector3 turn_from = cross(arm_from, direction);
        rows.add({.linear = direction,
                  .turn_a = is_b_driven ? turn_from : turn_driven,
                  .turn_b = is_b_driven ? turn_driven : turn_from,
                  .error = sign * dot(direction, miss),
                  .lowest = -what.largest_force,
                  .highest = what.largest_force,
                  .frequency = what.frequency,
                  .damping = what.damping});
    }
    for (int axis = 0; axis < 3; ++axis) {
        const vector3 direction = rotate(from.halfway, vector3::unit(axis));
        rows.add({.turn_a = direction,
                  .turn_b = direction,
                  .error = sign * dot(direction, turn_miss),
                  .lowest = -what.largest_torque,
                  .highest = what.largest_torque,
                  .frequency = what.frequency,
                  .damping = what.damping});
    }
}

bool drive(motor_joint& what, const input& by) noexcept {
    what.target_position = by.point;
    what.target_orientation = normalize(by.orientation);
    return true;
}

} // namespace orrery::rigid
