#include "rigid/collide/core_gap.hpp"
#include "rigid/collide/core_support.hpp"
#include "rigid/collide/wide_rotation.hpp"

#include <orrery/math/closest_point.hpp>

namespace orrery::rigid::detail {
namespace {

[[nodiscard]] core_gap flip(const core_gap& gap, vector3d offset) noexcept {
    return {.is_overlapping = gap.is_overlapping,
            .least_distance = gap.least_distance,
            .distance = gap.distance,
            .normal = -gap.normal,
            .on_a = gap.on_b + offset,
            .on_b = gap.on_a + offset};
}

// From the convex shape to the plane below it.
[[nodiscard]] core_gap gap_to_plane(const placed_shape& convex, const placed_shape& plane,
                                    vector3d offset) noexcept {
    if (convex.kind == shape_kind::plane) {
        core_gap never;
        never.distance = never.least_distance = std::numeric_limits<double>::infinity();
        return never;
    }
    const vector3 up = axis_of(plane);
    const vector3d normal = vector_cast<double>(up);
    const vector3d lowest = vector_cast<double>(core_support(convex, -up));
    const double height = dot(normal, lowest - offset);
    return {.is_overlapping = height <= 0,
            .least_distance = height,
            .distance = height,
            .normal = -normal,
            .on_a = lowest,
            .on_b = lowest - normal * height};
}

[[nodiscard]] bool is_segment(shape_kind kind) noexcept {
    return kind == shape_kind::sphere || kind == shape_kind::capsule;
}

[[nodiscard]] vector3d half_segment(const placed_shape& what) noexcept {
    return what.kind == shape_kind::capsule
               ? vector_cast<double>(axis_of(what)) * static_cast<double>(what.size.y)
               : vector3d{};
}

[[nodiscard]] core_gap gap_of_segments(const placed_shape& a, const placed_shape& b,
                                       vector3d offset) noexcept {
    const vector3d along_a = half_segment(a);
    const vector3d along_b = half_segment(b);
    const auto closest = closest_of_segments(-along_a, along_a, offset - along_b, offset + along_b);
    const vector3d between = closest.on_b.point - closest.on_a.point;
    const double distance = length(between);
    return {.is_overlapping = !(distance > 0),
            .least_distance = distance,
            .distance = distance,
            .normal = normalize_or(between, vector3d{}),
            .on_a = closest.on_a.point,
            .on_b = closest.on_b.point};
}

[[nodiscard]] bool is_upright(shape_kind kind) noexcept {
    return kind == shape_kind::box || kind == shape_kind::cylinder;
}

// In the frame of a box or cylinder.
[[nodiscard]] vector3d closest_on_upright(const placed_shape& solid, vector3d local) noexcept {
    const vector3d size = vector_cast<double>(solid.size);
    if (solid.kind == shape_kind::box) {
        return clamp(local, -size, size);
    }
    const double across = sqrt(local.x * local.x + local.z * local.z);
    const double factor = across > size.x ? size.x / across : 1.0;
    return {local.x * factor, clamp(local.y, -size.y, size.y), local.z * factor};
}

// From a box or cylinder to a point beside it.
[[nodiscard]] core_gap gap_to_point(const placed_shape& solid, vector3d point) noexcept {
    const vector3d local = to_local(solid.rotation, point);
    const vector3d closest = closest_on_upright(solid, local);
    const double distance = length(local - closest);
    return {.is_overlapping = !(distance > 0),
            .least_distance = distance,
            .distance = distance,
            .normal = normalize_or(to_world(solid.rotation, local - closest), vector3d{}),
            .on_a = to_world(solid.rotation, closest),
            .on_b = point};
}

} // namespace

bool needs_search(shape_kind a, shape_kind b) noexcept {
    const auto has_formula = [](shape_kind one, shape_kind other) {
        return one == shape_kind::plane || (is_segment(one) && is_segment(other)) ||
               (one == shape_kind::sphere && is_upright(other));
    };
    return !has_formula(a, b) && !has_formula(b, a);
}

core_gap find_core_gap(const placed_shape& a, const placed_shape& b, vector3d guess) noexcept {
    const vector3d offset = vector_cast<double>(b.position) - vector_cast<double>(a.position);
    if (b.kind == shape_kind::plane) {
        return gap_to_plane(a, b, offset);
    }
    if (a.kind == shape_kind::plane) {
        return flip(gap_to_plane(b, a, -offset), offset);
    }
    if (is_segment(a.kind) && is_segment(b.kind)) {
        return gap_of_segments(a, b, offset);
    }
    if (is_upright(a.kind) && b.kind == shape_kind::sphere) {
        return gap_to_point(a, offset);
    }
    if (a.kind == shape_kind::sphere && is_upright(b.kind)) {
        return flip(gap_to_point(b, -offset), offset);
    }
    return search_core_gap(a, b, guess);
}

} // namespace orrery::rigid::detail
