#include "rigid/cast_surface.hpp"
#include "rigid/near_triangle.hpp"
#include "rigid/surface_gap.hpp"

#include <orrery/math/closest_point.hpp>

namespace orrery::rigid::detail {
namespace {

// The motion of a shape as seen from a surface, with what both turn by put into a bound.
struct surface_approach {
    placed_shape start; // in the frame of the surface as it is at the start
    vector3 middle;     // what the shape turns about
    vector3 way;        // that point moves by
    scalar turning = 0; // no point of the shape gets farther than this by turning, its own or the surface's
};

[[nodiscard]] surface_approach surface_approach_of(const moving_shape& convex,
                                                   const moving_shape& mesh) noexcept {
    placed_shape frame;
    frame.position = mesh.start.position;
    frame.rotation = to_matrix(mesh.start.rotation);
    surface_approach result;
    result.start = seen_from(frame, place(convex.what, convex.start, convex.hull));
    result.middle = result.start.position + result.start.rotation * convex.local_center;
    result.way = transpose_multiply(frame.rotation, convex.displacement - mesh.displacement);
    const scalar aside = length(convex.local_center);
    const scalar radius = aside + outer_radius(result.start);
    // A ball that spins about its centre is where it was.
    result.turning = length(convex.turn) * (convex.what.kind == shape_kind::sphere ? aside : radius);
    if (mesh.turn != vector3{}) {
        const scalar from_pivot = max(distance(result.middle, mesh.local_center),
                                      distance(result.middle + result.way, mesh.local_center));
        result.turning += length(mesh.turn) * (from_pivot + radius + length(result.way));
    }
    return result;
}

[[nodiscard]] aabb3 swept_box(const surface_approach& of, scalar more) noexcept {
    const aabb3 first = box_of(of.start);
    return inflate(merge(first, translate(first, of.way)), of.turning + more);
}

// The part of the way before which the shape cannot be near the front of a triangle; above one when it does
// not come there at all.
[[nodiscard]] scalar earliest_meeting(const surface_approach& of, const surface_triangle& triangle,
                                      scalar slop) noexcept {
    constexpr scalar never = 2;
    const vector3 corner = triangle.corners[0];
    const scalar closing = of.turning - dot(of.way, triangle.normal);
    const scalar middle = dot(of.middle - corner, triangle.normal);
    if (middle < 0) {
        return never; // it is behind
    }
    const scalar height = dot(support(of.start, -triangle.normal) - corner, triangle.normal);
    if (height <= slop) {
        return 0;
    }
    return height - slop < closing ? (height - slop) / closing : never;
}

// The direction out of a triangle at a point near it, put right where it leans out of the surface's cone.
[[nodiscard]] vector3 direction_in_cone(const surface_triangle& triangle, vector3 point,
                                        vector3 direction) noexcept {
    const near_triangle seen(triangle, point, 0);
    const vector3 weights =
        closest_on_triangle(vector3{}, seen.corner(0), seen.corner(1), seen.corner(2)).weights;
    std::size_t on_edges = 0;
    std::size_t edge = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        // The edge opposite to corner i.
        if (weights[static_cast<int>(i)] == scalar(0)) {
            ++on_edges;
            edge = next_corner(i);
        }
    }
    if (on_edges == 1) {
        return seen.edge_allows(edge, direction) ? direction : triangle.normal;
    }
    if (on_edges == 2) {
        const std::size_t corner = weights.x > 0 ? 0 : weights.y > 0 ? 1 : 2;
        return seen.corner_allows(corner, direction) ? direction : triangle.normal;
    }
    return direction;
}

// The normal of a hit, put right in the same way.
[[nodiscard]] vector3 normal_in_cone(const moving_shape& mesh, const surface_triangle& triangle,
                                     const shape_cast_hit& hit) noexcept {
    const transform3 then = mesh.at(hit.fraction);
    const vector3 out = rotate(inverse(then.rotation), -hit.normal);
    const vector3 point = inverse_transform_point(then, hit.point);
    return -rotate(then.rotation, direction_in_cone(triangle, point, out));
}

// Whether the shape does not come nearer along this normal when it is met.
[[nodiscard]] bool is_leaving(const moving_shape& convex, const moving_shape& mesh, const shape_cast_hit& hit,
                              vector3 normal) noexcept {
    const vector3 center =
        transform_point(convex.start, convex.local_center) + convex.displacement * hit.fraction;
    const vector3 motion = convex.displacement - mesh.displacement + cross(convex.turn, hit.point - center);
    return !(dot(motion, normal) > 0);
}

} // namespace

std::optional<shape_cast_hit> cast_surface(const moving_shape& convex, const moving_shape& mesh, scalar slop,
                                           std::vector<surface_triangle>& room, bool leaves_freely) {
    const surface_approach of = surface_approach_of(convex, mesh);
    room.clear();
    mesh.mesh->collect(swept_box(of, slop * 2), room);
    moving_shape target = mesh;
    target.what.kind = shape_kind::triangle;
    std::optional<shape_cast_hit> first;
    const surface_triangle* met = nullptr;
    for (const surface_triangle& triangle : room) {
        const scalar earliest = earliest_meeting(of, triangle, slop);
        if (earliest > (first ? first->fraction : scalar(1))) {
            continue;
        }
        target.triangle = &triangle;
        const auto hit = cast_shapes(convex, target, slop);
        const vector3 outwards = rotate(mesh.start.rotation, triangle.normal);
        const bool is_front = hit && !(dot(hit->normal, outwards) > 0);
        if (is_front && leaves_freely && hit->normal != vector3{} &&
            is_leaving(convex, mesh, *hit, normal_in_cone(mesh, triangle, *hit))) {
            continue;
        }
        if (is_front && (!first || hit->fraction < first->fraction)) {
            first = hit;
            met = &triangle;
        }
    }
    if (first && first->normal != vector3{}) {
        first->normal = normal_in_cone(mesh, *met, *first);
    }
    return first;
}

} // namespace orrery::rigid::detail
