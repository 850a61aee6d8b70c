// Boxes whose sides follow the axes, in two and three dimensions; basic_aabb<T, N> with aliases aabb2, aabb3
// and so on. A box is closed: boxes that share only an edge intersect. The default is the single point zero;
// empty() is the neutral element of merge. Comparisons with NaN are false, so a box with a NaN is not valid,
// contains nothing and intersects nothing. -0 and +0 are the same coordinate.
#pragma once

#include <orrery/math/integer.hpp>
#include <orrery/math/vector.hpp>

#include <limits>

namespace orrery {

template <number T, int N>
struct basic_aabb {
    using value_type = T;
    using vector_type = basic_vector<T, N>;
    static constexpr int dimension = N;

    vector_type min;
    vector_type max;

    // Nothing at all: merging it with a box gives that box. Inverted, hence not valid.
    [[nodiscard]] static constexpr basic_aabb empty() noexcept {
        using limits = std::numeric_limits<T>;
        if constexpr (real<T>) {
            return {vector_type::filled(limits::infinity()), vector_type::filled(-limits::infinity())};
        } else {
            return {vector_type::filled(limits::max()), vector_type::filled(limits::min())};
        }
    }

    // The smallest box around two points.
    [[nodiscard]] static constexpr basic_aabb around(vector_type a, vector_type b) noexcept {
        return {orrery::min(a, b), orrery::max(a, b)};
    }

    [[nodiscard]] static constexpr basic_aabb from_center(vector_type center,
                                                          vector_type half_size) noexcept {
        return {center - half_size, center + half_size};
    }

