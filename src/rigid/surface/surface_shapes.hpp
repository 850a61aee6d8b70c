// The narrow-phase functions between convex shapes and one triangle after the other of a surface, by kinds of
// shapes: see collide_surface.hpp.
#pragma once

#include "rigid/surface/near_triangle.hpp"
#include "rigid/surface/surface_patches.hpp"

#include <orrery/rigid/shapes/placed_shape.hpp>

#include <span>

namespace orrery::rigid::detail {

using collide_surface_function = void(const placed_shape& convex, std::span<const surface_triangle> triangles,
                                      scalar margin, surface_patches& found) noexcept;

collide_surface_function sphere_on_surface;
collide_surface_function capsule_on_surface;
collide_surface_function cylinder_on_surface;
collide_surface_function box_on_surface;
collide_surface_function hull_on_surface;

// How far behind a triangle's plane the middle of a shape may be and still be pushed to the front. What is
// farther behind belongs to what lies there.
[[nodiscard]] inline scalar depth_behind(scalar inner_radius, scalar margin) noexcept {
    return max(inner_radius * scalar(0.5), min(inner_radius, margin));
}

} // namespace orrery::rigid::detail
