#include <orrery/rigid/fixed_joint.hpp>

namespace orrery::rigid {

void prepare(const fixed_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept {
    add_point_rows(a, what.pivot_a, b, what.pivot_b, rows);
    const quaternion wanted = a.orientation * what.turn;
    const vector3 error = rotation_vector(b.orientation * inverse(wanted));
    for (int axis = 0; axis < 3; ++axis) {
        const vector3 direction = vector3::unit(axis);
        rows.add({.turn_a = direction, .turn_b = direction, .error = error[axis]});
    }
}

} // namespace orrery::rigid
