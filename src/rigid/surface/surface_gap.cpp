#include "rigid/surface/surface_gap.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/shapes/surface.hpp>

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

namespace orrery::rigid::detail {
namespace {

[[nodiscard]] scalar gap_of_boxes(const aabb3& a, const aabb3& b) noexcept {
    return length(max(max(b.min - a.max, a.min - b.max), vector3{}));
}

[[nodiscard]] scalar rounding_near(const aabb3& box) noexcept {
    const scalar largest = max(largest_component(abs(box.min)), largest_component(abs(box.max)));
    return largest * scalar(8) * std::numeric_limits<scalar>::epsilon();
}

// In the frame of the surface. The nearest triangle within a box that is made larger until it holds one: then
// none outside of it is nearer than the box reaches.
[[nodiscard]] shape_gap nearest_triangle(const placed_shape& convex, const surface& mesh) {
    const aabb3 own = box_of(convex);
    const aabb3& whole = mesh.bounds();
    const scalar rounding = rounding_near(merge(own, whole));
    // Beside the box of the whole something is hardly nearer than this, and over the middle of it hardly
    // farther than its own size.
    scalar reach = (gap_of_boxes(own, whole) + largest_component(size(own)) * scalar(0.125)) + rounding;
    std::vector<surface_triangle> near;
    for (;;) {
        const aabb3 around = inflate(own, reach);
        near.clear();
        mesh.collect(around, near);
        shape_gap nearest;
        nearest.distance = std::numeric_limits<scalar>::infinity();
        for (const surface_triangle& triangle : near) {
            const shape_gap gap = gap_between(convex, shape_of(triangle));
            if (gap.distance < nearest.distance || (gap.is_overlapping && !nearest.is_overlapping)) {
                nearest = gap;
            }
        }
        if (nearest.distance <= reach || contains(around, whole)) {
            return nearest;
        }
        const bool is_found = nearest.distance < std::numeric_limits<scalar>::infinity();
        reach = is_found ? nearest.distance * (scalar(1) + scalar(1) / 1024) : reach * 2;
    }
}

// A convex shape in the frame of a surface, and the box that holds every triangle that may touch it.
struct surface_look {
    surface_look(const placed_shape& convex, const placed_shape& mesh) noexcept
        : local(seen_from(mesh, convex)) {
        const aabb3 own = box_of(local);
        around = inflate(own, rounding_near(own));
    }

    [[nodiscard]] bool overlaps_any(std::span<const surface_triangle> triangles) const {
        return std::ranges::any_of(triangles, [&](const surface_triangle& triangle) {
            return gap_between(local, shape_of(triangle)).is_overlapping;
        });
    }

    placed_shape local;
    aabb3 around;
};

} // namespace

placed_shape shape_of(const surface_triangle& triangle) noexcept {
    placed_shape placed;
    placed.kind = shape_kind::triangle;
    placed.triangle = &triangle;
    return placed;
}

placed_shape seen_from(const placed_shape& frame, const placed_shape& what) noexcept {
    placed_shape seen = what;
    seen.position = transpose_multiply(frame.rotation, what.position - frame.position);
    seen.rotation = transpose(frame.rotation) * what.rotation;
    return seen;
}

shape_gap gap_to_surface(const placed_shape& convex, const placed_shape& mesh) {
    shape_gap gap = nearest_triangle(seen_from(mesh, convex), *mesh.mesh);
    gap.normal = mesh.rotation * gap.normal;
    gap.on_a = mesh.position + mesh.rotation * gap.on_a;
    gap.on_b = mesh.position + mesh.rotation * gap.on_b;
    return gap;
}

bool overlaps_surface(const placed_shape& convex, const placed_shape& mesh) {
    const surface_look look(convex, mesh);
    std::vector<surface_triangle> near;
    mesh.mesh->collect(look.around, near);
    return look.overlaps_any(near);
}

bool overlaps_surface(const placed_shape& convex, const placed_shape& mesh, surface_room& room) {
    const surface_look look(convex, mesh);
    return look.overlaps_any(room.near.within(*mesh.mesh, look.around, room));
}

bool overlaps(const placed_shape& a, const placed_shape& b, surface_room& room) {
    const bool is_a_mesh = a.kind == shape_kind::mesh;
    if (!is_a_mesh && b.kind != shape_kind::mesh) {
        return gap_between(a, b).is_overlapping;
    }
    return a.kind != b.kind && overlaps_surface(is_a_mesh ? b : a, is_a_mesh ? a : b, room);
}

} // namespace orrery::rigid::detail
