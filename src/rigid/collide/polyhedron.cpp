#include "rigid/collide/polyhedron.hpp"

#include <orrery/math/vector.hpp>

namespace orrery::rigid::detail {
namespace {

constexpr std::size_t box_edge_count = 12;

// What all boxes have in common.
struct box_topology {
    std::array<std::uint16_t, 24> corners{};
    std::array<std::uint16_t, 24> borders{};
    std::array<convex_hull::edge, box_edge_count> edges{};
};

constexpr box_topology topology = [] {
    box_topology made;
    std::size_t edge_count = 0;
    for (std::size_t face = 0; face < 6; ++face) {
        const std::size_t axis = face / 2;
        const auto bit = static_cast<std::uint16_t>(1u << axis);
        const auto bit1 = static_cast<std::uint16_t>(1u << (axis + 1) % 3);
        const auto bit2 = static_cast<std::uint16_t>(1u << (axis + 2) % 3);
        const bool is_positive = face % 2 == 0;
        const auto base = static_cast<std::uint16_t>(is_positive ? bit : 0);
        // Counterclockwise seen from outside: the other way round on the negative side.
        const std::uint16_t first = is_positive ? bit1 : bit2;
        const std::uint16_t second = is_positive ? bit2 : bit1;
        made.corners[face * 4] = base;
        made.corners[face * 4 + 1] = static_cast<std::uint16_t>(base | first);
        made.corners[face * 4 + 2] = static_cast<std::uint16_t>(base | first | second);
        made.corners[face * 4 + 3] = static_cast<std::uint16_t>(base | second);
        for (std::size_t i = 0; i < 4; ++i) {
            const std::uint16_t from = made.corners[face * 4 + i];
            const std::uint16_t to = made.corners[face * 4 + (i + 1) % 4];
            std::size_t known = 0;
            while (known < edge_count && !(made.edges[known].from == to && made.edges[known].to == from)) {
                ++known;
            }
            if (known < edge_count) {
                made.edges[known].right = static_cast<std::uint16_t>(face);
                made.borders[face * 4 + i] = static_cast<std::uint16_t>(known | 0x8000);
            } else {
                made.edges[known] = {from, to, static_cast<std::uint16_t>(face), 0};
                made.borders[face * 4 + i] = static_cast<std::uint16_t>(known);
                ++edge_count;
            }
        }
    }
    return made;
}();

} // namespace

polyhedron view_of(const convex_hull& hull) noexcept {
    const convex_hull::face& first = hull.faces().front();
    return {hull.vertices(),
            hull.faces(),
            hull.edges(),
            hull.corners(first).data() - first.first_corner,
            hull.borders(first).data() - first.first_corner,
            hull.center_of_mass(),
            hull.inner_radius(),
            hull.outer_radius()};
}

box_polyhedron::box_polyhedron(vector3 half_extents) noexcept
    : thickness_(smallest_component(half_extents)) {
    for (std::uint32_t i = 0; i < 8; ++i) {
        vertices_[i] = {(i & 1) != 0 ? half_extents.x : -half_extents.x,
                        (i & 2) != 0 ? half_extents.y : -half_extents.y,
                        (i & 4) != 0 ? half_extents.z : -half_extents.z};
    }
    for (std::uint32_t i = 0; i < 6; ++i) {
        const int axis = static_cast<int>(i / 2);
        const vector3 normal = i % 2 == 0 ? vector3::unit(axis) : -vector3::unit(axis);
        faces_[i] = {normal, half_extents[axis], i * 4, 4};
    }
}

polyhedron box_polyhedron::view() const noexcept {
    return {vertices_, faces_,     topology.edges,      topology.corners.data(), topology.borders.data(),
            {},        thickness_, length(vertices_[7])};
}

} // namespace orrery::rigid::detail
