// Spheres and capsules against the triangles of a surface: points and segments with a radius.
#include "rigid/surface_features.hpp"
#include "rigid/surface_shapes.hpp"

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
    bool is_over_face = true;
    border_place nearest;
    scalar least = std::numeric_limits<scalar>::max();
    for (std::size_t i = 0; i < 3; ++i) {
        const vector3 corner = triangle.corners[i];
        const scalar outside = -dot(triangle.outwards[i], corner);
        const scalar squared = dot(triangle.along[i], triangle.along[i]);
        if (outside <= 0) {
            continue;
        }
        is_over_face = false;
        if (outside * outside > aside_squared * squared) {
            return;
        }
        const scalar t = clamp(-dot(corner, triangle.along[i]) / squared, scalar(0), scalar(1));
        const vector3 point = t < 1 ? corner + triangle.along[i] * t : triangle.corners[next_corner(i)];
        if (const scalar distance = dot(point, point); distance < least) {
            least = distance;
            nearest = {point, i, t};
        }
    }
    if (is_over_face) {
        add(triangle.normal, height);
        return;
    }
    // From behind there is nothing to be met but faces.
    if (!(least <= reach * reach) || height <= 0) {
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
    const vector3 from = triangle.corners[edge];
    const vector3 to = triangle.corners[next_corner(edge)];
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
    const vector3 across = cross(core.half, triangle.along[edge]);
    const scalar along = dot(core.half, triangle.along[edge]);
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
    scalar low = 0;
    scalar high = 1;
    std::size_t low_edge = 3;
    std::size_t high_edge = 3;
    std::array<bool, 3> is_crossed{};
    for (std::size_t i = 0; i < 3; ++i) {
        const scalar middle = -dot(triangle.outwards[i], triangle.corners[i]);
        const scalar change = dot(triangle.outwards[i], core.half);
        const scalar start = middle - change;
        const scalar end = middle + change;
        is_crossed[i] = start > 0 || end > 0;
        if (start > 0 && end > 0) {
            const scalar reach = core.radius + margin;
            const scalar nearest = min(start, end);
            if (nearest * nearest > reach * reach * dot(triangle.along[i], triangle.along[i])) {
                return;
            }
            high = -1;
        } else if (start > 0) {
            const scalar t = start / (start - end);
            low_edge = t > low ? i : low_edge;
            low = max(low, t);
        } else if (end > 0) {
            const scalar t = start / (start - end);
            high_edge = t < high ? i : high_edge;
            high = min(high, t);
        }
    }
    if (low <= high) {
        add_over_face(triangle, core, height, slope, low, high, low_edge, high_edge, found);
    }
    for (std::size_t i = 0; i < 3; ++i) {
        // A face on either side is enough where an edge does not stick out.
        const scalar bend = dot(triangle.triangle->beyond[i], triangle.outwards[i]);
        const scalar limit = cone_tolerance * cone_tolerance * dot(triangle.along[i], triangle.along[i]);
        const bool sticks_out = triangle.is_border(i) || (bend > 0 && bend * bend > limit);
        if (is_crossed[i] && (sticks_out || low > high)) {
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
