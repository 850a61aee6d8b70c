// The first step from a definition to a mesh: what cannot be part of a surface goes, and the rest is put into
// an order that depends on where the triangles are and not on how they were listed.
#pragma once

#include <orrery/rigid/shapes/triangle_mesh.hpp>

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace orrery::rigid::detail {

struct clean_mesh {
    std::vector<vector3> vertices; // in ascending order of places, then of materials
    std::vector<vertex_material> materials;
    // Of each vertex the first one at the same place: vertices with different materials may share one.
    std::vector<std::uint32_t> places;
    std::vector<std::array<std::uint32_t, 3>> triangles; // each from its lowest corner on
    std::vector<vector3> normals;                        // of the triangles
};

// A sentence about what is wrong with a definition, see triangle_mesh::from.
[[nodiscard]] status check_definition(const mesh_definition& what);

// The same about a material, or nothing.
[[nodiscard]] std::string_view check_vertex_material(const vertex_material& what) noexcept;

// Of a definition with which nothing is wrong.
[[nodiscard]] clean_mesh clean(const mesh_definition& what, triangle_mesh::cleaning& removed);

} // namespace orrery::rigid::detail
