// A vector or point of space. A plain aggregate without padding: sizeof is three components.
// Real vectors follow IEEE arithmetic component by component. Whole vectors wrap modulo 2^n, and their dot
// and cross products are 64 bits wide: exact while all components lie within ±2^30. Functions for both
// dimensions (length, normalize, lerp ...) are in vector.hpp.
#pragma once

#include <orrery/math/fwd.hpp>

namespace orrery {

template <number T>
struct basic_vector3 {
    using value_type = T;
    static constexpr int dimension = 3;

    T x = 0;
    T y = 0;
    T z = 0;

    // All components the same.
    [[nodiscard]] static constexpr basic_vector3 filled(T value) noexcept { return {value, value, value}; }

    // The unit vector of axis 0, 1 or 2.
    [[nodiscard]] static constexpr basic_vector3 unit(int axis) noexcept {
        basic_vector3 result;
        result[axis] = 1;
        return result;
    }

    // Component 0, 1 or 2.
    [[nodiscard]] constexpr T& operator[](int axis) noexcept { return axis == 0 ? x : axis == 1 ? y : z; }

    [[nodiscard]] constexpr const T& operator[](int axis) const noexcept {
        return axis == 0 ? x : axis == 1 ? y : z;
    }

    constexpr basic_vector3& operator+=(basic_vector3 b) noexcept { return *this = *this + b; }

    constexpr basic_vector3& operator-=(basic_vector3 b) noexcept { return *this = *this - b; }

    constexpr basic_vector3& operator*=(T factor) noexcept { return *this = *this * factor; }

    constexpr basic_vector3& operator/=(T divisor) noexcept
        requires real<T>
    {
        return *this = *this / divisor;
    }

    [[nodiscard]] friend constexpr basic_vector3 operator+(basic_vector3 a, basic_vector3 b) noexcept {
        return {wrapping_add(a.x, b.x), wrapping_add(a.y, b.y), wrapping_add(a.z, b.z)};
    }

    [[nodiscard]] friend constexpr basic_vector3 operator-(basic_vector3 a, basic_vector3 b) noexcept {
        return {wrapping_subtract(a.x, b.x), wrapping_subtract(a.y, b.y), wrapping_subtract(a.z, b.z)};
    }

    [[nodiscard]] friend constexpr basic_vector3 operator-(basic_vector3 a) noexcept {
        return {wrapping_negate(a.x), wrapping_negate(a.y), wrapping_negate(a.z)};
    }

    [[nodiscard]] friend constexpr basic_vector3 operator*(basic_vector3 a, T factor) noexcept {
        return {wrapping_multiply(a.x, factor), wrapping_multiply(a.y, factor),
                wrapping_multiply(a.z, factor)};
    }

    [[nodiscard]] friend constexpr basic_vector3 operator*(T factor, basic_vector3 a) noexcept {
        return a * factor;
    }

    // Each component divided, never multiplied by a reciprocal.
    [[nodiscard]] friend constexpr basic_vector3 operator/(basic_vector3 a, T divisor) noexcept
        requires real<T>
    {
        return {a.x / divisor, a.y / divisor, a.z / divisor};
    }

    [[nodiscard]] friend constexpr bool operator==(const basic_vector3&, const basic_vector3&) = default;
};

// (a.x * b.x + a.y * b.y) + a.z * b.z
template <number T>
[[nodiscard]] constexpr product_type<T> dot(basic_vector3<T> a, basic_vector3<T> b) noexcept {
    using wide = product_type<T>;
    const wide xy = wrapping_add(wrapping_multiply<wide>(a.x, b.x), wrapping_multiply<wide>(a.y, b.y));
    return wrapping_add(xy, wrapping_multiply<wide>(a.z, b.z));
}

// a.y * b.z - a.z * b.y and so on round the axes; 64 bits wide for whole vectors.
template <number T>
[[nodiscard]] constexpr basic_vector3<product_type<T>> cross(basic_vector3<T> a,
                                                             basic_vector3<T> b) noexcept {
    using wide = product_type<T>;
    return {wrapping_subtract(wrapping_multiply<wide>(a.y, b.z), wrapping_multiply<wide>(a.z, b.y)),
            wrapping_subtract(wrapping_multiply<wide>(a.z, b.x), wrapping_multiply<wide>(a.x, b.z)),
            wrapping_subtract(wrapping_multiply<wide>(a.x, b.y), wrapping_multiply<wide>(a.y, b.x))};
}

// The scalar triple product, dot(a, cross(b, c)): the signed volume of the parallelepiped.
template <real T>
[[nodiscard]] constexpr T triple(basic_vector3<T> a, basic_vector3<T> b, basic_vector3<T> c) noexcept {
    return dot(a, cross(b, c));
}

template <number T>
[[nodiscard]] constexpr basic_vector3<T> min(basic_vector3<T> a, basic_vector3<T> b) noexcept {
    return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)};
}

