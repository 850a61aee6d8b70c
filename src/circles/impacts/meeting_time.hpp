// When movers meet others and walls. They keep a small distance from all they touch, so that rounding never
// makes them overlap: they meet at that distance. Those that are nearer already, and come nearer still, meet
// when half of what is between them is left; and those that are nearer than a quarter of it meet at once.
#pragma once

#include "circles/contacts/touch.hpp"
#include "circles/impacts/mover.hpp"
#include "circles/walls/terrain.hpp"

#include <orrery/circles/sweep.hpp>
#include <orrery/math/elementary.hpp>
#include <orrery/math/vector.hpp>

namespace orrery::circles::detail {

// The distance at which two meet that are at this one: `sum` is where they overlap, `padded` where they keep
// their distance.
[[nodiscard]] inline scalar meeting_distance(scalar distance, scalar sum, scalar padded) noexcept {
    const scalar gap = distance - sum;
    return gap < (padded - sum) * scalar(1.25) ? sum + gap * scalar(0.5) : padded;
}

// Whether two must not come any nearer.
[[nodiscard]] inline bool is_too_near(scalar gap, scalar keep) noexcept {
    return gap < keep * scalar(0.25);
}

// What rounding leaves of a speed is no reason to meet again: it takes many updates to matter.
[[nodiscard]] inline bool matters(scalar approach, scalar gap, scalar until) noexcept {
    return approach * until > gap * scalar(0.25);
}

// How much faster than by bouncing those part that are too near, so that they are less so in the next update.
[[nodiscard]] inline scalar parting_speed(scalar gap, scalar keep, scalar time_step) noexcept {
    return is_too_near(gap, keep) ? (keep - max(gap, scalar(0))) * scalar(0.2) / time_step : scalar(0);
}

// Whether something that is at `from` and moves by `velocity`, as the other sees it, can come as near as
// `distance` before the time is up. Most never do, and this says so at little cost: it would have to come
// nearer by more than twice its speed now.
[[nodiscard]] inline bool can_come_near(vector2 from, vector2 velocity, scalar distance,
                                        scalar until) noexcept {
    const scalar closing = -dot(from, velocity);
    return closing > 0 && dot(from, from) - distance * distance <= closing * until * scalar(2.001);
}

// Until it meets a circle around the origin. What overlaps meets at once, unless it comes nearer more slowly
// than `slow`.
[[nodiscard]] inline scalar time_to_circle(vector2 from, vector2 velocity, scalar sum, scalar padded,
                                           scalar slow, scalar until) noexcept {
    if (!can_come_near(from, velocity, padded, until)) {
        return never;
    }
    const scalar distance_squared = dot(from, from);
    const scalar near = padded + (padded - sum) * scalar(0.25);
    scalar target = padded;
    if (distance_squared < near * near) {
        const scalar distance = sqrt(distance_squared);
        const scalar approach = -dot(from, velocity) / distance;
        if (distance <= sum) {
            return approach > slow ? scalar(0) : never;
        }
        if (is_too_near(distance - sum, padded - sum)) {
            return matters(approach, distance - sum, until) ? scalar(0) : never;
        }
        target = meeting_distance(distance, sum, padded);
    }
    return time_to_point(from, velocity, target, until).value_or(never);
}

// The same with an edge, for a circle of this radius.
[[nodiscard]] inline scalar time_to_edge(vector2 from, vector2 velocity, const wall_part& edge, scalar radius,
                                         scalar padded, scalar slow, scalar until) noexcept {
    const vector2 side = edge.b - edge.a;
    const scalar length = sqrt(dot(side, side));
    const scalar offset = cross(side, from - edge.a) / length;
    const scalar distance = abs(offset);
    const scalar gap = distance - radius;
    if (gap > 0 && !is_too_near(gap, padded - radius)) {
        return circles::time_to_edge(from, velocity, edge.a, edge.b,
                                     meeting_distance(distance, radius, padded), until)
            .value_or(never);
    }
    // It is there, or will be when its foot comes to the edge.
    const scalar there = max(distance, radius) + (padded - radius) * scalar(0.125);
    const auto time = circles::time_to_edge(from, velocity, edge.a, edge.b, there, until);
    const scalar approach = (offset > 0 ? -cross(side, velocity) : cross(side, velocity)) / length;
    const bool goes_on = gap > 0 ? !matters(approach, gap, until) : approach <= slow;
    return time && !(goes_on && *time == 0) ? *time : never;
}

// Whether one can meet a part of a wall before the end, at little cost.
[[nodiscard]] inline bool can_meet(const mover& a, const wall_part& part, scalar end) noexcept {
    const vector2 from = a.position - part.a;
    const scalar until = end - a.since;
    const scalar reach = a.padded + 2 * a.margin() + part.radius; // and some for rounding
    if (!part.is_edge) {
        return can_come_near(from, a.velocity, reach, until);
    }
    const scalar height = cross(part.along, from);
    const scalar rise = cross(part.along, a.velocity) * until;
    const scalar foot = dot(part.along, from);
    const scalar end_foot = foot + dot(part.along, a.velocity) * until;
    // Away from the line on either side, or beside the edge's ends all the time.
    return min(height, height + rise) <= reach && max(height, height + rise) >= -reach &&
           max(foot, end_foot) >= 0 && min(foot, end_foot) <= part.length;
}

[[nodiscard]] inline scalar meeting_time(const mover& a, const mover& b, scalar slow, scalar end) noexcept {
    const scalar start = max(a.since, b.since);
    const vector2 from = a.position_at(start) - b.position_at(start);
    return start + time_to_circle(from, a.velocity - b.velocity, a.radius + b.radius, a.padded + b.padded,
                                  slow, end - start);
}

[[nodiscard]] inline scalar meeting_time(const mover& a, const wall_part& part, scalar slow,
                                         scalar end) noexcept {
    const scalar until = end - a.since;
    const scalar keep = 2 * a.margin();
    if (part.is_edge) {
        return a.since + time_to_edge(a.position, a.velocity, part, a.radius, a.radius + keep, slow, until);
    }
    const scalar sum = a.radius + part.radius;
    return a.since + time_to_circle(a.position - part.a, a.velocity, sum, sum + keep, slow, until);
}

// When one comes into the other, of which one is a sensor; never if it is in it already.
[[nodiscard]] inline scalar entry_time(const mover& a, const mover& b) noexcept {
    const scalar start = max(a.since, b.since);
    const vector2 from = a.position_at(start) - b.position_at(start);
    const scalar radii = a.radius + b.radius;
    if (dot(from, from) <= radii * radii) {
        return never;
    }
    return start + time_to_point(from, a.velocity - b.velocity, radii, never).value_or(never);
}

[[nodiscard]] inline scalar entry_time(const mover& a, const wall_part& part) noexcept {
    if (touch_of(a.position, a.radius, part).gap <= 0) {
        return never;
    }
    const auto time = part.is_edge
                          ? circles::time_to_edge(a.position, a.velocity, part.a, part.b, a.radius, never)
                          : time_to_point(a.position - part.a, a.velocity, a.radius + part.radius, never);
    return a.since + time.value_or(never);
}

} // namespace orrery::circles::detail
