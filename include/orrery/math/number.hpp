// The numbers that vectors, boxes and angles are made of, and arithmetic that has one answer for every input.
// Whole numbers wrap around like unsigned ones instead of overflowing, so that a hostile coordinate cannot
// make a step undefined; conversions from floating point saturate and turn NaN into zero. Everything is
// constexpr and compiles to the plain instruction.
#pragma once

#include <orrery/math/elementary.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace orrery {

template <typename T>
concept real = std::same_as<T, float> || std::same_as<T, double>;

template <typename T>
concept whole = std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t>;

template <typename T>
concept number = real<T> || whole<T>;

// What products of T and their sums are held in: 64 bits for whole numbers, T itself otherwise.
template <number T>
using product_type = std::conditional_t<whole<T>, std::int64_t, T>;

namespace detail {

// C++20 defines the way back from unsigned as modulo 2^n.
template <whole T>
using unsigned_of = std::make_unsigned_t<T>;

} // namespace detail

// The plain sum; modulo 2^n for whole numbers.
template <number T>
[[nodiscard]] constexpr T wrapping_add(T a, T b) noexcept {
    if constexpr (whole<T>) {
        using bits = detail::unsigned_of<T>;
        return static_cast<T>(static_cast<bits>(a) + static_cast<bits>(b));
    } else {
        return a + b;
    }
}

template <number T>
[[nodiscard]] constexpr T wrapping_subtract(T a, T b) noexcept {
    if constexpr (whole<T>) {
        using bits = detail::unsigned_of<T>;
        return static_cast<T>(static_cast<bits>(a) - static_cast<bits>(b));
    } else {
        return a - b;
    }
}

template <number T>
[[nodiscard]] constexpr T wrapping_multiply(T a, T b) noexcept {
    if constexpr (whole<T>) {
        using bits = detail::unsigned_of<T>;
        return static_cast<T>(static_cast<bits>(a) * static_cast<bits>(b));
    } else {
        return a * b;
    }
}

// The sign flipped, also that of zero and NaN; the lowest whole number is its own negative.
template <number T>
[[nodiscard]] constexpr T wrapping_negate(T a) noexcept {
    if constexpr (whole<T>) {
        return wrapping_subtract(T{0}, a);
    } else {
        return -a;
    }
}

// a when a < b, else b. So NaN on either side, or zeros of different sign, give b: the rule of SSE's minps,
// which makes this one instruction and lets every SIMD width agree.
template <number T>
[[nodiscard]] constexpr T min(T a, T b) noexcept {
    return a < b ? a : b;
}

// a when a > b, else b; see min.
template <number T>
[[nodiscard]] constexpr T max(T a, T b) noexcept {
    return a > b ? a : b;
}

// value moved into [low, high]; NaN becomes low. Wants low <= high.
template <number T>
[[nodiscard]] constexpr T clamp(T value, T low, T high) noexcept {
    return min(max(value, low), high);
}

// The magnitude; the lowest whole number stays as it is. That of real numbers is in elementary.hpp.
template <whole T>
[[nodiscard]] constexpr T abs(T a) noexcept {
    return a < 0 ? wrapping_negate(a) : a;
}

// a * (1 - t) + b * t: exactly a at 0 and b at 1.
template <real T>
[[nodiscard]] constexpr T lerp(T a, T b, T t) noexcept {
    return a * (T{1} - t) + b * t;
}

// The largest whole number that is not above value; saturates, NaN gives 0.
template <whole Whole, real T>
[[nodiscard]] constexpr Whole floor_to(T value) noexcept {
    using limits = std::numeric_limits<Whole>;
    constexpr T limit = -static_cast<T>(limits::min());
    if (is_nan(value)) {
        return 0;
    }
    if (value >= limit) {
        return limits::max();
    }
    if (value < -limit) {
        return limits::min();
    }
    const Whole truncated = static_cast<Whole>(value);
    return static_cast<T>(truncated) > value ? truncated - 1 : truncated;
}

// The nearest whole number, ties to even; saturates, NaN gives 0.
template <whole Whole, real T>
[[nodiscard]] constexpr Whole round_to(T value) noexcept {
    const Whole below = floor_to<Whole>(value);
    if (below == std::numeric_limits<Whole>::max() || below == std::numeric_limits<Whole>::min()) {
        return below;
    }
    const T rest = value - static_cast<T>(below);
    const bool is_odd = (below & 1) != 0;
    return rest > T{0.5} || (rest == T{0.5} && is_odd) ? below + 1 : below;
}

} // namespace orrery
