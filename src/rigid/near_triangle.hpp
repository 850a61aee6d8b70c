// A triangle as a convex shape sees it: its corners counted from the shape's position, and which directions
// may push at its edges and corners. A surface is pushed away from only within its normal cones: over a face
// along its normal, at an edge between the normals of the two triangles that meet there, at a corner between
// those of all. Everything else belongs to a neighbour. So nothing is held up by an edge that lies in a
// plane or in a valley.
#pragma once

#include <orrery/math/vector.hpp>
#include <orrery/rigid/surface.hpp>

#include <array>

namespace orrery::rigid::detail {

[[nodiscard]] constexpr std::size_t next_corner(std::size_t i) noexcept {
    return i == 2 ? 0 : i + 1;
}

[[nodiscard]] constexpr std::size_t corner_before(std::size_t i) noexcept {
    return i == 0 ? 2 : i - 1;
}

// How far directions may lean out of a cone, as a sine: more than what rounding does to normals.
inline constexpr scalar cone_tolerance = scalar(1e-3);
// Triangles at a smaller angle than about eight degrees are rubbed smooth by putting their points into one
// patch: edges between them carry nothing of their own against flat sides.
inline constexpr scalar ridge_cosine = scalar(0.99);

struct near_triangle {
    std::array<vector3, 3> corners;
    vector3 normal;
    std::array<vector3, 3> along;    // the edges, from corner i to the next
    std::array<vector3, 3> outwards; // at right angles to them in the plane, as long as they are
    const surface_triangle* triangle;
    std::uint32_t index; // in the list of triangles that are near

    near_triangle(const surface_triangle& from, vector3 position, std::uint32_t place) noexcept
        : corners{from.corners[0] - position, from.corners[1] - position, from.corners[2] - position}
        , normal(from.normal)
        , along{corners[1] - corners[0], corners[2] - corners[1], corners[0] - corners[2]}
        , outwards{cross(along[0], normal), cross(along[1], normal), cross(along[2], normal)}
        , triangle(&from)
        , index(place) {}

    // Whether there is nothing beyond an edge.
    [[nodiscard]] bool is_border(std::size_t edge) const noexcept {
        return triangle->beyond[edge] == -normal;
    }

    // Into the triangle beyond an edge and at right angles to it, as long as the edge.
    [[nodiscard]] vector3 into_neighbour(std::size_t edge) const noexcept {
        return cross(along[edge], triangle->beyond[edge]);
    }

    // Whether an edge sticks out enough to carry flat sides.
    [[nodiscard]] bool is_ridge(std::size_t edge) const noexcept {
        const vector3 beyond = triangle->beyond[edge];
        return dot(normal, beyond) < ridge_cosine && !(dot(beyond, outwards[edge]) < 0);
    }

    // Whether a unit direction, out of the surface, lies in the cone of an edge.
    [[nodiscard]] bool edge_allows(std::size_t edge, vector3 direction) const noexcept {
        const scalar limit = cone_tolerance * length(along[edge]);
        if (dot(direction, outwards[edge]) < -limit) {
            return false;
        }
        return is_border(edge) ? dot(direction, normal) > -cone_tolerance
                               : dot(direction, into_neighbour(edge)) < limit;
    }

    // The same for a corner, for directions in which it is the farthest of the triangle. Only the neighbours
    // beyond its two edges are known. A convex edge leaves as much doubt about where the others are as it is
    // bent, and in doubt the corner carries: nothing may slip in between.
    [[nodiscard]] bool corner_allows(std::size_t corner, vector3 direction) const noexcept {
        for (const std::size_t edge : {corner_before(corner), corner}) {
            const vector3 beyond = into_neighbour(edge);
            const scalar limit = cone_tolerance * length(along[edge]) + max(-dot(normal, beyond), scalar(0));
            const bool is_allowed =
                is_border(edge) ? dot(direction, normal) > -cone_tolerance : dot(direction, beyond) < limit;
            if (!is_allowed) {
                return false;
            }
        }
        return true;
    }
};

} // namespace orrery::rigid::detail
