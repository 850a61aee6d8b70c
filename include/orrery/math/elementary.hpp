// Square roots, trigonometry, exponentials and rounding that give the same bits on every compiler,
// optimisation level and processor. Only + - * / and the square root instruction stand behind them, never
// libm. Most float functions work in double inside, so nearly every result is the correctly rounded one. A
// call costs 1 to 2.3 times what libm's does; for arrays and kernels see <orrery/math/simd/elementary.hpp>,
// which is several times faster than libm and gives the same bits.
//
// Largest error in units in the last place (ulp). bench/math/elementary_error.cpp checks it: float functions
// of one argument on all 2^32 of them, everything else on samples.
//
//                float   double                          float   double
//   sqrt         0.5     0.5           exp, exp2         0.51    1
//   inverse_sqrt 1.5     1.5           log               0.51    1
//   sin, cos     0.85    1             log2              0.51    0.6
//   tan          0.51    1.2           pow               0.51    1
//   asin, acos   0.51    1             cbrt              0.51    0.7
//   atan, atan2  0.51    1.6           floor ... fmod    exact   exact
//
// Special values: a NaN argument, and an argument outside the domain (sqrt(-1), log(-1), asin(2),
// sin(infinity)), gives the one quiet NaN `std::numeric_limits<T>::quiet_NaN()`, sign bit clear; rounding
// functions hand a NaN through unchanged. Odd functions keep the sign of zero. Subnormal arguments and
// results are exact to the bound, never flushed. Arguments of sin, cos and tan are reduced exactly however
// large they are. The rest is as in the C standard: log(0) is -infinity, pow(x, 0) is 1 even for NaN,
// atan2(0, -1) is pi, exp overflows to infinity.
#pragma once

#include <orrery/math/scalar.hpp>

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>

namespace orrery {

template <std::floating_point T>
struct sine_and_cosine {
    T sin;
    T cos;
};

template <std::floating_point T>
[[nodiscard]] constexpr bool is_nan(T x) noexcept {
    return x != x;
}

[[nodiscard]] constexpr float abs(float x) noexcept {
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) & 0x7fff'ffffu);
}

[[nodiscard]] constexpr double abs(double x) noexcept {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & 0x7fff'ffff'ffff'ffffu);
}

template <std::floating_point T>
[[nodiscard]] constexpr bool is_finite(T x) noexcept {
    return abs(x) <= std::numeric_limits<T>::max();
}

// The size of the first with the sign of the second.
[[nodiscard]] constexpr float copysign(float size, float sign) noexcept {
    return std::bit_cast<float>((std::bit_cast<std::uint32_t>(size) & 0x7fff'ffffu) |
                                (std::bit_cast<std::uint32_t>(sign) & 0x8000'0000u));
}

[[nodiscard]] constexpr double copysign(double size, double sign) noexcept {
    return std::bit_cast<double>((std::bit_cast<std::uint64_t>(size) & 0x7fff'ffff'ffff'ffffu) |
                                 (std::bit_cast<std::uint64_t>(sign) & 0x8000'0000'0000'0000u));
}

namespace detail {

// Adding and taking away a number whose last bit is worth one leaves an integer, rounded half to even.
template <typename T>
inline constexpr T first_without_fraction = T(1) / std::numeric_limits<T>::epsilon();

template <typename T>
[[nodiscard]] constexpr T canonical(T x) noexcept {
    return x == x ? x : std::numeric_limits<T>::quiet_NaN();
}

} // namespace detail

// The nearest integer, halves to the even one.
template <std::floating_point T>
[[nodiscard]] constexpr T round_even(T x) noexcept {
    constexpr T limit = detail::first_without_fraction<T>;
    const T size = abs(x);
    return size < limit ? copysign((size + limit) - limit, x) : x;
}

template <std::floating_point T>
[[nodiscard]] constexpr T floor(T x) noexcept {
    const T nearest = round_even(x);
    return nearest > x ? copysign(nearest - 1, x) : nearest;
}

template <std::floating_point T>
[[nodiscard]] constexpr T ceil(T x) noexcept {
    const T nearest = round_even(x);
    return nearest < x ? copysign(nearest + 1, x) : nearest;
}

template <std::floating_point T>
[[nodiscard]] constexpr T trunc(T x) noexcept {
    return copysign(floor(abs(x)), x);
}

// The nearest integer, halves away from zero.
template <std::floating_point T>
[[nodiscard]] constexpr T round(T x) noexcept {
    const T size = abs(x);
    const T whole = floor(size);
    return copysign(size - whole >= T(0.5) ? whole + 1 : whole, x);
}

[[nodiscard]] inline float sqrt(float x) noexcept {
    return detail::canonical(__builtin_sqrtf(x));
}

[[nodiscard]] inline double sqrt(double x) noexcept {
    return detail::canonical(__builtin_sqrt(x));
}

[[nodiscard]] inline float inverse_sqrt(float x) noexcept {
    return 1.0f / sqrt(x);
}

[[nodiscard]] inline double inverse_sqrt(double x) noexcept {
    return 1.0 / sqrt(x);
}

[[nodiscard]] float cbrt(float x) noexcept;
[[nodiscard]] double cbrt(double x) noexcept;

// Angles are in radians.
[[nodiscard]] float sin(float x) noexcept;
[[nodiscard]] double sin(double x) noexcept;
[[nodiscard]] float cos(float x) noexcept;
[[nodiscard]] double cos(double x) noexcept;
[[nodiscard]] float tan(float x) noexcept;
[[nodiscard]] double tan(double x) noexcept;

// Both for little more than the price of one, and the same bits as sin and cos.
[[nodiscard]] sine_and_cosine<float> sin_cos(float x) noexcept;
[[nodiscard]] sine_and_cosine<double> sin_cos(double x) noexcept;

[[nodiscard]] float asin(float x) noexcept;
[[nodiscard]] double asin(double x) noexcept;
[[nodiscard]] float acos(float x) noexcept;
[[nodiscard]] double acos(double x) noexcept;
[[nodiscard]] float atan(float x) noexcept;
[[nodiscard]] double atan(double x) noexcept;

// The angle of the vector (x, y), from -pi to pi.
[[nodiscard]] float atan2(float y, float x) noexcept;
[[nodiscard]] double atan2(double y, double x) noexcept;

[[nodiscard]] float exp(float x) noexcept;
[[nodiscard]] double exp(double x) noexcept;
[[nodiscard]] float exp2(float x) noexcept;
[[nodiscard]] double exp2(double x) noexcept;
[[nodiscard]] float log(float x) noexcept;
[[nodiscard]] double log(double x) noexcept;
[[nodiscard]] float log2(float x) noexcept;
[[nodiscard]] double log2(double x) noexcept;
[[nodiscard]] float pow(float base, float exponent) noexcept;
[[nodiscard]] double pow(double base, double exponent) noexcept;

// The remainder of x / y with the sign of x, exact. Its time grows with the distance of the exponents.
[[nodiscard]] float fmod(float x, float y) noexcept;
[[nodiscard]] double fmod(double x, double y) noexcept;

} // namespace orrery
