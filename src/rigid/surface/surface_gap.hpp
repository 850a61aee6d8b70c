// How far a convex shape or a plane is from a surface.
#pragma once

#include "rigid/surface/surface_room.hpp"

#include <orrery/rigid/shapes/distance.hpp>

namespace orrery::rigid::detail {

// From the convex shape to the nearest triangle, seen from either side; of several equally near the one with
// the lowest number.
[[nodiscard]] shape_gap gap_to_surface(const placed_shape& convex, const placed_shape& mesh);

// Whether it has a point in common with a triangle.
[[nodiscard]] bool overlaps_surface(const placed_shape& convex, const placed_shape& mesh);
[[nodiscard]] bool overlaps_surface(const placed_shape& convex, const placed_shape& mesh, surface_room& room);

// The same as the function without a room, for shapes of any kinds.
[[nodiscard]] bool overlaps(const placed_shape& a, const placed_shape& b, surface_room& room);

// A shape as seen from the frame of another.
[[nodiscard]] placed_shape seen_from(const placed_shape& frame, const placed_shape& what) noexcept;

// A triangle of a surface in the surface's frame, as a shape of its own.
[[nodiscard]] placed_shape shape_of(const surface_triangle& triangle) noexcept;

} // namespace orrery::rigid::detail
