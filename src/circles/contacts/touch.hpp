// How near two are, and where.
#pragma once

#include "circles/walls/terrain.hpp"

#include <orrery/math/elementary.hpp>
#include <orrery/math/number.hpp>
#include <orrery/math/vector.hpp>

namespace orrery::circles::detail {

struct touch {
    vector2 normal{}; // unit length, from b to a
    scalar gap = 0;   // between their surfaces; less than zero where they overlap
};

// Of a circle with this offset from the centre of another, or from a corner. Those with the same centre part
// along x.
[[nodiscard]] inline touch touch_of(vector2 offset, scalar radii) noexcept {
    const scalar distance = sqrt(dot(offset, offset));
    return {distance > 0 ? offset / distance : vector2{1, 0}, distance - radii};
}

// With the nearest point of a part of a wall.
[[nodiscard]] inline touch touch_of(vector2 position, scalar radius, const wall_part& part) noexcept {
    if (!part.is_edge) {
        return touch_of(position - part.a, radius + part.radius);
    }
    const vector2 side = part.b - part.a;
    const scalar along = dot(position - part.a, side) / dot(side, side);
    const scalar within = min(max(along, scalar(0)), scalar(1));
    const vector2 offset = position - (part.a + side * within);
    const scalar distance = sqrt(dot(offset, offset));
    const vector2 left = vector2{-side.y, side.x} / sqrt(dot(side, side));
    // Inside of an edge the line says which way, which rounding of the foot cannot turn.
    const vector2 normal = along > 0 && along < 1 ? (dot(offset, left) < 0 ? -left : left)
                           : distance > 0         ? offset / distance
                                                  : left;
    return {normal, distance - radius};
}

// The foot lies on the edge itself, not at its ends; true of corners and circles.
[[nodiscard]] inline bool is_beside(vector2 position, const wall_part& part) noexcept {
    const vector2 side = part.b - part.a;
    const scalar along = dot(position - part.a, side);
    return !part.is_edge || (along >= 0 && along <= dot(side, side));
}

} // namespace orrery::circles::detail
