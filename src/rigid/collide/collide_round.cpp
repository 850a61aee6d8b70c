// Balls against the shapes to which the closest point is a closed form.
#include "rigid/collide/ball_contact.hpp"
#include "rigid/collide/narrow_phase.hpp"
#include "rigid/collide/polyhedron_distance.hpp"

#include <orrery/math/vector.hpp>

namespace orrery::rigid::detail {

void collide_spheres(const placed_shape& a, const placed_shape& b, scalar margin, collide_cache& /*cache*/,
                     manifold& found) noexcept {
    const vector3 between = b.position - a.position;
    const scalar reach = a.size.x + b.size.x;
    const scalar squared = dot(between, between);
    if (squared > (reach + margin) * (reach + margin)) {
        return;
    }
    const scalar distance = sqrt(squared);
    const vector3 normal = squared > scalar(1e-30) ? between / distance : vector3{0, 1, 0};
    add_ball_point(found, {0, 0, 0}, a.size.x, normal, distance - reach, margin, 0);
}

void collide_sphere_capsule(const placed_shape& a, const placed_shape& b, scalar margin,
                            collide_cache& /*cache*/, manifold& found) noexcept {
    const vector3 between = b.position - a.position;
    const vector3 axis = b.rotation.column(1);
    const vector3 nearest = between + axis * clamp(-dot(between, axis), -b.size.y, b.size.y);
    const vector3 normal = normalize_or(nearest, perpendicular(axis));
    add_ball_point(found, {0, 0, 0}, a.size.x, normal, length(nearest) - (a.size.x + b.size.x), margin, 0);
}

void collide_sphere_cylinder(const placed_shape& a, const placed_shape& b, scalar margin,
                             collide_cache& /*cache*/, manifold& found) noexcept {
    const vector3 center = transpose_multiply(b.rotation, a.position - b.position);
    const surface_distance nearest = distance_to_cylinder(center, b.size.x, b.size.y);
    add_ball_point(found, {0, 0, 0}, a.size.x, -(b.rotation * nearest.normal), nearest.distance - a.size.x,
                   margin, 0);
}

void collide_sphere_box(const placed_shape& a, const placed_shape& b, scalar margin, collide_cache& /*cache*/,
                        manifold& found) noexcept {
    const vector3 center = transpose_multiply(b.rotation, a.position - b.position);
    const surface_distance nearest = distance_to_box(center, b.size);
    add_ball_point(found, {0, 0, 0}, a.size.x, -(b.rotation * nearest.normal), nearest.distance - a.size.x,
                   margin, 0);
}

void collide_sphere_hull(const placed_shape& a, const placed_shape& b, scalar margin, collide_cache& cache,
                         manifold& found) noexcept {
    const vector3 center = transpose_multiply(b.rotation, a.position - b.position);
    const scalar limit = a.size.x + margin;
    const auto faces = b.hull->faces();
    if (cache.axis - 1 < faces.size()) {
        const convex_hull::face& face = faces[cache.axis - 1];
        if (dot(face.normal, center) - face.offset > limit) {
            return;
        }
    }
    std::uint32_t face = 0;
    const surface_distance nearest = distance_to_polyhedron(center, view_of(*b.hull), limit, face);
    cache.axis = face + 1;
    add_ball_point(found, {0, 0, 0}, a.size.x, -(b.rotation * nearest.normal), nearest.distance - a.size.x,
                   margin, 0);
}

void collide_sphere_plane(const placed_shape& a, const placed_shape& b, scalar margin,
                          collide_cache& /*cache*/, manifold& found) noexcept {
    const vector3 up = b.rotation.column(1);
    add_ball_point(found, {0, 0, 0}, a.size.x, -up, dot(a.position - b.position, up) - a.size.x, margin, 0);
}

} // namespace orrery::rigid::detail
