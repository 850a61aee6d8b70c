#include "rigid/mesh_builder.hpp"

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
    surface_triangle made;
    fill(place, made);
    return made;
}

void triangle_mesh::fill(std::uint32_t place, surface_triangle& into) const noexcept {
    const auto& corners = triangles_[place];
    const auto& neighbours = neighbours_[place];
    into.normal = normals_[place];
    for (std::size_t corner = 0; corner < 3; ++corner) {
        into.corners[corner] = vertices_[corners[corner]];
        const std::uint32_t neighbour = neighbours[corner];
        into.beyond[corner] = neighbour == no_triangle ? -into.normal : normals_[neighbour];
    }
    into.number = first_number_ + place;
    if (!materials_.empty()) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            into.materials[corner] = materials_[corners[corner]];
        }
    }
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
            fill(node.first_element + number, found.emplace_back());
        });
    }
}

std::size_t triangle_mesh::bytes() const noexcept {
    const auto of = [](const auto& items) { return items.capacity() * sizeof(items[0]); };
    return of(vertices_) + of(triangles_) + of(normals_) + of(neighbours_) + of(materials_) +
           tree_.node_count() * sizeof(tree_.packed(0)) + tree_.size() * sizeof(std::uint32_t);
}

} // namespace orrery::rigid
