// Spheres and capsules against the triangles of a surface: points and segments with a radius.
#include "rigid/surface/surface_features.hpp"
#include "rigid/surface/surface_shapes.hpp"

#include <orrery/math/closest_point.hpp>

namespace orrery::rigid::detail {
namespace {

// Capsules at a smaller angle to an edge than about two degrees lie along it and touch at two points.
constexpr scalar lies_along = scalar(0.0009);

// What of a triangle's border is nearest to a point of the core.
struct border_place {
    vector3 point;
    std::size_t edge = 0;
    scalar t = 0; // along the edge
};

[[nodiscard]] bool allows(const near_triangle& triangle, const border_place& place,
                          vector3 direction) noexcept {
    if (place.t > 0 && place.t < 1) {
        return triangle.edge_allows(place.edge, direction);
    }
    return triangle.corner_allows(place.t > 0 ? next_corner(place.edge) : place.edge, direction);
}

// How far the origin is beyond the edges, times their lengths. Edges are moved outwards by a part of their
// length, so that what is over the line between two triangles is over one of them at least.
[[nodiscard]] four beyond_edges(const near_triangle& triangle, four squared) noexcept {
    constexpr scalar part = scalar(1e-4);
    return -dot(triangle.outwards, triangle.corners) - squared * four(part);
}

// A direction that leans by no more than what is tolerated is the normal.
[[nodiscard]] bool is_about(vector3 direction, vector3 normal) noexcept {
    return dot(direction, normal) > 1 - cone_tolerance * cone_tolerance;
}

// The middle of a ball is at the origin, at `height` over the triangle's plane.
void ball_on_triangle(const near_triangle& triangle, scalar height, scalar radius, scalar margin,
                      surface_patches& found) noexcept {
    const auto add = [&](vector3 direction, scalar distance) {
        const scalar separation = distance - radius;
        found.add(-direction, direction * -(radius + separation * scalar(0.5)), separation,
                  feature_of_first_vertex(0), triangle.index);
    };
    const scalar reach = radius + margin;
    const scalar aside_squared = reach * reach - height * height;
    const four squared = dot(triangle.along, triangle.along);
    const four beyond = beyond_edges(triangle, squared);
    const auto is_beyond = beyond > four(scalar(0));
    const auto is_far = beyond * beyond > four(aside_squared) * squared;
    const std::uint32_t outside = is_beyond.bits() & 7;
    if (((is_beyond & is_far).bits() & 7) != 0) {
        return;
    }
    if (outside == 0) {
        add(triangle.normal, height);
        return;
    }
    // From behind there is nothing to be met but faces.
    if (height <= 0) {
        return;
    }
    border_place nearest;
    scalar least = std::numeric_limits<scalar>::max();
    const four shares =
        min(max(-dot(triangle.corners, triangle.along) / squared, four(scalar(0))), four(scalar(1)));
    for (std::size_t i = 0; i < 3; ++i) {
        if ((outside >> i & 1) == 0) {
            continue;
        }
        const scalar t = shares[static_cast<int>(i)];
        const vector3 point =
            t < 1 ? triangle.corner(i) + triangle.edge(i) * t : triangle.corner(next_corner(i));
        if (const scalar distance = dot(point, point); distance < least) {
            least = distance;
            nearest = {point, i, t};
        }
    }
    if (!(least <= reach * reach)) {
        return;
    }
    const scalar distance = sqrt(least);
    const vector3 direction = nearest.point / -distance;
    if (allows(triangle, nearest, direction)) {
        const bool is_normal = is_about(direction, triangle.normal);
        add(is_normal ? triangle.normal : direction, is_normal ? height : distance);
    }
}

struct core_segment {
    vector3 half; // from the middle, which is at the origin, to end 1
    scalar radius;

