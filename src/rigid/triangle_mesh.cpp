#include "rigid/mesh_builder.hpp"

#include <orrery/core/text.hpp>
#include <orrery/rigid/triangle_mesh.hpp>
#include <orrery/spatial/detail/inline_stack.hpp>

namespace orrery::rigid {

result<std::shared_ptr<const triangle_mesh>> triangle_mesh::from(const mesh_definition& what,
                                                                 cleaning* removed) {
    return mesh_builder::from(what, removed);
}

surface_triangle triangle_mesh::triangle(std::uint32_t number) const noexcept {
    const std::uint32_t place = number - first_number_;
    ORRERY_CHECK(place < triangles_.size(), "a mesh has no triangle of this number");
    return triangle_at(place);
}

// Made in one go: setting all members to zero first would take as long as this does.
surface_triangle triangle_mesh::triangle_at(std::uint32_t place) const noexcept {
    const auto [a, b, c] = triangles_[place];
    const auto& neighbours = neighbours_[place];
    const vector3 normal = normals_[place];
    const auto beyond = [&](std::uint32_t neighbour) {
        return neighbour == no_triangle ? -normal : normals_[neighbour];
    };
    surface_triangle made{.corners = {vertices_[a], vertices_[b], vertices_[c]},
                          .normal = normal,
                          .beyond = {beyond(neighbours[0]), beyond(neighbours[1]), beyond(neighbours[2])},
                          .number = first_number_ + place};
    if (!materials_.empty()) {
        made.materials = {materials_[a], materials_[b], materials_[c]};
    }
    return made;
}

// Nodes are visited in the order of their numbers, level by level, and the triangles are sorted as the nodes
// hold them: so they come in ascending order by themselves.
void triangle_mesh::collect(const aabb3& box, std::vector<surface_triangle>& found) const {
    spatial::detail::inline_stack<std::uint32_t, 256> nodes;
    nodes.push(tree_.root());
    for (std::size_t next = 0; next < nodes.size(); ++next) {
        const auto& node = tree_.packed(nodes.begin()[next]);
        const std::uint32_t hits = intersects(node.boxes, box);
        spatial::detail::for_each_bit(hits & node.child_bits(), [&](int slot) {
            nodes.push(node.first_child + static_cast<std::uint32_t>(slot));
        });
        spatial::detail::for_each_bit(hits & node.element_bits(), [&](int slot) {
            const auto number = static_cast<std::uint32_t>(slot - node.child_count);
            found.push_back(triangle_at(node.first_element + number));
        });
    }
}

std::size_t triangle_mesh::bytes() const noexcept {
    const auto of = [](const auto& items) { return items.capacity() * sizeof(items[0]); };
    return of(vertices_) + of(triangles_) + of(normals_) + of(neighbours_) + of(materials_) +
           tree_.node_count() * sizeof(tree_.packed(0)) + tree_.size() * sizeof(std::uint32_t);
}

result<mesh_definition> mesh_of(const height_grid& grid) {
    if (grid.columns < 2 || grid.rows < 2) {
        return error{text("A height grid has ", grid.columns, " columns and ", grid.rows,
                          " rows, expected at least 2 of each.")};
    }
    const std::uint64_t cells = std::uint64_t{grid.columns - 1} * (grid.rows - 1);
    if (cells > triangle_mesh::max_triangles / 2) {
        return error{text("A height grid has ", cells, " cells, expected at most ",
                          triangle_mesh::max_triangles / 2, ".")};
    }
    const std::uint64_t count = std::uint64_t{grid.columns} * grid.rows;
    if (grid.heights.size() != count) {
        return error{text("A height grid of ", grid.columns, " columns and ", grid.rows, " rows has ",
                          grid.heights.size(), " heights, expected ", count, ".")};
    }
    if (!grid.materials.empty() && grid.materials.size() != count) {
        return error{
            text("A height grid has ", grid.materials.size(), " materials, expected none or ", count, ".")};
    }
    if (!(grid.spacing >= least_measure && grid.spacing <= largest_measure)) {
        return error{
            text("A height grid has a spacing of ", grid.spacing, " m, expected from 1e-6 to 1e6 m.")};
    }
    mesh_definition made;
    made.vertices.reserve(grid.heights.size());
    made.triangles.reserve(static_cast<std::size_t>(cells) * 2);
    made.materials.assign(grid.materials.begin(), grid.materials.end());
    const scalar left = scalar(-0.5) * static_cast<scalar>(grid.columns - 1) * grid.spacing;
    const scalar back = scalar(-0.5) * static_cast<scalar>(grid.rows - 1) * grid.spacing;
    for (std::uint32_t row = 0; row < grid.rows; ++row) {
        for (std::uint32_t column = 0; column < grid.columns; ++column) {
            const std::uint32_t at = row * grid.columns + column;
            if (!(abs(grid.heights[at]) <= largest_measure)) {
                return error{text("The height in column ", column, " of row ", row, " is ", grid.heights[at],
                                  " m, expected from -1e6 to 1e6 m.")};
            }
            made.vertices.push_back({left + static_cast<scalar>(column) * grid.spacing, grid.heights[at],
                                     back + static_cast<scalar>(row) * grid.spacing});
            if (row > 0 && column > 0) {
                const std::uint32_t before = at - grid.columns; // in the row before
                made.triangles.push_back({before - 1, at - 1, before});
                made.triangles.push_back({before, at - 1, at});
            }
        }
    }
    return made;
}

} // namespace orrery::rigid
