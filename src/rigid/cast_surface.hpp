// When a moving convex shape first meets a surface that is at rest or moves itself.
#pragma once

#include "near_triangles.hpp"

#include <orrery/rigid/shape_cast.hpp>

#include <vector>

namespace orrery::rigid::detail {

// Memory of casts, kept from one to the next; answers never depend on what is in it.
struct surface_room {
    struct meeting {
        scalar time = 0; // of the step: the shape cannot be near the triangle before
        std::uint32_t triangle = 0;
        vector3 outwards; // of a plane between them, in the frame of the surface
    };

    near_triangles near;
    std::vector<meeting> meetings;
};

// The rules are those of cast_shapes, for the triangles that it comes to from their front; `mesh` is a mesh.
// The normal lies in the cone of the surface there, so an edge in a plane gives that of the plane. With
// `leaves_freely` triangles along whose direction in the surface the shape comes no nearer are as if they
// were not there: what slides on one, or over an edge, must see the next.
[[nodiscard]] std::optional<shape_cast_hit> cast_surface(const moving_shape& convex, const moving_shape& mesh,
                                                         scalar slop, surface_room& room,
                                                         bool leaves_freely = false);

} // namespace orrery::rigid::detail
