#include <orrery/rigid/joints/constraint.hpp>

namespace orrery::rigid {

void add_point_rows(const constrained_body& a, vector3 point_a, const constrained_body& b, vector3 point_b,
                    constraint_rows& rows, scalar frequency, scalar damping) noexcept {
    const vector3 gap = (b.position - a.position) + (b.arm(point_b) - a.arm(point_a));
    const vector3 arm_a = a.arm_halfway(point_a);
    const vector3 arm_b = b.arm_halfway(point_b);
    for (int axis = 0; axis < 3; ++axis) {
        const vector3 direction = vector3::unit(axis);
        rows.add({.linear = direction,
                  .turn_a = cross(arm_a, direction),
                  .turn_b = cross(arm_b, direction),
                  .error = gap[axis],
                  .frequency = frequency,
                  .damping = damping});
    }
}

} // namespace orrery::rigid
