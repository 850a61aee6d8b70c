#include "rigid/joints/swing_twist.hpp"

#include <orrery/rigid/joints/cone_joint.hpp>

namespace orrery::rigid {

void prepare(const cone_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept {
    // The cone does not ask how b is twisted, so any side will do.
    const vector3 axis_b = normalize_or(what.axis_b, vector3{1, 0, 0});
    const detail::bent_frames frames =
        detail::make_bent_frames(a, detail::axis_frame(what.axis_a, what.side_a), b,
                                 detail::axis_frame(axis_b, perpendicular(axis_b)));
    detail::add_bend_row(a, b, frames, {what.side_angle, what.other_angle}, {}, rows);
}

std::string_view fault_of(const cone_joint& what) noexcept {
    const vector3 axis_b = normalize_or(what.axis_b, vector3{1, 0, 0});
    return detail::fault_of_axes(what.axis_a, what.side_a, what.axis_b, perpendicular(axis_b));
}

} // namespace orrery::rigid
