#include "rigid/joints/swing_twist.hpp"

#include <orrery/rigid/joints/cv_joint.hpp>

namespace orrery::rigid {

void prepare(const cv_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept {
    add_point_rows(a, what.pivot_a, b, what.pivot_b, rows);
    const detail::bent_frames frames = detail::make_bent_frames(
        a, detail::axis_frame(what.axis_a, what.side_a), b, detail::axis_frame(what.axis_b, what.side_b));
    // Spins w_a along a's axis and w_b along b's have the same part along the bisector only if they are
    // equal.
    detail::add_twist_row(a, b, frames, 0, 0, {}, rows);
    detail::add_bend_row(a, b, frames, {what.largest_bend, what.largest_bend}, {}, rows);
}

std::string_view fault_of(const cv_joint& what) noexcept {
    return detail::fault_of_axes(what.axis_a, what.side_a, what.axis_b, what.side_b);
}

} // namespace orrery::rigid
