// Which triangles lie beyond the edges of each: the second step from a definition to a mesh.
#pragma once

#include "rigid/mesh/mesh_cleaning.hpp"

namespace orrery::rigid::detail {

// More triangles than this at one edge, and it counts as open: finding partners takes the square of it.
inline constexpr std::size_t max_edge_sharers = 16;

// Beyond the edge from corner i to the next lies the triangle whose corners run along the edge the other way;
// no_triangle where there is none. One that runs the same way is wound the wrong way round, or seen from the
// other side, and does not count. Where several triangles come into question, as in a wall that is seen from
// both sides, it is the one whose normal is nearest, the first of equals.
[[nodiscard]] std::vector<std::array<std::uint32_t, 3>> find_neighbours(const clean_mesh& mesh);

} // namespace orrery::rigid::detail
