// Rays and the slab test against boxes, in two and three dimensions. A point of the ray is origin + t *
// direction with t >= 0; the direction need not be of unit length, and t counts in its lengths. Boxes are
// closed: a ray that touches a face, an edge or a corner hits. A zero component of the direction is fine, on
// a face too. Inverted boxes are missed. NaN in ray or box leaves its axis unlimited and never comes out:
// keep NaN out with is_valid.
#pragma once

#include <orrery/math/aabb.hpp>

#include <limits>

namespace orrery {

template <real T, int N>
struct basic_ray {
    using value_type = T;
    using vector_type = basic_vector<T, N>;
    static constexpr int dimension = N;

    vector_type origin;
    vector_type direction;

    [[nodiscard]] constexpr vector_type at(T t) const noexcept { return origin + direction * t; }

    [[nodiscard]] friend constexpr bool operator==(const basic_ray&, const basic_ray&) = default;
};

// The part of a ray inside something, if it is a hit.
template <real T>
struct basic_ray_interval {
    T enter = 0;
    T exit = 0;

    // Beside a slab that it runs parallel to, a ray enters at infinity.
    [[nodiscard]] constexpr bool is_hit() const noexcept {
        return enter <= exit && enter < std::numeric_limits<T>::infinity();
    }

    [[nodiscard]] friend constexpr bool operator==(const basic_ray_interval&,
                                                   const basic_ray_interval&) = default;
};

namespace detail {

// Narrows the interval to the slab between two faces, the nearer one first. Both times of a parallel slab are
// infinite, or NaN (0 * infinity) where the origin lies on its face; since min and max answer NaN with their
// second argument, a NaN does not narrow.
template <real T>
[[nodiscard]] constexpr basic_ray_interval<T> narrow(basic_ray_interval<T> t, T enter, T exit) noexcept {
    return {max(enter, t.enter), min(exit, t.exit)};
}

} // namespace detail

// The part of the ray with 0 <= t <= farthest that lies inside the box; a ray that starts inside enters at 0.
// Divides on every axis, so that a touch that is exact in the coordinates is found.
template <real T, int N>
[[nodiscard]] constexpr basic_ray_interval<T>
intersect(const basic_ray<T, N>& ray, const basic_aabb<T, N>& box,
          std::type_identity_t<T> farthest = std::numeric_limits<T>::infinity()) noexcept {
    basic_ray_interval<T> t{0, farthest};
    for (int axis = 0; axis < N; ++axis) {
        // By the sign bit, since -0 makes the infinities of a parallel slab change places.
        const bool is_backwards = copysign(T{1}, ray.direction[axis]) < T{0};
        const T near = is_backwards ? box.max[axis] : box.min[axis];
        const T far = is_backwards ? box.min[axis] : box.max[axis];
        t = detail::narrow(t, (near - ray.origin[axis]) / ray.direction[axis],
                           (far - ray.origin[axis]) / ray.direction[axis]);
    }
    return t;
}

// A ray made ready for many boxes: the slab test multiplies by the inverse direction instead of dividing. To
// make up for the rounding it moves the exit back by a few units in the last place, so it never misses a box
// that the ray meets in exact arithmetic, but may report one that it passes at that distance. Direction
// components too small to have an inverse (subnormal) count as zero.
template <real T, int N>
struct basic_prepared_ray {
    using value_type = T;
    using vector_type = basic_vector<T, N>;
    static constexpr int dimension = N;

    // What the exit is multiplied by: both ends of the interval carry three roundings of half a unit each
    // (Ize, "Robust BVH Ray Traversal", 2013).
    static constexpr T widening = T{1} + T{4} * std::numeric_limits<T>::epsilon();

    vector_type origin;
    vector_type inverse_direction;

    [[nodiscard]] static constexpr basic_prepared_ray from(const basic_ray<T, N>& ray) noexcept {
        basic_prepared_ray result{ray.origin, {}};
        for (int axis = 0; axis < N; ++axis) {
            result.inverse_direction[axis] = T{1} / ray.direction[axis];
        }
        return result;
    }
};

template <real T, int N>
[[nodiscard]] constexpr basic_ray_interval<T>
intersect(const basic_prepared_ray<T, N>& ray, const basic_aabb<T, N>& box,
          std::type_identity_t<T> farthest = std::numeric_limits<T>::infinity()) noexcept {
    basic_ray_interval<T> t{0, farthest};
    for (int axis = 0; axis < N; ++axis) {
        const bool is_backwards = ray.inverse_direction[axis] < T{0};
        const T near = is_backwards ? box.max[axis] : box.min[axis];
        const T far = is_backwards ? box.min[axis] : box.max[axis];
        t = detail::narrow(t, (near - ray.origin[axis]) * ray.inverse_direction[axis],
                           (far - ray.origin[axis]) * ray.inverse_direction[axis]);
    }
    return {t.enter, t.exit * ray.widening};
}

static_assert(sizeof(ray2f) == 4 * sizeof(float) && sizeof(ray3d) == 6 * sizeof(double));
static_assert(std::is_trivially_copyable_v<ray2> && std::is_aggregate_v<ray3>);

} // namespace orrery
