// Arithmetic for worlds made of integers: exact square roots, division that rounds down, sums that saturate,
// powers of two. Every function has one answer for every input; dividing by zero is the caller's mistake.
// Wrapping sums are in number.hpp.
#pragma once

#include <orrery/math/number.hpp>

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace orrery {

// The largest integer whose square is not above x.
[[nodiscard]] constexpr std::uint32_t integer_sqrt(std::uint64_t x) noexcept {
    if (std::is_constant_evaluated()) {
        std::uint64_t root = 0;
        for (std::uint64_t bit = std::uint64_t{1} << 31; bit != 0; bit >>= 1) {
            if ((root | bit) * (root | bit) <= x) {
                root |= bit;
            }
        }
        return static_cast<std::uint32_t>(root);
    }
    // Rounding x to 53 bits and the root itself moves the answer by at most one.
    constexpr std::uint64_t largest = 0xffff'ffff;
    std::uint64_t root = static_cast<std::uint64_t>(sqrt(static_cast<double>(x)));
    root = root > largest ? largest : root;
    if (root * root > x) {
        --root;
    }
    return static_cast<std::uint32_t>(root);
}

// The same for 32 bits, where the square root instruction alone is exact.
[[nodiscard]] constexpr std::uint32_t integer_sqrt(std::uint32_t x) noexcept {
    if (std::is_constant_evaluated()) {
        return integer_sqrt(std::uint64_t{x});
    }
    return static_cast<std::uint32_t>(sqrt(static_cast<double>(x)));
}

// a / b rounded down, also for negative numbers: cells of a grid. The lowest number by -1 wraps to itself.
template <std::signed_integral T>
[[nodiscard]] constexpr T floor_divide(T a, std::type_identity_t<T> b) noexcept {
    if (b == -1) {
        return static_cast<T>(std::make_unsigned_t<T>{0} - static_cast<std::make_unsigned_t<T>>(a));
    }
    const T quotient = static_cast<T>(a / b);
    const bool rounded_up = a % b != 0 && (a < 0) != (b < 0);
    return static_cast<T>(quotient - (rounded_up ? 1 : 0));
}

// a - b * floor_divide(a, b): has the sign of b, so lies in [0, b) for positive b.
template <std::signed_integral T>
[[nodiscard]] constexpr T floor_modulo(T a, std::type_identity_t<T> b) noexcept {
    if (b == -1) {
        return 0;
    }
    const T rest = static_cast<T>(a % b);
    return static_cast<T>(rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest);
}

// a / b rounded to the nearest integer, halves upwards. Wants b > 0 and |a| + b within range.
template <std::signed_integral T>
[[nodiscard]] constexpr T round_divide(T a, std::type_identity_t<T> b) noexcept {
    return floor_divide(static_cast<T>(a + b / 2), b);
}

// a / b rounded up: how many groups of b hold a things. Wants b > 0.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T ceiling_divide(T a, std::type_identity_t<T> b) noexcept {
    return static_cast<T>(a / b + (a % b != 0 ? 1 : 0));
}

// a * b / 2^shift rounded to nearest, halves upwards: scaling by a binary fraction. The product is 64 bits
// wide.
[[nodiscard]] constexpr std::int64_t multiply_shift(std::int32_t a, std::int32_t b, int shift) noexcept {
    const std::int64_t half = shift > 0 ? std::int64_t{1} << (shift - 1) : 0;
    return (std::int64_t{a} * b + half) >> shift;
}

// The sum, stopped at the ends of T.
template <std::integral T>
[[nodiscard]] constexpr T saturating_add(T a, std::type_identity_t<T> b) noexcept {
    T sum{};
    if (!__builtin_add_overflow(a, b, &sum)) {
        return sum;
    }
    return b < 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}

template <std::integral T>
[[nodiscard]] constexpr T saturating_subtract(T a, std::type_identity_t<T> b) noexcept {
    T difference{};
    if (!__builtin_sub_overflow(a, b, &difference)) {
        return difference;
    }
    return b < 0 ? std::numeric_limits<T>::max() : std::numeric_limits<T>::min();
}

template <std::integral T>
[[nodiscard]] constexpr T saturating_multiply(T a, std::type_identity_t<T> b) noexcept {
    T product{};
    if (!__builtin_mul_overflow(a, b, &product)) {
        return product;
    }
    return (a < 0) != (b < 0) ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}

// value, stopped at the ends of the narrower type To.
template <std::integral To, std::integral From>
[[nodiscard]] constexpr To saturating_cast(From value) noexcept {
    To result{};
    if (!__builtin_add_overflow(value, From{0}, &result)) {
        return result;
    }
    return value < From{0} ? std::numeric_limits<To>::min() : std::numeric_limits<To>::max();
}

// The exponent of the highest power of two not above x; -1 for zero.
template <std::unsigned_integral T>
[[nodiscard]] constexpr int floor_log2(T x) noexcept {
    return static_cast<int>(std::bit_width(x)) - 1;
}

// The exponent of the lowest power of two not below x; 0 for zero.
template <std::unsigned_integral T>
[[nodiscard]] constexpr int ceiling_log2(T x) noexcept {
    return x <= 1 ? 0 : static_cast<int>(std::bit_width(static_cast<T>(x - 1)));
}

template <std::unsigned_integral T>
[[nodiscard]] constexpr bool is_power_of_two(T x) noexcept {
    return std::has_single_bit(x);
}

// The lowest power of two not below x; 1 for zero, and 0 when it does not fit.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T next_power_of_two(T x) noexcept {
    const int exponent = ceiling_log2(x);
    return exponent == std::numeric_limits<T>::digits ? T{0} : static_cast<T>(T{1} << exponent);
}

} // namespace orrery
