// A vector or point of the plane. A plain aggregate without padding: sizeof is two components.
// Real vectors follow IEEE arithmetic component by component. Whole vectors wrap modulo 2^n, and their dot
// and cross products are 64 bits wide: exact while all components lie within ±2^30. Functions for both
// dimensions (length, normalize, lerp ...) are in vector.hpp.
#pragma once

#include <orrery/math/fwd.hpp>

namespace orrery {

template <number T>
struct basic_vector2 {
    using value_type = T;
    static constexpr int dimension = 2;

    T x = 0;
    T y = 0;

    // All components the same.
    [[nodiscard]] static constexpr basic_vector2 filled(T value) noexcept { return {value, value}; }

    // The unit vector of axis 0 or 1.
    [[nodiscard]] static constexpr basic_vector2 unit(int axis) noexcept {
        basic_vector2 result;
        result[axis] = 1;
        return result;
    }

    // Component 0 or 1.
    [[nodiscard]] constexpr T& operator[](int axis) noexcept { return axis == 0 ? x : y; }

    [[nodiscard]] constexpr const T& operator[](int axis) const noexcept { return axis == 0 ? x : y; }

    constexpr basic_vector2& operator+=(basic_vector2 b) noexcept { return *this = *this + b; }

    constexpr basic_vector2& operator-=(basic_vector2 b) noexcept { return *this = *this - b; }

    constexpr basic_vector2& operator*=(T factor) noexcept { return *this = *this * factor; }

    constexpr basic_vector2& operator/=(T divisor) noexcept
        requires real<T>
    {
        return *this = *this / divisor;
    }

    [[nodiscard]] friend constexpr basic_vector2 operator+(basic_vector2 a, basic_vector2 b) noexcept {
        return {wrapping_add(a.x, b.x), wrapping_add(a.y, b.y)};
    }

    [[nodiscard]] friend constexpr basic_vector2 operator-(basic_vector2 a, basic_vector2 b) noexcept {
        return {wrapping_subtract(a.x, b.x), wrapping_subtract(a.y, b.y)};
    }

    [[nodiscard]] friend constexpr basic_vector2 operator-(basic_vector2 a) noexcept {
        return {wrapping_negate(a.x), wrapping_negate(a.y)};
    }

    [[nodiscard]] friend constexpr basic_vector2 operator*(basic_vector2 a, T factor) noexcept {
        return {wrapping_multiply(a.x, factor), wrapping_multiply(a.y, factor)};
    }

    [[nodiscard]] friend constexpr basic_vector2 operator*(T factor, basic_vector2 a) noexcept {
        return a * factor;
    }

    // Each component divided, never multiplied by a reciprocal.
    [[nodiscard]] friend constexpr basic_vector2 operator/(basic_vector2 a, T divisor) noexcept
        requires real<T>
    {
        return {a.x / divisor, a.y / divisor};
    }

    [[nodiscard]] friend constexpr bool operator==(const basic_vector2&, const basic_vector2&) = default;
};

// a.x * b.x + a.y * b.y
template <number T>
[[nodiscard]] constexpr product_type<T> dot(basic_vector2<T> a, basic_vector2<T> b) noexcept {
    using wide = product_type<T>;
    return wrapping_add(wrapping_multiply<wide>(a.x, b.x), wrapping_multiply<wide>(a.y, b.y));
}

// a.x * b.y - a.y * b.x: the signed area of the parallelogram, positive when b lies counterclockwise of a.
template <number T>
[[nodiscard]] constexpr product_type<T> cross(basic_vector2<T> a, basic_vector2<T> b) noexcept {
    using wide = product_type<T>;
    return wrapping_subtract(wrapping_multiply<wide>(a.x, b.y), wrapping_multiply<wide>(a.y, b.x));
}

// The velocity at b of something that turns with the angular velocity a: (0, 0, a) x b.
template <real T>
[[nodiscard]] constexpr basic_vector2<T> cross(std::type_identity_t<T> a, basic_vector2<T> b) noexcept {
    return {-a * b.y, a * b.x};
}

// a turned a quarter counterclockwise.
template <number T>
[[nodiscard]] constexpr basic_vector2<T> perpendicular(basic_vector2<T> a) noexcept {
    return {wrapping_negate(a.y), a.x};
}

template <number T>
[[nodiscard]] constexpr basic_vector2<T> min(basic_vector2<T> a, basic_vector2<T> b) noexcept {
    return {min(a.x, b.x), min(a.y, b.y)};
}

template <number T>
[[nodiscard]] constexpr basic_vector2<T> max(basic_vector2<T> a, basic_vector2<T> b) noexcept {
    return {max(a.x, b.x), max(a.y, b.y)};
}

template <number T>
[[nodiscard]] constexpr basic_vector2<T> abs(basic_vector2<T> a) noexcept {
    return {abs(a.x), abs(a.y)};
}

// Each component multiplied by its partner.
template <number T>
[[nodiscard]] constexpr basic_vector2<T> component_product(basic_vector2<T> a, basic_vector2<T> b) noexcept {
    return {wrapping_multiply(a.x, b.x), wrapping_multiply(a.y, b.y)};
}

template <number T>
[[nodiscard]] constexpr T smallest_component(basic_vector2<T> a) noexcept {
    return min(a.x, a.y);
}

template <number T>
[[nodiscard]] constexpr T largest_component(basic_vector2<T> a) noexcept {
    return max(a.x, a.y);
}

// The axis of the largest component, the first one of equals.
template <number T>
[[nodiscard]] constexpr int largest_axis(basic_vector2<T> a) noexcept {
    return a.y > a.x ? 1 : 0;
}

// Whether no component of a is above its partner in b; false when one is NaN. Without branches.
template <number T>
[[nodiscard]] constexpr bool all_less_equal(basic_vector2<T> a, basic_vector2<T> b) noexcept {
    return (static_cast<int>(a.x <= b.x) & static_cast<int>(a.y <= b.y)) != 0;
}

// The same components as another type; whole to real rounds to nearest, whole to whole keeps the low bits.
// Real to whole is floor_to or round_to.
template <number To, number T>
    requires(real<To> || whole<T>)
[[nodiscard]] constexpr basic_vector2<To> vector_cast(basic_vector2<T> a) noexcept {
    return {static_cast<To>(a.x), static_cast<To>(a.y)};
}

template <whole To, real T>
[[nodiscard]] constexpr basic_vector2<To> floor_to(basic_vector2<T> a) noexcept {
    return {floor_to<To>(a.x), floor_to<To>(a.y)};
}

template <whole To, real T>
[[nodiscard]] constexpr basic_vector2<To> round_to(basic_vector2<T> a) noexcept {
    return {round_to<To>(a.x), round_to<To>(a.y)};
}

} // namespace orrery
