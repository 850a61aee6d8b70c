// Makes triangle meshes: whole ones from definitions, and pages of a whole one. Both are sorted as their tree
// is, so that triangles side by side in space are side by side in memory, and so are their vertices. What
// comes out depends on the set of triangles, not on the order in which a definition lists them.
#pragma once

#include <orrery/rigid/shapes/triangle_mesh.hpp>

#include <cstdint>
#include <memory>
#include <span>

namespace orrery::rigid {

class mesh_builder {
public:
    // See triangle_mesh::from.
    [[nodiscard]] static result<std::shared_ptr<const triangle_mesh>> from(const mesh_definition& what,
                                                                           triangle_mesh::cleaning* removed);

    // The same without the tree and the order that it makes, and without an id: for cutting pages from.
    [[nodiscard]] static result<std::shared_ptr<const triangle_mesh>>
    without_tree(const mesh_definition& what, triangle_mesh::cleaning* removed);

    // Some triangles of a whole mesh, each named once by its number there and at least one of them. The page
    // sorts them in its own way and gives them numbers from first_number on; it keeps the normals of those of
    // its neighbours that are not part of it.
    [[nodiscard]] static std::shared_ptr<const triangle_mesh>
    page(const triangle_mesh& whole, std::span<const std::uint32_t> triangles, std::uint32_t first_number);

    // A hash of everything but the tree, which follows from the rest.
    [[nodiscard]] static shape_id id_of(const triangle_mesh& mesh) noexcept;

private:
    static void take_triangles(const triangle_mesh& whole, std::span<const std::uint32_t> numbers,
                               triangle_mesh& into);
    static void take_neighbours(const triangle_mesh& whole, std::span<const std::uint32_t> numbers,
                                triangle_mesh& into);
};

} // namespace orrery::rigid
