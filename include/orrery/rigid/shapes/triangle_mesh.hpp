// A surface of triangles that is all in memory: terrain, a race track, a room. It is made once from vertices
// and triangles, cleaned of what cannot be part of a surface, never changes after that and is shared by all
// worlds and frames whose bodies have it.
//
//   const mesh_definition floor{.vertices = {...}, .triangles = {{0, 1, 2}, {2, 1, 3}}};
//   const shape ground = world.shapes().add_mesh(triangle_mesh::from(floor).value());
//   make_body(world, {.kind = body_kind::fixed, .shape = ground});
//
// Making one takes about a microsecond a triangle; mesh_file.hpp keeps it in a file that opens at once.
#pragma once

#include <orrery/core/result.hpp>
#include <orrery/rigid/shapes/surface.hpp>
#include <orrery/spatial/static_tree.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::rigid {

struct mesh_definition {
    std::vector<vector3> vertices;                       // m
    std::vector<std::array<std::uint32_t, 3>> triangles; // counter-clockwise from where they are seen
    std::vector<vertex_material> materials{};            // none, or one for each vertex
};

// A landscape of columns x rows heights over the plane y = 0, `spacing` metres apart and with its middle at
// the origin; heights row by row, rows along z and columns along x. Two triangles a cell, seen from above.
struct height_grid {
    std::uint32_t columns = 0;
    std::uint32_t rows = 0;
    scalar spacing = 1;
    std::span<const scalar> heights;
    std::span<const vertex_material> materials{}; // none, or one for each height
};

// Refused: fewer than two columns or rows, another number of heights, numbers that are not finite.
[[nodiscard]] result<mesh_definition> mesh_of(const height_grid& grid);

class triangle_mesh final : public surface {
public:
    static constexpr std::uint32_t max_triangles = 1u << 24;
    static constexpr std::uint32_t no_triangle = 0xffff'ffffu;

    // What was left out of a definition.
    struct cleaning {
        std::uint32_t without_area = 0; // triangles
        std::uint32_t duplicates = 0;   // triangles that have the same corners as one before
        std::uint32_t merged = 0;       // vertices at the same place as one before, with the same material
    };

    // Refused: no triangles or too many, indices of vertices that there are not, numbers that are not finite
    // or beyond the largest measure, another number of materials than of vertices, materials that are not
    // possible.
    [[nodiscard]] static result<std::shared_ptr<const triangle_mesh>> from(const mesh_definition& what,
                                                                           cleaning* removed = nullptr);

    [[nodiscard]] shape_id id() const noexcept override { return id_; }

    [[nodiscard]] const aabb3& bounds() const noexcept override { return tree_.bounds(); }

    [[nodiscard]] std::uint64_t triangle_count() const noexcept override { return triangles_.size(); }

    [[nodiscard]] bool has_materials() const noexcept override { return !materials_.empty(); }

    void collect(const aabb3& box, std::vector<surface_triangle>& found) const override;

    [[nodiscard]] std::optional<surface_ray_hit> cast_ray(const basic_ray<double, 3>& ray,
                                                          double farthest) const override;

    [[nodiscard]] const triangle_mesh* whole() const noexcept override { return this; }

    [[nodiscard]] surface_triangle triangle(std::uint32_t number) const noexcept;

    // Of its triangles, which are numbered one after another: 0, unless it is a page of a larger mesh.
    [[nodiscard]] std::uint32_t first_number() const noexcept { return first_number_; }

    [[nodiscard]] std::span<const vector3> vertices() const noexcept { return vertices_; }

    [[nodiscard]] std::span<const std::array<std::uint32_t, 3>> triangles() const noexcept {
        return triangles_;
    }

    // Empty, or one for each vertex.
    [[nodiscard]] std::span<const vertex_material> materials() const noexcept { return materials_; }

    [[nodiscard]] const spatial::static_tree<aabb3>& tree() const noexcept { return tree_; }

    // Of all its arrays.
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    triangle_mesh() = default;
    friend class mesh_builder; // from definitions, and parts of a larger mesh for its pages
    friend class mesh_reader;  // from bytes

    [[nodiscard]] surface_triangle triangle_at(std::uint32_t place) const noexcept; // in triangles_

    std::vector<vector3> vertices_;
    std::vector<std::array<std::uint32_t, 3>> triangles_;
    // Of each triangle; behind them those of triangles of other pages that border on this one.
    std::vector<vector3> normals_;
    // Beyond each edge: a place in normals_, or no_triangle.
    std::vector<std::array<std::uint32_t, 3>> neighbours_;
    std::vector<vertex_material> materials_;
    spatial::static_tree<aabb3> tree_; // of triangles
    std::uint32_t first_number_ = 0;   // of the first triangle, in the whole of which this is a page
    shape_id id_ = shape_id::none;
};

} // namespace orrery::rigid
