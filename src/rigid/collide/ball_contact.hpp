// What balls, and the balls that capsules are made of, have in common.
#pragma once

#include <orrery/math/vector.hpp>
#include <orrery/rigid/shapes/manifold.hpp>

namespace orrery::rigid::detail {

// How far a point is outside of a surface (negative inside), and the way out.
struct surface_distance {
    scalar distance;
    vector3 normal;
};

// A point in the frame of a box.
[[nodiscard]] inline surface_distance distance_to_box(vector3 point, vector3 half_extents) noexcept {
    const vector3 outside = point - clamp(point, -half_extents, half_extents);
    const scalar squared = dot(outside, outside);
    if (squared > 0) {
        return {sqrt(squared), normalize_or(outside, {0, 1, 0})};
    }
    const vector3 depth = abs(point) - half_extents;
    const int axis = largest_axis(depth);
    vector3 normal;
    normal[axis] = point[axis] < 0 ? scalar(-1) : scalar(1);
    return {depth[axis], normal};
}

// A point in the frame of a cylinder.
[[nodiscard]] inline surface_distance distance_to_cylinder(vector3 point, scalar radius,
                                                           scalar half_height) noexcept {
    const scalar from_axis = sqrt(point.x * point.x + point.z * point.z);
    const vector3 sideways =
        from_axis > 0 ? vector3{point.x / from_axis, 0, point.z / from_axis} : vector3{1, 0, 0};
    const vector3 upwards{0, point.y < 0 ? scalar(-1) : scalar(1), 0};
    const scalar beyond_side = from_axis - radius;
    const scalar beyond_cap = abs(point.y) - half_height;
    if (beyond_side > 0 && beyond_cap > 0) {
        const scalar distance = sqrt(beyond_side * beyond_side + beyond_cap * beyond_cap);
        return {distance, (sideways * beyond_side + upwards * beyond_cap) / distance};
    }
    return beyond_side > beyond_cap ? surface_distance{beyond_side, sideways}
                                    : surface_distance{beyond_cap, upwards};
}

// One point of a ball whose centre is at `center` from the shape's position. The normal points away from the
// ball.
inline void add_ball_point(manifold& found, vector3 center, scalar radius, vector3 normal, scalar separation,
                           scalar margin, std::uint32_t feature) noexcept {
    if (!(separation <= margin)) {
        return;
    }
    found.normal = normal;
    found.points[found.count] = {center + normal * (radius + separation * scalar(0.5)), separation, feature};
    ++found.count;
}

} // namespace orrery::rigid::detail
