// What vectors of both dimensions can do, written once: lengths, normalising, interpolation, projection.
// Include this one; it brings basic_vector2 and basic_vector3 along. `any_vector` and `real_vector` are the
// concepts for code over both dimensions, with V::value_type and V::dimension.
#pragma once

#include <orrery/math/vector2.hpp>
#include <orrery/math/vector3.hpp>

#include <optional>

namespace orrery {

template <typename V>
concept any_vector = number<typename V::value_type> && (V::dimension == 2 || V::dimension == 3) &&
                     std::same_as<V, basic_vector<typename V::value_type, V::dimension>>;

template <typename V>
concept real_vector = any_vector<V> && real<typename V::value_type>;

// dot(a, a)
template <any_vector V>
[[nodiscard]] constexpr product_type<typename V::value_type> length_squared(V a) noexcept {
    return dot(a, a);
}

// sqrt(dot(a, a)). The squares limit the range: components beyond 1e19 (float) give infinity, and below 1e-19
// precision is lost; normalize_or has no such limits.
template <real_vector V>
[[nodiscard]] inline typename V::value_type length(V a) noexcept {
    return sqrt(dot(a, a));
}

template <any_vector V>
[[nodiscard]] constexpr product_type<typename V::value_type> distance_squared(V a, V b) noexcept {
    return length_squared(b - a);
}

template <real_vector V>
[[nodiscard]] inline typename V::value_type distance(V a, V b) noexcept {
    return length(b - a);
}

template <real_vector V>
[[nodiscard]] constexpr bool is_finite(V a) noexcept {
    return all_less_equal(abs(a), V::filled(std::numeric_limits<typename V::value_type>::max()));
}

// a / length(a). A zero vector gives NaN: where one can occur, use normalize_or or try_normalize.
template <real_vector V>
[[nodiscard]] inline V normalize(V a) noexcept {
    return a / length(a);
}

// The unit vector along a, whatever its length, or nothing when a is zero, infinite or NaN. The same bits as
// normalize where that has full precision.
template <real_vector V>
[[nodiscard]] inline std::optional<V> try_normalize(V a) noexcept {
    using T = typename V::value_type;
    using limits = std::numeric_limits<T>;
    const T squared = dot(a, a);
    if (squared >= limits::min() / limits::epsilon() && squared <= limits::max()) [[likely]] {
        return a / sqrt(squared);
    }
    // Squares under- or overflow: bring the largest component to one first.
    const T largest = largest_component(abs(a));
    if (!(largest > T{0}) || !is_finite(a)) {
        return std::nullopt;
    }
    return normalize(a / largest);
}

// The unit vector along a, or fallback when a is zero, infinite or NaN.
template <real_vector V>
[[nodiscard]] inline V normalize_or(V a, V fallback) noexcept {
    return try_normalize(a).value_or(fallback);
}

// Each component a * (1 - t) + b * t: exactly a at 0 and b at 1.
template <real_vector V>
[[nodiscard]] constexpr V lerp(V a, V b, typename V::value_type t) noexcept {
    return a * (typename V::value_type{1} - t) + b * t;
}

// Each component moved into [low, high].
template <any_vector V>
[[nodiscard]] constexpr V clamp(V value, V low, V high) noexcept {
    return min(max(value, low), high);
}

// The part of a along b: b * (dot(a, b) / dot(b, b)). NaN when b is zero.
template <real_vector V>
[[nodiscard]] constexpr V project(V a, V b) noexcept {
    return b * (dot(a, b) / dot(b, b));
}

// The part of a at right angles to b.
template <real_vector V>
[[nodiscard]] constexpr V reject(V a, V b) noexcept {
    return a - project(a, b);
}

// a mirrored in the plane (or line) through the origin with this unit normal.
template <real_vector V>
[[nodiscard]] constexpr V reflect(V a, V normal) noexcept {
    return a - normal * (typename V::value_type{2} * dot(a, normal));
}

// a shortened to at most this length, in the same direction.
template <real_vector V>
[[nodiscard]] inline V clamp_length(V a, typename V::value_type most) noexcept {
    const auto squared = dot(a, a);
    return squared > most * most ? a * (most / sqrt(squared)) : a;
}

namespace detail {

template <any_vector V>
inline constexpr bool is_plain = sizeof(V) == sizeof(typename V::value_type) * V::dimension &&
                                 std::is_trivially_copyable_v<V> && std::is_aggregate_v<V>;
static_assert(is_plain<vector2f> && is_plain<vector2d> && is_plain<vector2i>);
static_assert(is_plain<vector3f> && is_plain<vector3d> && is_plain<vector3i>);

} // namespace detail

} // namespace orrery
