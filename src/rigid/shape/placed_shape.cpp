#include "rigid/collide/core_support.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/shapes/placed_shape.hpp>
#include <orrery/rigid/shapes/surface.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace orrery::rigid {
namespace {

constexpr scalar infinity = std::numeric_limits<scalar>::infinity();

// How far it reaches along an axis of the world, which in its own frame is this unit vector.
[[nodiscard]] scalar cylinder_reach(vector3 size, vector3 local) noexcept {
    return abs(local.y) * size.y + sqrt(local.x * local.x + local.z * local.z) * size.x;
}

[[nodiscard]] vector3 box_reach(const placed_shape& what) noexcept {
    return {dot(abs(what.rotation[0]), what.size), dot(abs(what.rotation[1]), what.size),
            dot(abs(what.rotation[2]), what.size)};
}

[[nodiscard]] aabb3 hull_box(const placed_shape& what) noexcept {
    using detail::four;
    const std::span<const vector3> vertices = what.hull->vertices();
    const std::array<detail::four_vectors, 3> axes{what.rotation[0], what.rotation[1], what.rotation[2]};
    std::array<four, 3> least{four(infinity), four(infinity), four(infinity)};
    std::array<four, 3> most{four(-infinity), four(-infinity), four(-infinity)};
    // Every hull has four vertices or more; the last group of four overlaps the one before it.
    for (std::size_t next = 0; next < vertices.size(); next += 4) {
        const detail::four_vectors group = detail::load_four(&vertices[std::min(next, vertices.size() - 4)]);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const four reach = dot(axes[axis], group);
            least[axis] = min(least[axis], reach);
            most[axis] = max(most[axis], reach);
        }
    }
    aabb3 turned;
    for (int axis = 0; axis < 3; ++axis) {
        turned.min[axis] = -detail::largest_of_four(-least[static_cast<std::size_t>(axis)]);
        turned.max[axis] = detail::largest_of_four(most[static_cast<std::size_t>(axis)]);
    }
    return translate(turned, what.position);
}

[[nodiscard]] aabb3 plane_box(const placed_shape& what) noexcept {
    const vector3 normal = detail::axis_of(what);
    aabb3 box = aabb3::from_center({}, vector3::filled(plane_reach));
    for (int axis = 0; axis < 3; ++axis) {
        if (normal[(axis + 1) % 3] == scalar(0) && normal[(axis + 2) % 3] == scalar(0)) {
            scalar& end = normal[axis] > scalar(0) ? box.max[axis] : box.min[axis];
            end = what.position[axis];
        }
    }
    return box;
}

[[nodiscard]] aabb3 triangle_box(const placed_shape& what) noexcept {
    aabb3 turned = aabb3::empty();
    for (const vector3 corner : what.triangle->corners) {
        turned = merge(turned, what.rotation * corner);
    }
    return translate(turned, what.position);
}

// Around the box of all triangles. One that is not turned keeps its box as it is.
[[nodiscard]] aabb3 mesh_box(const placed_shape& what) noexcept {
    const aabb3& own = what.mesh->bounds();
    if (what.rotation == matrix3::identity()) {
        return translate(own, what.position);
    }
    const vector3 half = size(own) * scalar(0.5);
    const vector3 reach{dot(abs(what.rotation[0]), half), dot(abs(what.rotation[1]), half),
                        dot(abs(what.rotation[2]), half)};
    return aabb3::from_center(what.position + what.rotation * center(own), reach);
}

// Of the farthest point of a box from the origin.
[[nodiscard]] scalar reach_of(const aabb3& box) noexcept {
    return length(max(abs(box.min), abs(box.max)));
}

} // namespace

aabb3 box_of(const placed_shape& what) noexcept {
    switch (what.kind) {
    case shape_kind::sphere:
        return aabb3::from_center(what.position, vector3::filled(what.size.x));
    case shape_kind::capsule:
        return aabb3::from_center(what.position,
                                  abs(detail::axis_of(what)) * what.size.y + vector3::filled(what.size.x));
    case shape_kind::cylinder:
        return aabb3::from_center(what.position, {cylinder_reach(what.size, what.rotation[0]),
                                                  cylinder_reach(what.size, what.rotation[1]),
                                                  cylinder_reach(what.size, what.rotation[2])});
    case shape_kind::box:
        return aabb3::from_center(what.position, box_reach(what));
    case shape_kind::hull:
        return hull_box(what);
    case shape_kind::plane:
        return plane_box(what);
    case shape_kind::mesh:
        return mesh_box(what);
    case shape_kind::triangle:
        return triangle_box(what);
    case shape_kind::compound:
        break;
    }
    return {what.position, what.position};
}

vector3 support(const placed_shape& what, vector3 direction) noexcept {
    const vector3 of_core = what.position + detail::core_support(what, direction);
    const scalar radius = detail::core_radius(what);
    return radius > scalar(0) ? of_core + normalize_or(direction, vector3{}) * radius : of_core;
}

scalar inner_radius(const placed_shape& what) noexcept {
    switch (what.kind) {
    case shape_kind::sphere:
    case shape_kind::capsule:
        return what.size.x;
    case shape_kind::cylinder:
        return min(what.size.x, what.size.y);
    case shape_kind::box:
        return smallest_component(what.size);
    case shape_kind::hull:
        return what.hull->inner_radius();
    case shape_kind::plane:
    case shape_kind::mesh:
        return infinity;
    case shape_kind::compound:
    case shape_kind::triangle:
        break;
    }
    return 0;
}

scalar outer_radius(const placed_shape& what) noexcept {
    switch (what.kind) {
    case shape_kind::sphere:
        return what.size.x;
    case shape_kind::capsule:
        return what.size.x + what.size.y;
    case shape_kind::cylinder:
        return sqrt(what.size.x * what.size.x + what.size.y * what.size.y);
    case shape_kind::box:
        return length(what.size);
    case shape_kind::hull:
        return what.hull->outer_radius();
    case shape_kind::plane:
        return infinity;
    case shape_kind::mesh:
        return reach_of(what.mesh->bounds());
    case shape_kind::triangle:
        return length(*std::ranges::max_element(what.triangle->corners, {},
                                                [](vector3 corner) { return length_squared(corner); }));
    case shape_kind::compound:
        break;
    }
    return 0;
}

} // namespace orrery::rigid
