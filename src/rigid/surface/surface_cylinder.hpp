// What is special about cylinders on surfaces: which side looks at a triangle, and ridges under a rim.
#pragma once

#include "rigid/surface/surface_ridges.hpp"
#include "rigid/surface/triangle_clip.hpp"

namespace orrery::rigid::detail {

// The lowest part of a cylinder over a plane with this normal: the cap, or the line along its side. Counted
// from the cylinder's position.
void find_cylinder_side_over(const placed_shape& cylinder, vector3 normal, facing_side& side) noexcept;

// As meet_ridges. The direction is the one in which the shapes are nearest to each other: sharp edges are
// rounded off, and what is deeper than the rounding is left to the face.
[[nodiscard]] ridge_answer meet_cylinder_ridges(const near_triangle& triangle, const placed_shape& cylinder,
                                                const ridge_terms& terms, scalar margin,
                                                surface_patches& found) noexcept;

} // namespace orrery::rigid::detail
