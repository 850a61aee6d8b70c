// When a moving convex shape first meets a surface that is at rest or moves itself.
#pragma once

#include <orrery/rigid/shape_cast.hpp>
#include <orrery/rigid/surface.hpp>

#include <vector>

namespace orrery::rigid::detail {

// The rules are those of cast_shapes, for the triangles that it comes to from their front; `mesh` is a mesh.
// The normal lies in the cone of the surface there, so an edge in a plane gives that of the plane. `room` is
// memory to work with, its contents are of no interest. With `leaves_freely` triangles along whose
// direction in the surface the shape comes no nearer are as if they were not there: what slides on one, or
// over an edge, must see the next.
[[nodiscard]] std::optional<shape_cast_hit> cast_surface(const moving_shape& convex, const moving_shape& mesh,
                                                         scalar slop, std::vector<surface_triangle>& room,
                                                         bool leaves_freely = false);

} // namespace orrery::rigid::detail
