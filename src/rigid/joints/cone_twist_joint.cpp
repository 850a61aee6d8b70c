#include "rigid/joints/swing_twist.hpp"

#include <orrery/rigid/joints/cone_twist_joint.hpp>

#include <limits>

namespace orrery::rigid {

void prepare(const cone_twist_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept {
    add_point_rows(a, what.pivot_a, b, what.pivot_b, rows);
    const detail::bent_frames frames = detail::make_bent_frames(
        a, detail::axis_frame(what.axis_a, what.side_a), b, detail::axis_frame(what.axis_b, what.side_b));
    const detail::stop_spring stop{what.stop_stiffness, what.stop_resistance};
    if (what.friction > 0) {
        for (int axis = 0; axis < 3; ++axis) {
            const vector3 direction = rotate(frames.frame_a, vector3::unit(axis));
            rows.add({.turn_a = direction,
                      .turn_b = direction,
                      .lowest = -what.friction,
                      .highest = what.friction,
                      .resistance = std::numeric_limits<scalar>::infinity()});
        }
    }
    // Limits come last: what they ask for is there when the pass ends.
    detail::add_bend_row(a, b, frames, {what.side_angle, what.other_angle}, stop, rows);
    detail::add_twist_row(a, b, frames, what.lowest_twist, what.highest_twist, stop, rows);
}

std::string_view fault_of(const cone_twist_joint& what) noexcept {
    if (what.lowest_twist > what.highest_twist) {
        return "its lowest_twist is above its highest_twist";
    }
    return detail::fault_of_axes(what.axis_a, what.side_a, what.axis_b, what.side_b);
}

} // namespace orrery::rigid
