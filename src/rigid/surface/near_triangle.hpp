// A triangle as a convex shape sees it: its corners counted from the shape's position, and which directions
// may push at its edges and corners. A surface is pushed away from only within its normal cones: over a face
// along its normal, at an edge between the normals of the two triangles that meet there, at a corner between
// those of all. Everything else belongs to a neighbour. So nothing is held up by an edge that lies in a
// plane or in a valley.
#pragma once

#include "rigid/solver/lane_vector.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/shapes/surface.hpp>

#include <array>
#include <cstddef>

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

[[nodiscard]] inline vector3 lane_of(const four_vectors& all, std::size_t lane) noexcept {
    const int i = static_cast<int>(lane);
    return {all.x[i], all.y[i], all.z[i]};
}

// Three corners and the normal, or the normal and what is beyond, are four vectors in a row.
static_assert(offsetof(surface_triangle, normal) == 3 * sizeof(vector3) &&
              offsetof(surface_triangle, beyond) == 4 * sizeof(vector3));

[[nodiscard]] inline four_vectors corners_from(const surface_triangle& triangle, vector3 position) noexcept {
    return load_four(triangle.corners.data()) - four_vectors(position);
}

struct near_triangle {
    // Lane i belongs to corner i and to the edge from there to the next; the last lane means nothing.
    four_vectors corners;
    four_vectors along;    // the edges
    four_vectors outwards; // at right angles to them in the plane, as long as they are
    vector3 normal;
    const surface_triangle* triangle;
    std::uint32_t index; // in the list of triangles that are near

    near_triangle(const surface_triangle& from, vector3 position, std::uint32_t place) noexcept
        : near_triangle(from, corners_from(from, position), place) {}

    // With its corners as they are counted.
    near_triangle(const surface_triangle& from, const four_vectors& counted, std::uint32_t place) noexcept
        : corners(counted)
        , along(four_vectors(shuffle<1, 2, 0, 3>(corners.x), shuffle<1, 2, 0, 3>(corners.y),
                             shuffle<1, 2, 0, 3>(corners.z)) -
                corners)
        , outwards(cross(along, four_vectors(from.normal)))
        , normal(from.normal)
        , triangle(&from)
        , index(place) {}

    [[nodiscard]] vector3 corner(std::size_t i) const noexcept { return lane_of(corners, i); }

    [[nodiscard]] vector3 edge(std::size_t i) const noexcept { return lane_of(along, i); }

    // The normals beyond the edges.
    [[nodiscard]] four_vectors beyond() const noexcept {
        const four_vectors from_normal = load_four(&triangle->normal);
        return {shuffle<1, 2, 3, 0>(from_normal.x), shuffle<1, 2, 3, 0>(from_normal.y),
                shuffle<1, 2, 3, 0>(from_normal.z)};
    }

    // A bit for each edge that sticks out enough to carry flat sides.
    [[nodiscard]] std::uint32_t ridges() const noexcept {
        const four_vectors others = beyond();
        const auto is_bent = dot(others, four_vectors(normal)) < four(ridge_cosine);
        return (is_bent & (dot(others, outwards) >= four(scalar(0)))).bits() & 7;
    }

    // A bit for each edge that is a border or sticks out by more than an angle of this sine.
    [[nodiscard]] std::uint32_t bends(scalar sine) const noexcept {
        const four_vectors others = beyond();
        const four bend = dot(others, outwards);
        const auto is_convex =
            (bend > four(scalar(0))) & (bend * bend > four(sine * sine) * dot(along, along));
        return (is_convex | (dot(others, four_vectors(normal)) < four(scalar(-0.999)))).bits() & 7;
    }

    // Whether there is nothing beyond an edge.
    [[nodiscard]] bool is_border(std::size_t which) const noexcept {
        return triangle->beyond[which] == -normal;
    }

    // Into the triangle beyond an edge and at right angles to it, as long as the edge.
    [[nodiscard]] vector3 into_neighbour(std::size_t which) const noexcept {
        return cross(edge(which), triangle->beyond[which]);
    }

    // Whether a unit direction, out of the surface, lies in the cone of an edge.
    [[nodiscard]] bool edge_allows(std::size_t which, vector3 direction) const noexcept {
        const scalar limit = cone_tolerance * length(edge(which));
        if (dot(direction, lane_of(outwards, which)) < -limit) {
            return false;
        }
        return is_border(which) ? dot(direction, normal) > -cone_tolerance
                                : dot(direction, into_neighbour(which)) < limit;
    }

    // The same for a corner, for directions in which it is the farthest of the triangle. Only the neighbours
    // beyond its two edges are known. A convex edge leaves as much doubt about where the others are as it is
    // bent, and in doubt the corner carries: nothing may slip in between.
    [[nodiscard]] bool corner_allows(std::size_t at, vector3 direction) const noexcept {
        const auto is_allowed_by_edge = [&](std::size_t which) {
            const vector3 beyond = into_neighbour(which);
            const scalar limit = cone_tolerance * length(edge(which)) + max(-dot(normal, beyond), scalar(0));
            return is_border(which) ? dot(direction, normal) > -cone_tolerance
                                    : dot(direction, beyond) < limit;
        };
        return is_allowed_by_edge(corner_before(at)) && is_allowed_by_edge(at);
    }
};

} // namespace orrery::rigid::detail
