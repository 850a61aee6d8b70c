// Makes faces of triangles: those that lie in a plane within a tolerance become one polygon.
#pragma once

#include "rigid/shape/quickhull.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

// The corners of a face, counterclockwise seen from outside.
using polygon = std::vector<std::uint32_t>;

// The faces of a hull made of triangles. Triangles whose union would not be a convex polygon stay as they
// are.
[[nodiscard]] std::vector<polygon> merge_coplanar(std::span<const vector3d> points,
                                                  std::span<const hull_triangle> triangles, double tolerance);

} // namespace orrery::rigid::detail
