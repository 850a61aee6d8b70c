// When a moving convex shape first meets a surface that is at rest or moves itself.
#pragma once

#include "rigid/surface/surface_room.hpp"

#include <orrery/rigid/shapes/shape_cast.hpp>

#include <optional>

namespace orrery::rigid::detail {

// The rules are those of cast_shapes, for the triangles that it comes to from their front; `mesh` is a mesh.
// The normal lies in the cone of the surface there, so an edge in a plane gives that of the plane. With
// `leaves_freely` triangles along whose direction in the surface the shape comes no nearer are as if they
// were not there: what slides on one, or over an edge, must see the next. `near` may know the triangles from
// before.
[[nodiscard]] std::optional<shape_cast_hit> cast_surface(const moving_shape& convex, const moving_shape& mesh,
                                                         scalar slop, near_triangles& near,
                                                         surface_room& room, bool leaves_freely = false);

// The same as the function without a room, for shapes of any kinds.
[[nodiscard]] std::optional<shape_cast_hit> cast_shapes(const moving_shape& a, const moving_shape& b,
                                                        scalar slop, surface_room& room);

} // namespace orrery::rigid::detail
