#include "rigid/joints/swing_twist.hpp"

#include <numbers>

namespace orrery::rigid::detail {
namespace {

constexpr scalar half_turn = std::numbers::pi_v<scalar>;

// Sines below this are not divided by: near a fold by half a turn, bend and twist cannot be told apart.
constexpr scalar smallest_sine = scalar(0.05);

// Whether one direction says anything beside another one.
[[nodiscard]] bool are_independent(vector3 unit, vector3 side) noexcept {
    return length_squared(cross(unit, side)) > scalar(1e-6);
}

// Makes a row that acts on one side only a stop: hard, or a spring that waits until it is reached.
void make_stop(constraint_row& row, const stop_spring& stop, const constrained_body& a,
               const constrained_body& b, scalar time_step) noexcept {
    if (!(stop.stiffness > 0)) {
        row.is_limit = true;
        return;
    }
    row.stiffness = stop.stiffness;
    row.resistance = stop.resistance;
    const scalar speed = dot(row.turn_b, b.angular_velocity) - dot(row.turn_a, a.angular_velocity);
    const scalar later = row.error + speed * time_step;
    const bool is_reached = row.highest == 0 ? max(row.error, later) > 0 : min(row.error, later) < 0;
    // Its damper would act from afar.
    if (!is_reached) {
        row.lowest = 0;
        row.highest = 0;
    }
}

} // namespace

quaternion axis_frame(vector3 axis, vector3 side) noexcept {
    const vector3 x = normalize_or(axis, vector3{1, 0, 0});
    const vector3 near_y = normalize_or(side, x);
    const vector3 y = are_independent(x, near_y) ? normalize(near_y - x * dot(x, near_y)) : perpendicular(x);
    return to_quaternion(matrix3::from_columns(x, y, cross(x, y)));
}

bent_frames make_bent_frames(const constrained_body& a, quaternion frame_a, const constrained_body& b,
                             quaternion frame_b) noexcept {
    const quaternion halfway_a = a.halfway * frame_a;
    return {inverse(a.orientation * frame_a) * (b.orientation * frame_b),
            inverse(halfway_a) * (b.halfway * frame_b), halfway_a};
}

bend_excess excess_of(quaternion turn, const bend_limits& limits) noexcept {
    const vector3 axis = rotate(turn, vector3{1, 0, 0});
    const scalar sine = sqrt(axis.y * axis.y + axis.z * axis.z);
    const scalar angle = atan2(sine, axis.x);
    const bool is_straight = sine < scalar(1e-6);
    const vector3 toward = is_straight ? vector3{0, 1, 0} : vector3{0, axis.y / sine, axis.z / sine};
    // In the plane whose points are bends (angle times direction) the limit is an ellipse. The distance from
    // it is that of its linearised equation; what grows with it is along its gradient.
    constexpr scalar smallest = scalar(1e-3);
    const scalar side = max(limits.side, smallest);
    const scalar other = max(limits.other, smallest);
    const vector3 scaled{0, toward.y / side, toward.z / other};
    const scalar scale = length(scaled);
    const vector3 gradient = vector3{0, scaled.y / side, scaled.z / other} / scale;
    const scalar slope = length(gradient);
    const vector3 outward = gradient / slope;
    // A turn about `across` bends further, one about `along` swings the axis around at the same bend.
    const vector3 across{0, -toward.z, toward.y};
    const vector3 along = toward * axis.x - vector3{sine, 0, 0};
    const scalar stretch = angle < scalar(0.01) ? scalar(1) : angle / max(sine, smallest_sine);
    return {(angle * scale - scalar(1)) / slope,
            across * dot(outward, toward) - along * (dot(outward, across) * stretch)};
}

scalar twist_of(quaternion turn) noexcept {
    return turn.w < 0 ? scalar(2) * atan2(-turn.x, -turn.w) : scalar(2) * atan2(turn.x, turn.w);
}

vector3 twist_direction(quaternion turn) noexcept {
    const vector3 axis = rotate(turn, vector3{1, 0, 0});
    return (axis + vector3{1, 0, 0}) / max(axis.x + scalar(1), smallest_sine);
}

void add_bend_row(const constrained_body& a, const constrained_body& b, const bent_frames& frames,
                  const bend_limits& limits, const stop_spring& stop, constraint_rows& rows) noexcept {
    if (limits.side >= half_turn && limits.other >= half_turn) {
        return;
    }
    const vector3 about = rotate(frames.frame_a, excess_of(frames.halfway, limits).about);
    constraint_row row{
        .turn_a = about, .turn_b = about, .error = excess_of(frames.now, limits).angle, .highest = 0};
    make_stop(row, stop, a, b, rows.time_step());
    rows.add(row);
}

void add_twist_row(const constrained_body& a, const constrained_body& b, const bent_frames& frames,
                   scalar lowest, scalar highest, const stop_spring& stop, constraint_rows& rows) noexcept {
    if (highest - lowest >= scalar(2) * half_turn) {
        return;
    }
    const scalar middle = (lowest + highest) / 2;
    scalar twist = twist_of(frames.now);
    // The turn by which it is nearest to the middle of the limits.
    twist -= scalar(2) * half_turn * round((twist - middle) / (scalar(2) * half_turn));
    const vector3 about = rotate(frames.frame_a, twist_direction(frames.halfway));
    constraint_row row{.turn_a = about, .turn_b = about};
    if (!(lowest < highest)) {
        row.error = twist - middle;
        row.stiffness = stop.stiffness;
        row.resistance = stop.resistance;
    } else if (twist > middle) {
        row.error = twist - highest;
        row.highest = 0;
        make_stop(row, stop, a, b, rows.time_step());
    } else {
        row.error = twist - lowest;
        row.lowest = 0;
        make_stop(row, stop, a, b, rows.time_step());
    }
    rows.add(row);
}

std::string_view fault_of_axes(vector3 axis_a, vector3 side_a, vector3 axis_b, vector3 side_b) noexcept {
    const auto unit_a = try_normalize(axis_a);
    const auto unit_b = try_normalize(axis_b);
    if (!unit_a || !unit_b) {
        return unit_a ? "its axis_b has no direction" : "its axis_a has no direction";
    }
    if (!are_independent(*unit_a, normalize_or(side_a, *unit_a))) {
        return "its side_a is along axis_a or has no direction";
    }
    if (!are_independent(*unit_b, normalize_or(side_b, *unit_b))) {
        return "its side_b is along axis_b or has no direction";
    }
    return {};
}

} // namespace orrery::rigid::detail
