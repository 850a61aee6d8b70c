#include "joint_frame.hpp"

#include <orrery/rigid/input.hpp>
#include <orrery/rigid/prismatic_joint.hpp>

namespace orrery::rigid {

void prepare(const prismatic_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept {
    const detail::joint_frame frame = detail::frame_about(what.axis, {1, 0, 0});
    const detail::joint_frame now = rotate(a.orientation, frame);
    const detail::joint_frame halfway = rotate(a.halfway, frame);
    const vector3 gap = detail::gap_between(a, what.pivot_a, b, what.pivot_b);
    const vector3 reach = detail::reach_halfway(a, b, what.pivot_b);
    const vector3 arm_b = b.arm_halfway(what.pivot_b);
    constraint_row across = detail::row_along(halfway.x, reach, arm_b);
    across.error = dot(gap, now.x);
    rows.add(across);
    across = detail::row_along(halfway.y, reach, arm_b);
    across.error = dot(gap, now.y);
    rows.add(across);
    detail::add_turn_rows(a, b, what.turn, rows);
    add_axis_rows(what.slide, dot(gap, now.z), detail::row_along(halfway.z, reach, arm_b), a, b, rows);
}

bool drive(prismatic_joint& what, const input& how) noexcept {
    drive_axis(what.slide, how.value);
    return true;
}

std::string_view check(const prismatic_joint& what) noexcept {
    if (!detail::has_direction(what.axis)) {
        return "its axis has no length";
    }
    return check_axis(what.slide);
}

} // namespace orrery::rigid
