// When a circle that moves along a straight line first touches something: the true time, from the quadratic
// of the distance, and not an estimate along the way.
//
//   if (const auto time = time_to_point(relative_position, relative_velocity, radius_a + radius_b, dt)) ...
//
// All is relative: where `a` is and goes as `b` sees it. Only what comes nearer is met: two that overlap, or
// touch, and move apart or along each other do not meet.
//
// Rounding: at the time that comes out the distance is the wanted one, and what is passed by is no nearer
// than that, to within 8 epsilon of the sum of all lengths at work: the distance, how far off it began, and
// for an edge how far that is from its end `a`. Near a grazing pass the time itself may be off by much more,
// as it is for any formula: there the distance hardly changes with time. Products of four lengths must be in
// the range of the number type. NaN meets nothing.
#pragma once

#include <orrery/math/scalar.hpp>
#include <orrery/math/vector2.hpp>

#include <optional>

namespace orrery::circles {

// The first time from 0 to `until` at which a point is no farther than `distance` from the origin; 0 if it is
// there already and comes nearer.
[[nodiscard]] inline std::optional<scalar> time_to_point(vector2 from, vector2 velocity, scalar distance,
                                                         scalar until) noexcept {
    const scalar approach = -dot(from, velocity);
    if (!(approach > 0)) {
        return std::nullopt;
    }
    const scalar distance_squared = distance * distance;
    const scalar outside = dot(from, from) - distance_squared;
    if (outside <= 0) {
        return scalar(0);
    }
    // Of the way that passes the origin at cross / speed: a quarter of the discriminant without the
    // difference of near equals that the textbook has for something small and far away.
    const scalar passing = cross(from, velocity);
    const scalar discriminant = dot(velocity, velocity) * distance_squared - passing * passing;
    if (!(discriminant >= 0)) {
        return std::nullopt;
    }
    const scalar time = outside / (approach + sqrt(discriminant));
    return time <= until ? std::optional(time) : std::nullopt;
}

// The same for the inside of the segment from `a` to `b`: the first time at which the point is no farther
// than `distance` from its line and beside the segment. Nothing if it moves along the segment. Who comes in
// beyond an end has been at that end before, so that together with time_to_point for both ends there is no
// gap to slip through.
[[nodiscard]] inline std::optional<scalar> time_to_edge(vector2 from, vector2 velocity, vector2 a, vector2 b,
                                                        scalar distance, scalar until) noexcept {
    const vector2 edge = b - a;
    const vector2 offset = from - a;
    const scalar height = cross(edge, offset); // times the length of the edge, like `rise` and `reach`
    const scalar rise = cross(edge, velocity);
    // Who begins on the line is on the side that it comes from.
    const scalar descent = height > 0 ? -rise : height < 0 ? rise : abs(rise);
    if (!(descent > 0)) {
        return std::nullopt;
    }
    const scalar length_squared = dot(edge, edge);
    const scalar reach = distance * sqrt(length_squared);
    const scalar above = abs(height) - reach;
    scalar time = above > 0 ? above / descent : scalar(0);
    if (!(time <= until)) {
        return std::nullopt;
    }
    // Where it then is along the edge, from 0 to length_squared; beside it, or on its way there.
    const scalar start = dot(edge, offset);
    const scalar advance = dot(edge, velocity);
    const scalar along = start + advance * time;
    if (!(along >= 0 && along <= length_squared)) {
        const scalar missing = along < 0 ? -start : length_squared - start;
        if (!(along < 0 ? advance > 0 : advance < 0)) {
            return std::nullopt;
        }
        time = max(time, missing / advance);
        // It may have passed by beyond the end.
        if (!(time <= until) || abs(height) - descent * time < -reach) {
            return std::nullopt;
        }
    }
    return time;
}

} // namespace orrery::circles
