// Measures of triangles and tetrahedra: areas, normals, barycentric coordinates, signed volumes. Corners run
// counterclockwise seen from the side the normal points to. Corners are subtracted before anything is
// multiplied, so triangles far from the origin lose no more than their coordinates do.
#pragma once

#include <orrery/math/vector.hpp>

#include <optional>

namespace orrery {

// Positive when a, b, c run counterclockwise. Exact in sign for whole coordinates within ±2^29.
template <number T>
[[nodiscard]] constexpr product_type<T> twice_signed_area(basic_vector2<T> a, basic_vector2<T> b,
                                                          basic_vector2<T> c) noexcept {
    return cross(b - a, c - a);
}

template <real_vector V>
[[nodiscard]] inline typename V::value_type triangle_area(V a, V b, V c) noexcept {
    using T = typename V::value_type;
    if constexpr (V::dimension == 2) {
        return abs(twice_signed_area(a, b, c)) * T{0.5};
    } else {
        return length(cross(b - a, c - a)) * T{0.5};
    }
}

// The unit normal, or fallback for a triangle without area.
template <real T>
[[nodiscard]] inline basic_vector3<T>
triangle_normal(basic_vector3<T> a, basic_vector3<T> b, basic_vector3<T> c,
                std::type_identity_t<basic_vector3<T>> fallback) noexcept {
    return normalize_or(cross(b - a, c - a), fallback);
}

// A sixth of the triple product: positive when d lies on the side that the normal of a, b, c points to.
template <real T>
[[nodiscard]] constexpr T signed_tetrahedron_volume(basic_vector3<T> a, basic_vector3<T> b,
                                                    basic_vector3<T> c, basic_vector3<T> d) noexcept {
    return triple(d - a, b - a, c - a) / T{6};
}

// The weights with which a, b, c add up to the point (in space: to its projection onto the triangle's plane).
// They sum to one; all are positive inside. Nothing for a triangle without area.
template <real_vector V>
[[nodiscard]] constexpr std::optional<basic_vector3<typename V::value_type>> barycentric(V point, V a, V b,
                                                                                         V c) noexcept {
    using T = typename V::value_type;
    const V ab = b - a;
    const V ac = c - a;
    const V ap = point - a;
    if constexpr (V::dimension == 2) {
        const T whole = cross(ab, ac);
        if (whole == T{0}) {
            return std::nullopt;
        }
        const T of_b = cross(ap, ac) / whole;
        const T of_c = cross(ab, ap) / whole;
        return basic_vector3<T>{T{1} - of_b - of_c, of_b, of_c};
    } else {
        const V normal = cross(ab, ac);
        const T whole = dot(normal, normal);
        if (whole == T{0}) {
            return std::nullopt;
        }
        const T of_b = triple(normal, ap, ac) / whole;
        const T of_c = triple(normal, ab, ap) / whole;
        return basic_vector3<T>{T{1} - of_b - of_c, of_b, of_c};
    }
}

} // namespace orrery
