// Convex shapes as a core with a radius around it: a sphere is a point, a capsule a segment, and the others
// have a radius of zero. What works on cores is exact for round shapes, which have no corners to find.
#pragma once

#include "rigid/solver/lane_vector.hpp"

#include <orrery/rigid/shapes/convex_hull.hpp>
#include <orrery/rigid/shapes/placed_shape.hpp>
#include <orrery/rigid/shapes/surface.hpp>

#include <algorithm>
#include <limits>

namespace orrery::rigid::detail {

[[nodiscard]] inline vector3 axis_of(const placed_shape& what) noexcept {
    return what.rotation.column(1);
}

[[nodiscard]] inline scalar core_radius(const placed_shape& what) noexcept {
    return what.kind == shape_kind::sphere || what.kind == shape_kind::capsule ? what.size.x : scalar(0);
}

// The vertex of a polyhedron farthest along a direction, of equally far ones the first.
[[nodiscard]] inline std::size_t farthest_vertex(std::span<const vector3> vertices,
                                                 vector3 direction) noexcept {
    const four_vectors lanes{four(direction.x), four(direction.y), four(direction.z)};
    four most = std::numeric_limits<scalar>::lowest();
    four place = 0;
    // There are four vertices or more; the last group of four overlaps the one before it.
    for (std::size_t next = 0; next < vertices.size(); next += 4) {
        const std::size_t start = std::min(next, vertices.size() - 4);
        const four along = dot(load_four(&vertices[start]), lanes);
        const auto is_farther = along > most;
        most = select(is_farther, along, most);
        place = select(is_farther, four(static_cast<scalar>(start)) + four::count_up(), place);
    }
    const four places =
        select(most == four(largest_of_four(most)), place, four(static_cast<scalar>(vertices.size())));
    return static_cast<std::size_t>(-largest_of_four(-places));
}

[[nodiscard]] inline vector3 hull_support(const convex_hull& hull, vector3 direction) noexcept {
    return hull.vertices()[farthest_vertex(hull.vertices(), direction)];
}

[[nodiscard]] inline vector3 cylinder_support(vector3 size, vector3 direction) noexcept {
    const scalar across = sqrt(direction.x * direction.x + direction.z * direction.z);
    const scalar factor = across > scalar(0) ? size.x / across : scalar(0);
    return {direction.x * factor, copysign(size.y, direction.y), direction.z * factor};
}

// Of equally far corners the first.
[[nodiscard]] inline vector3 triangle_support(const surface_triangle& triangle, vector3 direction) noexcept {
    const auto& [a, b, c] = triangle.corners;
    const vector3 of_two = dot(b - a, direction) > scalar(0) ? b : a;
    return dot(c - of_two, direction) > scalar(0) ? c : of_two;
}

// The point of the core farthest along a direction, from the shape's position in world axes. Not for planes.
[[nodiscard]] inline vector3 core_support(const placed_shape& what, vector3 direction) noexcept {
    switch (what.kind) {
    case shape_kind::capsule: {
        const vector3 axis = axis_of(what);
        return axis * copysign(what.size.y, dot(axis, direction));
    }
    case shape_kind::cylinder:
        return what.rotation * cylinder_support(what.size, transpose_multiply(what.rotation, direction));
    case shape_kind::box: {
        const vector3 local = transpose_multiply(what.rotation, direction);
        return what.rotation * vector3{copysign(what.size.x, local.x), copysign(what.size.y, local.y),
                                       copysign(what.size.z, local.z)};
    }
    case shape_kind::hull:
        return what.rotation * hull_support(*what.hull, transpose_multiply(what.rotation, direction));
    case shape_kind::triangle:
        return what.rotation * triangle_support(*what.triangle, transpose_multiply(what.rotation, direction));
    case shape_kind::sphere:
    case shape_kind::plane:
    case shape_kind::compound:
    case shape_kind::mesh:
        break;
    }
    return {};
}

} // namespace orrery::rigid::detail
