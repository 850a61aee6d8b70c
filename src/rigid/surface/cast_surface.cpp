#include "rigid/shape/cast_convex.hpp"
#include "rigid/surface/cast_surface.hpp"
#include "rigid/surface/near_triangle.hpp"
#include "rigid/surface/surface_gap.hpp"

#include <orrery/math/closest_point.hpp>

#include <algorithm>
#include <utility>

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

struct plane_crossing {
    vector3 outwards;
    scalar height = 0; // of the shape over the plane at the start
    scalar time = 0;   // the part of the way before which it cannot be so near; above one when it never is
};

[[nodiscard]] plane_crossing cross_plane(const surface_approach& of, vector3 on_plane, vector3 outwards,
                                         scalar slop) noexcept {
    constexpr scalar never = 2;
    const scalar height = dot(support(of.start, -outwards) - on_plane, outwards);
    const scalar closing = of.turning - dot(of.way, outwards);
    const scalar missing = height - slop;
    return {.outwards = outwards,
            .height = height,
            .time = missing <= 0        ? scalar(0)
                    : missing < closing ? missing / closing
                                        : never};
}

// When the shape may come within `slop` of the front of a triangle. The triangle lies behind its own plane
// and behind the one through its point closest to the shape's middle; of these the better one at the start.
[[nodiscard]] plane_crossing earliest_meeting(const surface_approach& of, const surface_triangle& triangle,
                                              scalar slop) noexcept {
    constexpr scalar never = 2;
    const auto& [a, b, c] = triangle.corners;
    if (dot(of.middle - a, triangle.normal) < 0) {
        return {.outwards = triangle.normal, .time = never}; // it is behind
    }
    plane_crossing best = cross_plane(of, a, triangle.normal, slop);
    if (best.time <= scalar(1)) {
        const vector3 closest = closest_on_triangle(of.middle, a, b, c).point;
        const vector3 outwards = normalize_or(of.middle - closest, triangle.normal);
        const plane_crossing other = cross_plane(of, closest, outwards, slop);
        const scalar time = max(best.time, other.time);
        best = other.height > best.height ? other : best;
        best.time = time;
    }
    return best;
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

// The triangles that the shape may meet, in the order of when.
void list_meetings(const surface_approach& of, std::span<const surface_triangle> triangles, scalar slop,
                   std::vector<surface_room::meeting>& meetings) {
    meetings.clear();
    for (std::uint32_t number = 0; number < triangles.size(); ++number) {
        const plane_crossing earliest = earliest_meeting(of, triangles[number], slop);
        if (earliest.time <= scalar(1)) {
            meetings.push_back({earliest.time, number, earliest.outwards});
        }
    }
    // total order: a triangle is there once
    std::ranges::sort(meetings, {},
                      [](const surface_room::meeting& each) { return std::pair(each.time, each.triangle); });
}

} // namespace

std::optional<shape_cast_hit> cast_surface(const moving_shape& convex, const moving_shape& mesh, scalar slop,
                                           near_triangles& near, surface_room& room, bool leaves_freely) {
    const surface_approach of = surface_approach_of(convex, mesh);
    const auto triangles = near.within(*mesh.mesh, swept_box(of, slop * 2), room);
    list_meetings(of, triangles, slop, room.meetings);
    moving_shape target = mesh;
    target.what.kind = shape_kind::triangle;
    std::optional<shape_cast_hit> first;
    for (const surface_room::meeting& each : room.meetings) {
        const scalar limit = first ? first->fraction : scalar(1);
        if (each.time > limit) {
            break;
        }
        const surface_triangle& triangle = triangles[each.triangle];
        target.triangle = &triangle;
        const vector3 plane_normal = -rotate(mesh.start.rotation, each.outwards);
        const auto hit = cast_convex(convex, target, slop, {.normal = plane_normal, .limit = limit});
        if (!hit || (first && !(hit->fraction < limit))) {
            continue;
        }
        const vector3 outwards = rotate(mesh.start.rotation, triangle.normal);
        if (dot(hit->normal, outwards) > 0) {
            continue; // from behind
        }
        shape_cast_hit found = *hit;
        if (found.normal != vector3{}) {
            found.normal = normal_in_cone(mesh, triangle, found);
            if (leaves_freely && is_leaving(convex, mesh, found, found.normal)) {
                continue;
            }
        }
        first = found;
    }
    return first;
}

std::optional<shape_cast_hit> cast_shapes(const moving_shape& a, const moving_shape& b, scalar slop,
                                          surface_room& room) {
    const bool is_a_mesh = a.what.kind == shape_kind::mesh;
    const bool is_b_mesh = b.what.kind == shape_kind::mesh;
    if (is_a_mesh && is_b_mesh) {
        return std::nullopt;
    }
    if (is_b_mesh) {
        return cast_surface(a, b, slop, room.near, room);
    }
    if (!is_a_mesh) {
        return cast_convex(a, b, slop, {});
    }
    auto hit = cast_surface(b, a, slop, room.near, room);
    if (hit) {
        hit->normal = -hit->normal;
    }
    return hit;
}

} // namespace orrery::rigid::detail
