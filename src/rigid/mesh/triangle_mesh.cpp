#include "rigid/mesh/mesh_builder.hpp"

#include <orrery/rigid/shapes/triangle_mesh.hpp>
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

} // namespace orrery::rigid
