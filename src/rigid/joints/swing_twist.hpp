// How a joint with a main axis is bent and twisted, and the rows that keep it within limits. The turn of b as
// seen from a is taken apart into a twist about the axis, which comes first, and a bend on the shortest way.
//
// Frames have the axis as x and the side as y. Directions are taken from the middle of the step, errors from
// its beginning, as for other rows.
#pragma once

#include <orrery/math/elementary.hpp>
#include <orrery/math/quaternion.hpp>
#include <orrery/rigid/joints/constraint.hpp>

#include <string_view>

namespace orrery::rigid::detail {

// The turn of b's frame as seen from a's: when the step begins, and in its middle.
struct bent_frames {
    quaternion now;
    quaternion halfway;
    quaternion frame_a; // in the world, halfway
};

// A spring at the limit of an angle: N m/rad and N m s/rad. Without stiffness the stop is hard.
struct stop_spring {
    scalar stiffness = 0;
    scalar resistance = 0;
};

struct bend_limits {
    scalar side = 0;  // rad, towards y
    scalar other = 0; // rad, towards z
};

// How far beyond the limits a bend is (negative: within), and about which direction of a's frame a turn of b
// makes that grow.
struct bend_excess {
    scalar angle;
    vector3 about;
};

// The frame with this axis; one of no length is the x axis, and a side along the axis is any other.
[[nodiscard]] quaternion axis_frame(vector3 axis, vector3 side) noexcept;

[[nodiscard]] bent_frames make_bent_frames(const constrained_body& a, quaternion frame_a,
                                           const constrained_body& b, quaternion frame_b) noexcept;

[[nodiscard]] bend_excess excess_of(quaternion turn, const bend_limits& limits) noexcept;

// From -pi to pi.
[[nodiscard]] scalar twist_of(quaternion turn) noexcept;

// The direction of a's frame about which b's turn changes the twist and nothing else of it: the bisector of
// the axes, as long as makes the twist change at the rate of the turn.
[[nodiscard]] vector3 twist_direction(quaternion turn) noexcept;

// One row, or none where the limits are no limits.
void add_bend_row(const constrained_body& a, const constrained_body& b, const bent_frames& frames,
                  const bend_limits& limits, const stop_spring& stop, constraint_rows& rows) noexcept;
void add_twist_row(const constrained_body& a, const constrained_body& b, const bent_frames& frames,
                   scalar lowest, scalar highest, const stop_spring& stop, constraint_rows& rows) noexcept;

// A sentence about directions that are none; empty if they are all right.
[[nodiscard]] std::string_view fault_of_axes(vector3 axis_a, vector3 side_a, vector3 axis_b,
                                             vector3 side_b) noexcept;

} // namespace orrery::rigid::detail
