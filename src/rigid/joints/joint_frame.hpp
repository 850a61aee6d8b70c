// The directions of a joint in a body: an axis and what is across it, of unit length whatever was asked for.
#pragma once

#include <orrery/math/quaternion.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/constraint.hpp>

namespace orrery::rigid::detail {

// x, y and z are perpendicular to each other and right-handed.
struct joint_frame {
    vector3 x;
    vector3 y;
    vector3 z;
};

[[nodiscard]] inline joint_frame rotate(quaternion turn, const joint_frame& frame) noexcept {
    const vector3 x = orrery::rotate(turn, frame.x);
    const vector3 y = orrery::rotate(turn, frame.y);
    return {x, y, cross(x, y)};
}

// With z along the axis and x as near to the reference as can be. Vectors that give no direction are replaced
// by some that do: nothing that a file says makes numbers that are none.
[[nodiscard]] inline joint_frame frame_about(vector3 axis, vector3 reference) noexcept {
    const vector3 z = normalize_or(axis, vector3{0, 0, 1});
    const vector3 across = normalize_or(reference, vector3{1, 0, 0});
    const vector3 rest = across - z * dot(across, z);
    const vector3 x = length_squared(rest) > scalar(1e-6) ? normalize(rest)
                                                          : normalize_or(perpendicular(z), vector3{1, 0, 0});
    return {x, cross(z, x), z};
}

// The turn that takes unit vector a to unit vector b as a rotation vector, of the right size for those that
// are nearly the same and of the right direction for all others but opposite ones.
[[nodiscard]] inline vector3 turn_between(vector3 a, vector3 b) noexcept {
    return dot(a, b) > scalar(0.9) ? cross(a, b) : rotation_vector(rotation_between(a, b));
}

// By how much b is turned against a about their common z axis, from -pi to pi.
[[nodiscard]] inline scalar angle_about_z(const joint_frame& a, const joint_frame& b) noexcept {
    return atan2(dot(b.x, a.y), dot(b.x, a.x));
}

// Two rows that keep the z axis of b on that of a: the frame of a when the step begins and in its middle. An
// error is carried along by a, so that it is measured in the former and mended in the latter.
inline void add_axis_alignment(const joint_frame& now, const joint_frame& halfway, vector3 z_b,
                               constraint_rows& rows) noexcept {
    const vector3 error = turn_between(now.z, z_b);
    rows.add({.turn_a = halfway.x, .turn_b = halfway.x, .error = dot(error, now.x)});
    rows.add({.turn_a = halfway.y, .turn_b = halfway.y, .error = dot(error, now.y)});
}

// Three rows that hold b turned like this as seen from a.
inline void add_turn_rows(const constrained_body& a, const constrained_body& b, quaternion turn,
                          constraint_rows& rows) noexcept {
    const quaternion wanted = a.orientation * normalize(turn);
    const vector3 error = rotation_vector(b.orientation * inverse(wanted));
    for (int axis = 0; axis < 3; ++axis) {
        const vector3 direction = vector3::unit(axis);
        rows.add({.turn_a = direction, .turn_b = direction, .error = error[axis]});
    }
}

// How far a point of b is from one of a, when the step begins.
[[nodiscard]] inline vector3 gap_between(const constrained_body& a, vector3 point_a,
                                         const constrained_body& b, vector3 point_b) noexcept {
    return (b.position - a.position) + (b.arm(point_b) - a.arm(point_a));
}

// From the centre of mass of a to a point of b, in the middle of the step.
[[nodiscard]] inline vector3 reach_halfway(const constrained_body& a, const constrained_body& b,
                                           vector3 point_b) noexcept {
    return (b.position - a.position) + (b.linear_velocity - a.linear_velocity) * (b.time_step / 2) +
           b.arm_halfway(point_b);
}

// A row along a direction that turns with a, for a point of b that moves along or across it.
[[nodiscard]] inline constraint_row row_along(vector3 direction, vector3 reach, vector3 arm_b) noexcept {
    return {.linear = direction, .turn_a = cross(reach, direction), .turn_b = cross(arm_b, direction)};
}

// A point of b that slides along the z axis of a frame of a.
struct slide {
    joint_frame now;     // when the step begins
    joint_frame halfway; // in its middle
    vector3 gap;         // from the pivot of a to that of b
    vector3 reach;       // from the centre of mass of a to the pivot of b, in the middle of the step
    vector3 arm_b;

    [[nodiscard]] scalar way() const noexcept { return dot(gap, now.z); }

    [[nodiscard]] constraint_row along() const noexcept { return row_along(halfway.z, reach, arm_b); }

    // Two rows that keep the point on the axis.
    void add_rows_across(constraint_rows& rows) const noexcept {
        constraint_row across = row_along(halfway.x, reach, arm_b);
        across.error = dot(gap, now.x);
        rows.add(across);
        across = row_along(halfway.y, reach, arm_b);
        across.error = dot(gap, now.y);
        rows.add(across);
    }
};

[[nodiscard]] inline slide slide_of(const joint_frame& frame, const constrained_body& a, vector3 pivot_a,
                                    const constrained_body& b, vector3 pivot_b) noexcept {
    return {rotate(a.orientation, frame), rotate(a.halfway, frame), gap_between(a, pivot_a, b, pivot_b),
            reach_halfway(a, b, pivot_b), b.arm_halfway(pivot_b)};
}

[[nodiscard]] inline bool has_direction(vector3 what) noexcept {
    return try_normalize(what).has_value();
}

} // namespace orrery::rigid::detail
