// A shape somewhere in the world, with all that the narrow phase and the queries ask of it at hand. Made once
// a step for each collider; never a compound, whose children are placed one by one.
#pragma once

#include <orrery/math/aabb.hpp>
#include <orrery/math/matrix3.hpp>
#include <orrery/math/transform.hpp>
#include <orrery/rigid/fwd.hpp>
#include <orrery/rigid/shapes/shape.hpp>

namespace orrery::rigid {

struct placed_shape {
    shape_kind kind = shape_kind::sphere;
    vector3 size;
    // Of a hull, a mesh or a triangle, which it must not outlive.
    const convex_hull* hull = nullptr;
    const surface* mesh = nullptr;
    const surface_triangle* triangle = nullptr; // in the frame of the shape
    vector3 position;                           // of the shape's own frame
    matrix3 rotation = matrix3::identity();
};

// The hull is that of the shape's id, or null for the other kinds.
[[nodiscard]] constexpr placed_shape place(const shape& what, const transform3& where,
                                           const convex_hull* hull = nullptr) noexcept {
    return {.kind = what.kind,
            .size = what.size,
            .hull = hull,
            .position = where.position,
            .rotation = to_matrix(where.rotation)};
}

// How far a plane reaches in the broad phase, in metres.
inline constexpr scalar plane_reach = scalar(1e9);

// The smallest box around it, up to rounding. A plane reaches as far as plane_reach; if its normal is an axis
// of the world, its box ends at it.
[[nodiscard]] aabb3 box_of(const placed_shape& what) noexcept;

// The point farthest along a direction, which need not have unit length. Not for planes.
[[nodiscard]] vector3 support(const placed_shape& what, vector3 direction) noexcept;

// The radius of the largest ball around the centre of mass that fits into a convex shape: what may move less
// than this in a step cannot pass through anything.
[[nodiscard]] scalar inner_radius(const placed_shape& what) noexcept;

// The distance of the farthest point from the origin of the shape's frame; infinite for a plane.
[[nodiscard]] scalar outer_radius(const placed_shape& what) noexcept;

} // namespace orrery::rigid
