// What is drawn of a surface of triangles: all of it where that is little. Of one that is larger than a page
// or another program should carry it is a picture of its heights, on a grid of as many triangles as are
// wanted: what lies under an overhang is not in it. Of a paged mesh one row of pages after another is looked
// at.
#pragma once

#include <orrery/rigid/shapes/surface.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery::studio {

struct surface_picture {
    std::vector<vector3> vertices{};
    std::vector<std::array<std::uint32_t, 3>> triangles{};
    std::vector<rigid::vertex_material> materials{}; // none, or one for each vertex
};

// No more than `most` triangles, and at least two.
[[nodiscard]] surface_picture picture_of(const rigid::surface& what, std::size_t most);

} // namespace orrery::studio
