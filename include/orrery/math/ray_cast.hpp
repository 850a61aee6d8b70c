// Where a ray first meets a sphere, box, plane, triangle or segment. All answer with the first t in [0,
// farthest], in lengths of the direction, and the unit normal of the surface there, which faces the ray's
// origin. A ray that starts inside a solid (sphere, box) hits at t = 0 with a zero normal: there is no
// surface. Touching counts. A direction of zero hits only what it starts in, and NaN hits nothing.
#pragma once

#include <orrery/math/plane.hpp>
#include <orrery/math/ray.hpp>

#include <limits>
#include <optional>

namespace orrery {

template <real T, int N>
struct ray_hit {
    T t = 0;
    basic_vector<T, N> normal;
};

namespace detail {

// The normal turned against the ray.
template <real_vector V>
[[nodiscard]] constexpr V facing(V normal, V direction) noexcept {
    return dot(normal, direction) > typename V::value_type{0} ? -normal : normal;
}

} // namespace detail

// A circle in the plane.
template <real T, int N>
[[nodiscard]] inline std::optional<ray_hit<T, N>>
cast_sphere(const basic_ray<T, N>& ray, std::type_identity_t<basic_vector<T, N>> center,
            std::type_identity_t<T> radius,
            std::type_identity_t<T> farthest = std::numeric_limits<T>::infinity()) noexcept {
    const basic_vector<T, N> offset = ray.origin - center;
    const T outside = length_squared(offset) - radius * radius;
    if (outside <= T{0}) {
        return ray_hit<T, N>{};
    }
    const T speed_squared = length_squared(ray.direction);
    const T approach = -dot(offset, ray.direction);
    if (!(approach > T{0})) {
        return std::nullopt;
    }
    // Half the chord from the closest point of the line: for a small sphere far away the textbook
    // discriminant would be a difference of large numbers.
    const basic_vector<T, N> nearest = offset + ray.direction * (approach / speed_squared);
    const T half_chord_squared = radius * radius - length_squared(nearest);
    if (!(half_chord_squared >= T{0})) {
        return std::nullopt;
    }
    const T t = outside / (approach + sqrt(half_chord_squared * speed_squared));
    if (!(t <= farthest)) {
        return std::nullopt;
    }
    return ray_hit<T, N>{t, normalize_or(offset + ray.direction * t, -ray.direction)};
}

// A rectangle in the plane. At an edge or corner the normal is that of the first axis entered last.
template <real T, int N>
[[nodiscard]] constexpr std::optional<ray_hit<T, N>>
cast_box(const basic_ray<T, N>& ray, const basic_aabb<T, N>& box,
         std::type_identity_t<T> farthest = std::numeric_limits<T>::infinity()) noexcept {
    if (contains(box, ray.origin)) {
        return ray_hit<T, N>{};
    }
    const basic_ray_interval<T> inside = intersect(ray, box, farthest);
    if (!inside.is_hit() || !is_valid(box)) {
        return std::nullopt;
    }
    ray_hit<T, N> hit{inside.enter, {}};
    for (int axis = 0; axis < N; ++axis) {
        const T direction = ray.direction[axis];
        const T face = direction > T{0} ? box.min[axis] : box.max[axis];
        const bool is_outside = direction > T{0} ? ray.origin[axis] <= face : ray.origin[axis] >= face;
        if (direction != T{0} && is_outside && (face - ray.origin[axis]) / direction == inside.enter) {
            hit.normal[axis] = direction > T{0} ? T{-1} : T{1};
            return hit;
        }
    }
    return std::nullopt;
}

// From either side. A ray within the plane hits at once.
template <real T>
[[nodiscard]] constexpr std::optional<ray_hit<T, 3>>
cast_plane(const basic_ray<T, 3>& ray, const basic_plane3<T>& plane,
           std::type_identity_t<T> farthest = std::numeric_limits<T>::infinity()) noexcept {
    const T distance = signed_distance(plane, ray.origin);
    const T approach = -dot(plane.normal, ray.direction);
    const T t = distance == T{0} ? T{0} : distance / approach;
    if (!(t >= T{0} && t <= farthest) || !is_finite(t)) {
        return std::nullopt;
    }
    return ray_hit<T, 3>{t, distance < T{0} ? -plane.normal : plane.normal};
}

template <real T>
struct triangle_hit {
    T t = 0;
    basic_vector3<T> normal;
    // How much each corner counts at the point that was hit; they sum to one.
    basic_vector3<T> weights;
    // Whether the ray came from the side where the corners run counterclockwise.
    bool is_front = false;
};

// From either side. Watertight (Woop, Benthin and Wald 2013): a ray that crosses the edge or corner that
// triangles share hits at least one of them, since all corners are projected along the ray to the same points
// of a plane and the sign of a cross product there is never wrong, only sometimes zero. A ray within the
// triangle's plane misses.
template <real T>
[[nodiscard]] inline std::optional<triangle_hit<T>>
cast_triangle(const basic_ray<T, 3>& ray, std::type_identity_t<basic_vector3<T>> a,
              std::type_identity_t<basic_vector3<T>> b, std::type_identity_t<basic_vector3<T>> c,
              std::type_identity_t<T> farthest = std::numeric_limits<T>::infinity()) noexcept {
    const int depth = largest_axis(abs(ray.direction));
    const int right = (depth + 1) % 3;
    const int up = (depth + 2) % 3;
    const T speed = ray.direction[depth];
    // z counts along the ray.
    const auto project_corner = [&](basic_vector3<T> corner) {
        const basic_vector3<T> offset = corner - ray.origin;
        return basic_vector3<T>{offset[right] - offset[depth] * (ray.direction[right] / speed),
                                offset[up] - offset[depth] * (ray.direction[up] / speed),
                                offset[depth] / speed};
    };
    const basic_vector3<T> at_a = project_corner(a);
    const basic_vector3<T> at_b = project_corner(b);
    const basic_vector3<T> at_c = project_corner(c);
    const basic_vector3<T> sides{at_b.x * at_c.y - at_b.y * at_c.x, at_c.x * at_a.y - at_c.y * at_a.x,
                                 at_a.x * at_b.y - at_a.y * at_b.x};
    const T sum = (sides.x + sides.y) + sides.z;
    const bool is_inside = smallest_component(sides) >= T{0} || largest_component(sides) <= T{0};
    // Also refuses NaN, which a zero direction leads to.
    if (!is_inside || !(abs(sum) > T{0})) {
        return std::nullopt;
    }
    const basic_vector3<T> weights = sides / sum;
    const T t = dot(weights, {at_a.z, at_b.z, at_c.z});
    if (!(t >= T{0} && t <= farthest)) {
        return std::nullopt;
    }
    const basic_vector3<T> normal = normalize_or(cross(b - a, c - a), -ray.direction);
    // The projected corners run the other way round when the ray runs down its axis.
    return triangle_hit<T>{t, detail::facing(normal, ray.direction), weights, (sum < T{0}) == (speed > T{0})};
}

// A segment of the plane, from either side. A ray along the segment hits its nearer end, with the normal
// against the ray.
template <real T>
[[nodiscard]] inline std::optional<ray_hit<T, 2>>
cast_segment(const basic_ray<T, 2>& ray, std::type_identity_t<basic_vector2<T>> a,
             std::type_identity_t<basic_vector2<T>> b,
             std::type_identity_t<T> farthest = std::numeric_limits<T>::infinity()) noexcept {
    const basic_vector2<T> from_a = a - ray.origin;
    const basic_vector2<T> from_b = b - ray.origin;
    // Opposite signs (or zero) when the ends lie on different sides of the ray.
    const T side_a = cross(ray.direction, from_a);
    const T side_b = cross(ray.direction, from_b);
    const T speed_squared = length_squared(ray.direction);
    if ((side_a > T{0} && side_b > T{0}) || (side_a < T{0} && side_b < T{0}) || !(speed_squared > T{0})) {
        return std::nullopt;
    }
    const basic_vector2<T> back = normalize_or(-ray.direction, {});
    T t;
    basic_vector2<T> normal;
    if (side_a == side_b) {
        const T t_a = dot(from_a, ray.direction) / speed_squared;
        const T t_b = dot(from_b, ray.direction) / speed_squared;
        t = (t_a < T{0}) != (t_b < T{0}) ? T{0} : min(t_a, t_b);
        normal = back;
    } else {
        t = cross(from_a, b - a) / (side_b - side_a);
        normal = detail::facing(normalize_or(perpendicular(b - a), back), ray.direction);
    }
    if (!(t >= T{0} && t <= farthest)) {
        return std::nullopt;
    }
    return ray_hit<T, 2>{t, normal};
}

} // namespace orrery
