// A hull, or a box seen as one: what the functions that know only vertices, faces and edges work on.
#pragma once

#include <orrery/rigid/shapes/convex_hull.hpp>
#include <orrery/rigid/shapes/placed_shape.hpp>

#include <array>
#include <span>

namespace orrery::rigid::detail {

struct polyhedron {
    std::span<const vector3> vertices;
    std::span<const convex_hull::face> faces;
    std::span<const convex_hull::edge> edges;
    const std::uint16_t* corners; // of all faces, as in convex_hull
    const std::uint16_t* borders;
    vector3 middle;   // some point inside
    scalar thickness; // the smallest distance from there to a face
    scalar reach;     // the distance of the farthest vertex from the origin

    [[nodiscard]] std::span<const std::uint16_t> corners_of(const convex_hull::face& face) const noexcept {
        return {corners + face.first_corner, face.corner_count};
    }

    // The edge from corner i of a face to the next.
    [[nodiscard]] std::uint32_t edge_of(const convex_hull::face& face, std::uint32_t corner) const noexcept {
        return borders[face.first_corner + corner] & 0x7fffu;
    }
};

[[nodiscard]] polyhedron view_of(const convex_hull& hull) noexcept;

// The vertices and faces of one box. Vertex i lies on the positive side of axis j where bit j of i is set;
// faces come in the order x, y, z, the positive one of each first.
class box_polyhedron {
public:
    explicit box_polyhedron(vector3 half_extents) noexcept;

    [[nodiscard]] polyhedron view() const noexcept;

private:
    std::array<vector3, 8> vertices_;
    std::array<convex_hull::face, 6> faces_;
    scalar thickness_;
};

} // namespace orrery::rigid::detail
