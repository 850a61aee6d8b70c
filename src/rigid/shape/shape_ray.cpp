#include "rigid/collide/wide_rotation.hpp"
#include "rigid/surface/surface_ray.hpp"

#include <orrery/math/ray_cast.hpp>
#include <orrery/rigid/shapes/convex_hull.hpp>
#include <orrery/rigid/shapes/shape_ray.hpp>

namespace orrery::rigid {
namespace {

// In the frame of the shape.
using local_ray = basic_ray<double, 3>;
using local_hit = std::optional<ray_hit<double, 3>>;

[[nodiscard]] vector3d across(vector3d a) noexcept {
    return {a.x, 0, a.z};
}

// Where the ray enters the endless cylinder around the y axis.
[[nodiscard]] std::optional<ray_hit<double, 2>> enter_tube(const local_ray& ray, double radius,
                                                           double farthest) noexcept {
    const basic_ray<double, 2> seen_from_above{{ray.origin.x, ray.origin.z},
                                               {ray.direction.x, ray.direction.z}};
    return cast_sphere(seen_from_above, vector2d{}, radius, farthest);
}

[[nodiscard]] local_hit cast_capsule(const local_ray& ray, vector3d size, double farthest) noexcept {
    const auto tube = enter_tube(ray, size.x, farthest);
    if (!tube) {
        return std::nullopt;
    }
    const double height = ray.at(tube->t).y;
    if (abs(height) <= size.y) {
        return ray_hit<double, 3>{tube->t, {tube->normal.x, 0, tube->normal.y}};
    }
    // Beyond an end of the segment only the ball there can be met first.
    return cast_sphere(ray, {0, copysign(size.y, height), 0}, size.x, farthest);
}

[[nodiscard]] local_hit cast_cylinder(const local_ray& ray, vector3d size, double farthest) noexcept {
    const auto tube = enter_tube(ray, size.x, farthest);
    if (!tube) {
        return std::nullopt;
    }
    const double height = ray.at(tube->t).y;
    if (abs(height) <= size.y) {
        return ray_hit<double, 3>{tube->t, {tube->normal.x, 0, tube->normal.y}};
    }
    // Inside the tube, but above or below the cylinder: it is met at a cap or not at all.
    const double t = (copysign(size.y, height) - ray.origin.y) / ray.direction.y;
    const bool is_hit = t >= tube->t && t <= farthest && length_squared(across(ray.at(t))) <= size.x * size.x;
    return is_hit ? local_hit({t, {0, copysign(1.0, height), 0}}) : std::nullopt;
}

// The part of the ray behind all faces; it enters at the face that it meets last.
[[nodiscard]] local_hit cast_hull(const local_ray& ray, const convex_hull& hull, double farthest) noexcept {
    double enter = 0;
    double exit = farthest;
    const convex_hull::face* entered = nullptr;
    for (const convex_hull::face& face : hull.faces()) {
        const vector3d normal = vector_cast<double>(face.normal);
        const double outside = dot(normal, ray.origin) - face.offset;
        const double approach = -dot(normal, ray.direction);
        if (approach == 0 && outside > 0) {
            return std::nullopt;
        }
        const double t = outside / approach;
        if (approach > 0 && outside > 0 && (entered == nullptr || t > enter)) {
            enter = t;
            entered = &face;
        } else if (approach < 0) {
            exit = min(t, exit);
        }
    }
    if (!(enter <= exit)) {
        return std::nullopt;
    }
    return ray_hit<double, 3>{enter, entered != nullptr ? vector_cast<double>(entered->normal) : vector3d{}};
}

[[nodiscard]] local_hit cast_half_space(const local_ray& ray, double farthest) noexcept {
    return ray.origin.y <= 0 ? local_hit(std::in_place) : cast_plane(ray, {{0, 1, 0}, 0}, farthest);
}

[[nodiscard]] local_hit cast_local(const local_ray& ray, const placed_shape& what, double farthest) noexcept {
    const vector3d size = vector_cast<double>(what.size);
    switch (what.kind) {
    case shape_kind::sphere:
        return cast_sphere(ray, {}, size.x, farthest);
    case shape_kind::capsule:
        return cast_capsule(ray, size, farthest);
    case shape_kind::cylinder:
        return cast_cylinder(ray, size, farthest);
    case shape_kind::box:
        return cast_box(ray, aabb3d{-size, size}, farthest);
    case shape_kind::hull:
        return cast_hull(ray, *what.hull, farthest);
    case shape_kind::plane:
        return cast_half_space(ray, farthest);
    case shape_kind::mesh: {
        const auto hit = what.mesh->cast_ray(ray, farthest);
        return hit ? local_hit({hit->t, vector_cast<double>(hit->normal)}) : std::nullopt;
    }
    case shape_kind::triangle: {
        std::optional<surface_ray_hit> hit;
        detail::keep_first_hit(ray, *what.triangle, farthest, hit);
        return hit ? local_hit({hit->t, vector_cast<double>(hit->normal)}) : std::nullopt;
    }
    case shape_kind::compound:
        break;
    }
    return std::nullopt;
}

} // namespace

std::optional<shape_ray_hit> cast_ray(const ray3& ray, const placed_shape& what, scalar farthest) noexcept {
    const vector3d origin = vector_cast<double>(ray.origin);
    const vector3d direction = vector_cast<double>(ray.direction);
    const local_ray local{detail::to_local(what.rotation, origin - vector_cast<double>(what.position)),
                          detail::to_local(what.rotation, direction)};
    const auto hit = cast_local(local, what, farthest);
    if (!hit) {
        return std::nullopt;
    }
    return shape_ray_hit{static_cast<scalar>(hit->t), vector_cast<scalar>(origin + direction * hit->t),
                         what.rotation * vector_cast<scalar>(hit->normal)};
}

bool contains(const placed_shape& what, vector3 point) noexcept {
    return cast_ray({point, {}}, what, 0).has_value();
}

} // namespace orrery::rigid