    [[nodiscard]] friend constexpr bool operator==(const basic_aabb&, const basic_aabb&) = default;
};

// Not inverted on any axis and free of NaN; infinite sides are allowed.
template <number T, int N>
[[nodiscard]] constexpr bool is_valid(const basic_aabb<T, N>& box) noexcept {
    return all_less_equal(box.min, box.max);
}

// Touching counts. Without branches.
template <number T, int N>
[[nodiscard]] constexpr bool intersects(const basic_aabb<T, N>& a, const basic_aabb<T, N>& b) noexcept {
    return static_cast<bool>(static_cast<int>(all_less_equal(a.min, b.max)) &
                             static_cast<int>(all_less_equal(b.min, a.max)));
}

// Points on the boundary are inside.
template <number T, int N>
[[nodiscard]] constexpr bool contains(const basic_aabb<T, N>& box,
                                      std::type_identity_t<basic_vector<T, N>> point) noexcept {
    return static_cast<bool>(static_cast<int>(all_less_equal(box.min, point)) &
                             static_cast<int>(all_less_equal(point, box.max)));
}

// Whether no point of inner is outside; boundaries may touch.
template <number T, int N>
[[nodiscard]] constexpr bool contains(const basic_aabb<T, N>& outer, const basic_aabb<T, N>& inner) noexcept {
    return static_cast<bool>(static_cast<int>(all_less_equal(outer.min, inner.min)) &
                             static_cast<int>(all_less_equal(inner.max, outer.max)));
}

// The smallest box around both.
template <number T, int N>
[[nodiscard]] constexpr basic_aabb<T, N> merge(const basic_aabb<T, N>& a,
                                               const basic_aabb<T, N>& b) noexcept {
    return {min(a.min, b.min), max(a.max, b.max)};
}

template <number T, int N>
[[nodiscard]] constexpr basic_aabb<T, N> merge(const basic_aabb<T, N>& box,
                                               std::type_identity_t<basic_vector<T, N>> point) noexcept {
    return {min(box.min, point), max(box.max, point)};
}

// What both have in common; not valid when they do not intersect.
template <number T, int N>
[[nodiscard]] constexpr basic_aabb<T, N> intersection(const basic_aabb<T, N>& a,
                                                      const basic_aabb<T, N>& b) noexcept {
    return {max(a.min, b.min), min(a.max, b.max)};
}

template <number T, int N>
[[nodiscard]] constexpr basic_aabb<T, N> translate(const basic_aabb<T, N>& box,
                                                   std::type_identity_t<basic_vector<T, N>> offset) noexcept {
    return {box.min + offset, box.max + offset};
}

// Each side moved outwards by margin; whole coordinates stop at the ends of their range.
template <number T, int N>
[[nodiscard]] constexpr basic_aabb<T, N> inflate(const basic_aabb<T, N>& box,
                                                 std::type_identity_t<T> margin) noexcept {
    basic_aabb<T, N> result = box;
    for (int axis = 0; axis < N; ++axis) {
        if constexpr (real<T>) {
            result.min[axis] -= margin;
            result.max[axis] += margin;
        } else {
            result.min[axis] = saturating_subtract(result.min[axis], margin);
            result.max[axis] = saturating_add(result.max[axis], margin);
        }
    }
    return result;
}

// The box swept over by moving it along path: it covers start, end and all between.
template <number T, int N>
[[nodiscard]] constexpr basic_aabb<T, N> swept_box(const basic_aabb<T, N>& box,
                                                   std::type_identity_t<basic_vector<T, N>> path) noexcept {
    return merge(box, translate(box, path));
}

// The lengths of the sides; 64 bits wide for whole coordinates, so that every valid box has them.
template <number T, int N>
[[nodiscard]] constexpr basic_vector<product_type<T>, N> size(const basic_aabb<T, N>& box) noexcept {
    return vector_cast<product_type<T>>(box.max) - vector_cast<product_type<T>>(box.min);
}

// (min + max) / 2, rounded down for whole coordinates.
template <number T, int N>
[[nodiscard]] constexpr basic_vector<T, N> center(const basic_aabb<T, N>& box) noexcept {
    if constexpr (real<T>) {
        return (box.min + box.max) * T{0.5};
    } else {
        basic_vector<T, N> result;
        for (int axis = 0; axis < N; ++axis) {
            // The common bits plus half of those that differ: cannot overflow.
            const T low = box.min[axis];
            const T high = box.max[axis];
            result[axis] = (low & high) + ((low ^ high) >> 1);
        }
        return result;
    }
}

template <number T>
[[nodiscard]] constexpr product_type<T> area(const basic_aabb<T, 2>& box) noexcept {
    const auto sides = size(box);
    return wrapping_multiply(sides.x, sides.y);
}

template <number T>
[[nodiscard]] constexpr product_type<T> perimeter(const basic_aabb<T, 2>& box) noexcept {
    const auto sides = size(box);
    return wrapping_multiply(wrapping_add(sides.x, sides.y), product_type<T>{2});
}

template <number T>
[[nodiscard]] constexpr product_type<T> volume(const basic_aabb<T, 3>& box) noexcept {
    const auto sides = size(box);
    return wrapping_multiply(wrapping_multiply(sides.x, sides.y), sides.z);
}

template <number T>
[[nodiscard]] constexpr product_type<T> surface_area(const basic_aabb<T, 3>& box) noexcept {
    const auto sides = size(box);
    // dot with the sides shifted round by one: (x * y + y * z) + z * x.
    const basic_vector3<product_type<T>> next{sides.y, sides.z, sides.x};
    return wrapping_multiply(dot(sides, next), product_type<T>{2});
}

// Perimeter in the plane, surface area in space: what a random line hits in proportion to, so what tree
// builders minimise.
template <number T, int N>
[[nodiscard]] constexpr product_type<T> boundary_measure(const basic_aabb<T, N>& box) noexcept {
    if constexpr (N == 2) {
        return perimeter(box);
    } else {
        return surface_area(box);
    }
}

static_assert(sizeof(aabb2f) == 4 * sizeof(float) && sizeof(aabb3d) == 6 * sizeof(double));
static_assert(sizeof(aabb2i) == 16 && sizeof(aabb3i) == 24);
static_assert(std::is_trivially_copyable_v<aabb2> && std::is_aggregate_v<aabb2>);
static_assert(std::is_trivially_copyable_v<aabb3> && std::is_aggregate_v<aabb3>);

} // namespace orrery
