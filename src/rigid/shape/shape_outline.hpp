// Shapes as lines and triangles, for debug drawing.
#pragma once

#include <orrery/rigid/debug_draw.hpp>
#include <orrery/rigid/shapes/placed_shape.hpp>

namespace orrery::rigid::detail {

// Edges, or rings and meridians of what is round. A plane is a square of this half side, and of a mesh with
// many triangles those as near to its origin are drawn.
void draw_edges(const placed_shape& what, scalar plane_size, debug_drawer& drawer, color32 color);

// The surface, counterclockwise seen from outside.
void draw_surface(const placed_shape& what, scalar plane_size, debug_drawer& drawer, color32 color);

void draw_box(const aabb3& box, debug_drawer& drawer, color32 color);

} // namespace orrery::rigid::detail
