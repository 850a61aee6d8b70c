#include "math/detail/double_double.hpp"
#include "math/detail/polynomial.hpp"
#include "math/detail/special_values.hpp"

#include <orrery/math/elementary.hpp>
#include <orrery/math/simd/elementary.hpp>

namespace orrery {
namespace {

using detail::double_double;
using detail::infinity;
using detail::nan;

constexpr double ln2_high = 0x1.62e42fefa38p-1; // 42 bits: products with an exponent are exact
constexpr double ln2_low = 0x1.ef35793c76730p-45;
constexpr double_double ln2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
constexpr double_double one_over_ln2{0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56};

// x * 2^exponent for x near one; subnormal results are rounded once.
double scale(double x, int exponent) noexcept {
    const int half = exponent / 2;
    const auto power = [](int e) {
        return std::bit_cast<double>(static_cast<std::uint64_t>(e + 1023) << 52);
    };
    return x * power(half) * power(exponent - half);
}

// 2^(x.high + x.low).
double exp2_of(double_double x) noexcept {
    if (x.high >= 1024) {
        return infinity;
    }
    if (x.high < -1080) {
        return 0;
    }
    const double whole = round_even(x.high);
    const double_double rest = detail::two_sum(x.high - whole, x.low);
    const double r = rest.high;
    const double tail = detail::polynomial(
        r, 0x1.ebfbdff82c5a0p-3, 0x1.c6b08d704a047p-5, 0x1.3b2ab6fba08e9p-7, 0x1.5d87fe78c3557p-10,
        0x1.4309130d8a305p-13, 0x1.ffcbfbc7d1015p-17, 0x1.62bfca79c5a1ap-20, 0x1.b52653b34b4bap-24,
        0x1.e616e59a75f65p-28, 0x1.e7c484205058bp-32);
    const double_double first = detail::quick_two_sum(1, r * ln2.high);
    const double small = r * ln2.low + rest.low * ln2.high + r * r * tail;
    return scale(first.high + (first.low + small), static_cast<int>(whole));
}

// x = mantissa * 2^exponent with a mantissa between sqrt(1/2) and sqrt(2), for positive finite x.
struct parts {
    double mantissa;
    int exponent;
};

parts take_apart(double x) noexcept {
    int exponent = 0;
    if (x < std::numeric_limits<double>::min()) {
        x *= 0x1p54;
        exponent = -54;
    }
    constexpr auto root_of_half = std::bit_cast<std::int64_t>(0x1.6a09e667f3bcdp-1);
    const auto bits = std::bit_cast<std::int64_t>(x);
    const std::int64_t shift = (bits - root_of_half) >> 52;
    return {std::bit_cast<double>(bits - shift * (std::int64_t{1} << 52)),
            exponent + static_cast<int>(shift)};
}

// log2 with about 65 bits, for positive finite x: ln(m) = 2 atanh(s) with s = (m - 1) / (m + 1).
double_double precise_log2(double x) noexcept {
    const auto [mantissa, exponent] = take_apart(x);
    const double numerator = mantissa - 1;
    const double_double denominator = detail::two_sum(mantissa, 1);
    const double quotient = numerator / denominator.high;
    const double_double check = detail::two_product(quotient, denominator.high);
    const double_double s{quotient, ((numerator - check.high) - check.low - quotient * denominator.low) /
                                        denominator.high};
    const double_double square = detail::multiply(s, s);
    const double tail =
        square.high * detail::polynomial(square.high, 0x1.9999999999b30p-2, 0x1.2492492457dbep-2,
                                         0x1.c71c722d5d7d9p-3, 0x1.745ce9e682b95p-3, 0x1.3b1eeb756d0dfp-3,
                                         0x1.0f7ff787ffaa4p-3, 0x1.0e42288f647f8p-3);
    const double_double third = detail::add({0x1.5555555555555p-1, 0x1.5555555555555p-55}, {tail, 0});
    const double_double series = detail::add({2, 0}, detail::multiply(square, third));
    const double_double logarithm = detail::multiply(detail::multiply(s, series), one_over_ln2);
    return detail::add({static_cast<double>(exponent), 0}, logarithm);
}

// What log and log2 say at and beyond the ends of their domain.
double log_outside_domain(double x) noexcept {
    return x == 0 ? -infinity : x > 0 ? infinity : nan;
}

bool is_log_argument(double x) noexcept {
    return x > 0 && x < infinity;
}

// The answers of pow that no logarithm gives; has_answer is false for an ordinary positive base.
struct pow_case {
    bool has_answer;
    double answer;
};

pow_case special_pow(double base, double exponent) noexcept {
    if (exponent == 0 || base == 1) {
        return {true, 1};
    }
    if (is_nan(base) || is_nan(exponent)) {
        return {true, nan};
    }
    const double size = abs(base);
    if (abs(exponent) == infinity) {
        return {true, size == 1 ? 1.0 : (size > 1) == (exponent > 0) ? infinity : 0.0};
    }
    if (size == 0 || size == infinity) {
        return {true, (size == 0) == (exponent > 0) ? 0.0 : infinity};
    }
    return {false, 0};
}

double exp_of_finite(double x) noexcept {
    if (x > 710) {
        return infinity;
    }
    if (x < -750) {
        return 0;
    }
    const double whole = round_even(x * one_over_ln2.high);
    const double_double rest = detail::two_sum(x - whole * ln2_high, -(whole * ln2_low));
    const double r = rest.high;
    const double tail = detail::polynomial(
        r, 0x1.0000000000009p-1, 0x1.55555555554fcp-3, 0x1.5555555550b8bp-5, 0x1.1111111127883p-7,
        0x1.6c16c1839c809p-10, 0x1.a01a012a74e70p-13, 0x1.a0199b57e262ep-16, 0x1.71df26bde1933p-19,
        0x1.28ac62eff3d19p-22, 0x1.ad7b2a5c82617p-26);
    const double_double first = detail::quick_two_sum(1, r);
    return scale(first.high + (first.low + (rest.low + r * r * tail)), static_cast<int>(whole));
}

} // namespace

double exp(double x) noexcept {
    return is_nan(x) ? nan : exp_of_finite(x);
}

double exp2(double x) noexcept {
    return is_nan(x) ? nan : exp2_of({x, 0});
}

double log(double x) noexcept {
    if (!is_log_argument(x)) [[unlikely]] {
        return log_outside_domain(x);
    }
    const auto [mantissa, exponent] = take_apart(x);
    const double f = mantissa - 1;
    const double s = f / (2 + f);
    const double square = s * s;
    const double tail =
        square * detail::polynomial(square, 0x1.5555555555592p-1, 0x1.999999997fdbbp-2, 0x1.24924941f105dp-2,
                                    0x1.c71c52096b7eep-3, 0x1.74663ee77257ep-3, 0x1.39a1baa23d85ep-3,
                                    0x1.2f0566042c05dp-3);
    // ln(1 + f) = f - f^2/2 + s (f^2/2 + tail), with the large terms added last.
    const double half_square = 0.5 * f * f;
    const double e = exponent;
    return e * ln2_high - ((half_square - (s * (half_square + tail) + e * ln2_low)) - f);
}

double log2(double x) noexcept {
    return is_log_argument(x) ? precise_log2(x).high : log_outside_domain(x);
}

double pow(double base, double exponent) noexcept {
    const bool is_integer = trunc(exponent) == exponent;
    const bool is_odd = is_integer && abs(exponent) < 0x1p53 && trunc(exponent * 0.5) != exponent * 0.5;
    const bool is_negative = std::bit_cast<std::uint64_t>(base) >> 63 != 0;
    const double sign = is_negative && is_odd ? -1 : 1;
    if (const pow_case special = special_pow(base, exponent); special.has_answer) [[unlikely]] {
        return is_nan(special.answer) || exponent == 0 ? special.answer : copysign(special.answer, sign);
    }
    if (is_negative && !is_integer) {
        return nan;
    }
    // Beyond this every power is 0, 1 or infinite, and the exact product below could overflow.
    constexpr double huge = 0x1p66;
    const double bounded = exponent > huge ? huge : exponent < -huge ? -huge : exponent;
    const double_double logarithm = precise_log2(abs(base));
    return copysign(exp2_of(detail::multiply(logarithm, {bounded, 0})), sign);
}

float exp(float x) noexcept {
    return simd::target_scalar::exp(simd::scalar_lanes<float, 1>(x))[0];
}

float exp2(float x) noexcept {
    return static_cast<float>(exp2(double{x}));
}

float log(float x) noexcept {
    return simd::target_scalar::log(simd::scalar_lanes<float, 1>(x))[0];
}

float log2(float x) noexcept {
    return static_cast<float>(log2(double{x}));
}

float pow(float base, float exponent) noexcept {
    return static_cast<float>(pow(double{base}, double{exponent}));
}

} // namespace orrery