template <number T>
[[nodiscard]] constexpr basic_vector3<T> max(basic_vector3<T> a, basic_vector3<T> b) noexcept {
    return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)};
}

template <number T>
[[nodiscard]] constexpr basic_vector3<T> abs(basic_vector3<T> a) noexcept {
    return {abs(a.x), abs(a.y), abs(a.z)};
}

// Each component multiplied by its partner.
template <number T>
[[nodiscard]] constexpr basic_vector3<T> component_product(basic_vector3<T> a, basic_vector3<T> b) noexcept {
    return {wrapping_multiply(a.x, b.x), wrapping_multiply(a.y, b.y), wrapping_multiply(a.z, b.z)};
}

template <number T>
[[nodiscard]] constexpr T smallest_component(basic_vector3<T> a) noexcept {
    return min(min(a.x, a.y), a.z);
}

template <number T>
[[nodiscard]] constexpr T largest_component(basic_vector3<T> a) noexcept {
    return max(max(a.x, a.y), a.z);
}

// The axis of the largest component, the first one of equals.
template <number T>
[[nodiscard]] constexpr int largest_axis(basic_vector3<T> a) noexcept {
    const int of_xy = a.y > a.x ? 1 : 0;
    return a.z > a[of_xy] ? 2 : of_xy;
}

// Whether no component of a is above its partner in b; false when one is NaN. Without branches.
template <number T>
[[nodiscard]] constexpr bool all_less_equal(basic_vector3<T> a, basic_vector3<T> b) noexcept {
    return (static_cast<int>(a.x <= b.x) & static_cast<int>(a.y <= b.y) & static_cast<int>(a.z <= b.z)) != 0;
}

// The same components as another type; whole to real rounds to nearest, whole to whole keeps the low bits.
// Real to whole is floor_to or round_to.
template <number To, number T>
    requires(real<To> || whole<T>)
[[nodiscard]] constexpr basic_vector3<To> vector_cast(basic_vector3<T> a) noexcept {
    return {static_cast<To>(a.x), static_cast<To>(a.y), static_cast<To>(a.z)};
}

template <whole To, real T>
[[nodiscard]] constexpr basic_vector3<To> floor_to(basic_vector3<T> a) noexcept {
    return {floor_to<To>(a.x), floor_to<To>(a.y), floor_to<To>(a.z)};
}

template <whole To, real T>
[[nodiscard]] constexpr basic_vector3<To> round_to(basic_vector3<T> a) noexcept {
    return {round_to<To>(a.x), round_to<To>(a.y), round_to<To>(a.z)};
}

// Two unit vectors that complete a right-handed basis: cross(first, second) = normal.
template <real T>
struct tangent_basis {
    basic_vector3<T> first;
    basic_vector3<T> second;
};

// The basis belonging to a unit normal (Duff et al., "Building an Orthonormal Basis, Revisited", 2017). It
// has one branch, on normal.z < 0, and turns continuously with the normal everywhere but across the plane z =
// 0.
template <real T>
[[nodiscard]] constexpr tangent_basis<T> make_tangent_basis(basic_vector3<T> normal) noexcept {
    const T sign = normal.z < T{0} ? T{-1} : T{1};
    const T a = T{-1} / (sign + normal.z);
    const T b = (normal.x * normal.y) * a;
    return {{T{1} + sign * ((normal.x * normal.x) * a), sign * b, -sign * normal.x},
            {b, sign + (normal.y * normal.y) * a, -normal.y}};
}

// A unit vector at right angles to a unit vector: the first one of its basis.
template <real T>
[[nodiscard]] constexpr basic_vector3<T> perpendicular(basic_vector3<T> unit) noexcept {
    return make_tangent_basis(unit).first;
}

} // namespace orrery
