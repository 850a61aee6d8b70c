// Which point of a segment, line, triangle, box or moving point is closest. Degenerate shapes (segments of no
// length, triangles without area) are answered as the point or segment that they are; inputs are finite.
// Where several points are equally close the same one is chosen every time, as said at each function.
#pragma once

#include <orrery/math/aabb.hpp>
#include <orrery/math/vector.hpp>

#include <array>
#include <limits>

namespace orrery {

namespace detail {

// The inner product of two cross products, which are numbers in the plane and vectors in space.
template <real T>
[[nodiscard]] constexpr T inner_product(T a, T b) noexcept {
    return a * b;
}

template <real T>
[[nodiscard]] constexpr T inner_product(basic_vector3<T> a, basic_vector3<T> b) noexcept {
    return dot(a, b);
}

// Below this squared sine of the angle between two edges their cross product is mostly rounding.
template <real T>
inline constexpr T parallel_noise =
    (T{64} * std::numeric_limits<T>::epsilon()) * (T{64} * std::numeric_limits<T>::epsilon());

} // namespace detail

// A point of a segment or line from a to b, at a + t (b - a).
template <real_vector V>
struct segment_point {
    V point;
    typename V::value_type t = 0;
};

// t lies in [0, 1]. A segment of no length answers with its start.
template <real_vector V>
[[nodiscard]] constexpr segment_point<V> closest_on_segment(V point, V a, V b) noexcept {
    using T = typename V::value_type;
    const V along = b - a;
    const T projected = dot(point - a, along);
    const T squared = dot(along, along);
    if (!(projected > T{0})) {
        return {a, 0};
    }
    if (projected >= squared) {
        return {b, 1};
    }
    const T t = projected / squared;
    return {a + along * t, t};
}

// The same on the line through a and b, t unlimited; a point when a and b are the same.
template <real_vector V>
[[nodiscard]] constexpr segment_point<V> closest_on_line(V point, V a, V b) noexcept {
    using T = typename V::value_type;
    const V along = b - a;
    const T squared = dot(along, along);
    const T t = squared > T{0} ? dot(point - a, along) / squared : T{0};
    return {a + along * t, t};
}

// The point itself when it is inside.
template <real T, int N>
[[nodiscard]] constexpr basic_vector<T, N> closest_on_box(std::type_identity_t<basic_vector<T, N>> point,
                                                          const basic_aabb<T, N>& box) noexcept {
    return clamp(point, box.min, box.max);
}

// Zero inside: the lower bound a search for nearest neighbours prunes by.
template <real T, int N>
[[nodiscard]] constexpr T distance_squared(const basic_aabb<T, N>& box,
                                           std::type_identity_t<basic_vector<T, N>> point) noexcept {
    return distance_squared(closest_on_box(point, box), point);
}

// A point of a triangle as the sum of its corners with these weights; a weight is exactly zero when the point
// lies on the opposite edge.
template <real_vector V>
struct triangle_point {
    V point;
    basic_vector3<typename V::value_type> weights;
};

// Of the interior, if the point is over it, else of the edges ab, bc, ca: the first of those equally close.
template <real_vector V>
[[nodiscard]] constexpr triangle_point<V> closest_on_triangle(V point, V a, V b, V c) noexcept {
    using T = typename V::value_type;
    const V ab = b - a;
    const V ac = c - a;
    const V ap = point - a;
    const auto normal = cross(ab, ac);
    const T whole = detail::inner_product(normal, normal);
    const T b_part = detail::inner_product(cross(ap, ac), normal);
    const T c_part = detail::inner_product(cross(ab, ap), normal);
    const bool is_sound = whole > detail::parallel_noise<T> * (dot(ab, ab) * dot(ac, ac));
    if (is_sound && b_part > T{0} && c_part > T{0} && b_part + c_part < whole) {
        const T of_b = b_part / whole;
        const T of_c = c_part / whole;
        return {a + ab * of_b + ac * of_c, {T{1} - of_b - of_c, of_b, of_c}};
    }
    const auto on_ab = closest_on_segment(point, a, b);
    const auto on_bc = closest_on_segment(point, b, c);
    const auto on_ca = closest_on_segment(point, c, a);
    const T to_ab = distance_squared(on_ab.point, point);
    const T to_bc = distance_squared(on_bc.point, point);
    const T to_ca = distance_squared(on_ca.point, point);
    if (to_ab <= to_bc && to_ab <= to_ca) {
        return {on_ab.point, {T{1} - on_ab.t, on_ab.t, 0}};
    }
    if (to_bc <= to_ca) {
        return {on_bc.point, {0, T{1} - on_bc.t, on_bc.t}};
    }
    return {on_ca.point, {on_ca.t, 0, T{1} - on_ca.t}};
}

// A pair of points, one on each segment.
template <real_vector V>
struct segment_pair {
    segment_point<V> on_a;
    segment_point<V> on_b;
};

// The closest pair of the segments a0 a1 and b0 b1. Parallel segments have many: the answer is then the first
// best of a0, a1, b0, b1 and its partner.
template <real_vector V>
[[nodiscard]] constexpr segment_pair<V> closest_of_segments(V a0, V a1, V b0, V b1) noexcept {
    using T = typename V::value_type;
    const V a = a1 - a0;
    const V b = b1 - b0;
    const V between = b0 - a0;
    // The lines are closest at s and t, unless they are so nearly parallel that rounding decides. Cross
    // products find them to about the last bit times 1 / sin(angle), dot products only to its square.
    const auto normal = cross(a, b);
    const T whole = detail::inner_product(normal, normal);
    const T s_part = detail::inner_product(cross(between, b), normal);
    const T t_part = detail::inner_product(cross(between, a), normal);
    const bool is_sound = whole > detail::parallel_noise<T> * (dot(a, a) * dot(b, b));
    if (is_sound && s_part >= T{0} && s_part <= whole && t_part >= T{0} && t_part <= whole) {
        const T s = s_part / whole;
        const T t = t_part / whole;
        return {{a0 + a * s, s}, {b0 + b * t, t}};
    }
    // Otherwise the best pair has an end point in it.
    const std::array<segment_pair<V>, 4> candidates{{{{a0, 0}, closest_on_segment(a0, b0, b1)},
                                                     {{a1, 1}, closest_on_segment(a1, b0, b1)},
                                                     {closest_on_segment(b0, a0, a1), {b0, 0}},
                                                     {closest_on_segment(b1, a0, a1), {b1, 1}}}};
    segment_pair<V> best = candidates[0];
    T least = distance_squared(best.on_a.point, best.on_b.point);
    for (const segment_pair<V>& candidate : candidates) {
        const T distance = distance_squared(candidate.on_a.point, candidate.on_b.point);
        if (distance < least) {
            least = distance;
            best = candidate;
        }
    }
    return best;
}

// When two points moving at constant velocity come closest, and how close.
template <real T>
struct closest_approach {
    T time = 0;
    T distance_squared = 0;
};

// Within 0 <= time <= latest. With no relative motion every time is as good: the answer is zero.
template <real_vector V>
[[nodiscard]] constexpr closest_approach<typename V::value_type>
find_closest_approach(V position_a, V velocity_a, V position_b, V velocity_b,
                      typename V::value_type latest) noexcept {
    using T = typename V::value_type;
    const V offset = position_b - position_a;
    const V velocity = velocity_b - velocity_a;
    const T speed_squared = dot(velocity, velocity);
    const T wanted = speed_squared > T{0} ? -dot(offset, velocity) / speed_squared : T{0};
    const T time = clamp(wanted, T{0}, latest);
    return {time, length_squared(offset + velocity * time)};
}

} // namespace orrery