    [[nodiscard]] vector3 at(scalar t) const noexcept { return half * (scalar(2) * t - scalar(1)); }
};

// The part of the segment that is over the face: one or two points.
void add_over_face(const near_triangle& triangle, const core_segment& core, scalar height, scalar slope,
                   scalar low, scalar high, std::size_t low_edge, std::size_t high_edge,
                   surface_patches& found) noexcept {
    const auto add = [&](scalar t, std::size_t edge, std::uint32_t end) {
        const scalar separation = (height + slope * (scalar(2) * t - scalar(1))) - core.radius;
        const vector3 offset = core.at(t) - triangle.normal * (core.radius + separation * scalar(0.5));
        const auto& corners = triangle.triangle->corners;
        const std::uint32_t feature =
            edge < 3 ? feature_of_surface_edge(end, corners[edge], corners[next_corner(edge)])
                     : feature_of_first_vertex(end);
        found.add(-triangle.normal, offset, separation, feature, triangle.index);
    };
    add(low, low_edge, 0);
    if (high > low) {
        add(high, high_edge, 1);
    }
}

// Where the segment comes nearest to an edge, or along it.
void add_at_edge(const near_triangle& triangle, const core_segment& core, std::size_t edge, scalar margin,
                 surface_patches& found) noexcept {
    const vector3 from = triangle.corner(edge);
    const vector3 to = triangle.corner(next_corner(edge));
    const auto nearest = closest_of_segments(-core.half, core.half, from, to);
    const vector3 between = nearest.on_a.point - nearest.on_b.point;
    const scalar squared = dot(between, between);
    const scalar reach = core.radius + margin;
    if (!(squared <= reach * reach) || !(squared > scalar(1e-12) * core.radius * core.radius)) {
        return;
    }
    const scalar distance = sqrt(squared);
    vector3 direction = between / distance;
    if (dot(direction, triangle.normal) <= 0 ||
        !allows(triangle, {nearest.on_b.point, edge, nearest.on_b.t}, direction)) {
        return;
    }
    direction = is_about(direction, triangle.normal) ? triangle.normal : direction;
    const auto& corners = triangle.triangle->corners;
    const auto add = [&](vector3 on_core, scalar gap, std::uint32_t name) {
        const scalar separation = gap - core.radius;
        found.add(-direction, on_core - direction * (core.radius + separation * scalar(0.5)), separation,
                  feature_of_surface_edge(name, corners[edge], corners[next_corner(edge)]), triangle.index);
    };
    const vector3 across = cross(core.half, triangle.edge(edge));
    const scalar along = dot(core.half, triangle.edge(edge));
    if (dot(across, across) < lies_along * along * along) {
        // Both ends of the part beside each other, as shares of the segment.
        const scalar length_squared = dot(core.half, core.half);
        const scalar first = clamp(dot(from, core.half) / length_squared, scalar(-1), scalar(1));
        const scalar last = clamp(dot(to, core.half) / length_squared, scalar(-1), scalar(1));
        if (first != last) {
            add(core.half * min(first, last),
                dot(core.half * min(first, last) - nearest.on_b.point, direction), 2);
            add(core.half * max(first, last),
                dot(core.half * max(first, last) - nearest.on_b.point, direction), 3);
            return;
        }
    }
    add(nearest.on_a.point, distance, 4);
}

void segment_on_triangle(const near_triangle& triangle, const core_segment& core, scalar height, scalar slope,
                         scalar margin, surface_patches& found) noexcept {
    const four squared = dot(triangle.along, triangle.along);
    const four middle = beyond_edges(triangle, squared);
    const four change = dot(triangle.outwards, four_vectors(core.half));
    const four starts = middle - change;
    const four ends = middle + change;
    const four nearest = min(starts, ends);
    const scalar reach = core.radius + margin;
    const scalar above = max(height - abs(slope), scalar(0));
    const auto is_beyond = nearest > four(scalar(0));
    const auto is_far = nearest * nearest > four(reach * reach - above * above) * squared;
    if (((is_beyond & is_far).bits() & 7) != 0) {
        return;
    }
    const std::uint32_t crossed = (max(starts, ends) > four(scalar(0))).bits() & 7;
    scalar low = 0;
    scalar high = (is_beyond.bits() & 7) != 0 ? scalar(-1) : scalar(1);
    std::size_t low_edge = 3;
    std::size_t high_edge = 3;
    if (crossed != 0) {
        const four shares = starts / (starts - ends);
        for (std::size_t i = 0; i < 3; ++i) {
            const scalar t = shares[static_cast<int>(i)];
            if ((crossed >> i & 1) == 0) {
                continue;
            }
            if (starts[static_cast<int>(i)] > 0) {
                low_edge = t > low ? i : low_edge;
                low = max(low, t);
            } else {
                high_edge = t < high ? i : high_edge;
                high = min(high, t);
            }
        }
    }
    if (low <= high) {
        add_over_face(triangle, core, height, slope, low, high, low_edge, high_edge, found);
    }
    // Where the segment crosses an edge, the faces on either side are enough unless it is a ridge; where it
    // is beyond one, they leave a gap if it sticks out at all.
    const std::uint32_t passed = is_beyond.bits() & 7;
    const std::uint32_t wanted =
        crossed != 0 ? (crossed & triangle.ridges()) | (passed & triangle.bends(cone_tolerance)) : 0;
    for (std::size_t i = 0; i < 3; ++i) {
        if ((wanted >> i & 1) != 0) {
            add_at_edge(triangle, core, i, margin, found);
        }
    }
}

} // namespace

void sphere_on_surface(const placed_shape& convex, std::span<const surface_triangle> triangles, scalar margin,
                       surface_patches& found) noexcept {
    const scalar radius = convex.size.x;
    const scalar behind = -depth_behind(radius, margin);
    for (std::uint32_t i = 0; i < triangles.size(); ++i) {
        const scalar height = dot(triangles[i].normal, convex.position - triangles[i].corners[0]);
        if (height <= radius + margin && height >= behind) {
            ball_on_triangle({triangles[i], convex.position, i}, height, radius, margin, found);
        }
    }
}

void capsule_on_surface(const placed_shape& convex, std::span<const surface_triangle> triangles,
                        scalar margin, surface_patches& found) noexcept {
    const core_segment core{convex.rotation.column(1) * convex.size.y, convex.size.x};
    const scalar behind = -depth_behind(core.radius, margin);
    for (std::uint32_t i = 0; i < triangles.size(); ++i) {
        const scalar height = dot(triangles[i].normal, convex.position - triangles[i].corners[0]);
        const scalar slope = dot(triangles[i].normal, core.half);
        if (height - abs(slope) <= core.radius + margin && height >= behind) {
            segment_on_triangle({triangles[i], convex.position, i}, core, height, slope, margin, found);
        }
    }
}

} // namespace orrery::rigid::detail
