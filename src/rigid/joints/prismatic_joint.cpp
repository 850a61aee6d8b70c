#include "rigid/joints/joint_frame.hpp"

#include <orrery/rigid/input.hpp>
#include <orrery/rigid/joints/prismatic_joint.hpp>

namespace orrery::rigid {

void prepare(const prismatic_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept {
    const detail::slide on =
        detail::slide_of(detail::frame_about(what.axis, {1, 0, 0}), a, what.pivot_a, b, what.pivot_b);
    on.add_rows_across(rows);
    detail::add_turn_rows(a, b, what.turn, rows);
    add_axis_rows(what.slide, on.way(), on.along(), a, b, rows);
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
