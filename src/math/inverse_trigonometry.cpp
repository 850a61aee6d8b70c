#include "math/detail/polynomial.hpp"
#include "math/detail/special_values.hpp"

#include <orrery/math/elementary.hpp>
#include <orrery/math/simd/elementary.hpp>

namespace orrery {
namespace {

using detail::nan;

constexpr double half_pi_high = 0x1.921fb54442d18p+0;
constexpr double half_pi_low = 0x1.1a62633145c07p-54;

// (asin(x) - x) / x for x squared up to 1/4.
double asin_tail(double square) noexcept {
    return square * detail::polynomial(square, 0x1.5555555555578p-3, 0x1.333333332df80p-4,
                                       0x1.6db6db722602cp-5, 0x1.f1c71a8dc55a3p-6, 0x1.6e8bdfa64b7b2p-6,
                                       0x1.1c49e2bcd1c24p-6, 0x1.ca20cdfd7e1f0p-7, 0x1.757b7a5dc799ap-7,
                                       0x1.6173f251262a0p-7, 0x1.e2bea7bdbfb8ep-9, 0x1.6492a4254dd2bp-6,
                                       -0x1.59546ddcaa1f7p-6, 0x1.0bb05ae0da4dcp-5);
}

// asin(sqrt(square)) as root + rest, where the root carries only 26 bits and the rest makes up for them.
struct root_and_rest {
    double root;
    double rest;
};

root_and_rest asin_of_root(double square) noexcept {
    const double root = sqrt(square);
    const double high = std::bit_cast<double>(std::bit_cast<std::uint64_t>(root) & 0xffff'ffff'f800'0000u);
    const double low = root > 0 ? (square - high * high) / (root + high) : 0;
    return {high, low + root * asin_tail(square)};
}

// atan at the middles of the intervals into which [0, infinity) is cut.
struct atan_interval {
    double high;
    double low;
};

constexpr atan_interval atan_of_half{0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56};
constexpr atan_interval atan_of_one{0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55};
constexpr atan_interval atan_of_three_halves{0x1.f730bd281f69bp-1, 0x1.007887af0cbbdp-56};
constexpr atan_interval atan_of_infinity{half_pi_high, half_pi_low};

// (x - atan(x)) / x for x up to 7/16 in size.
double atan_tail(double x) noexcept {
    const double square = x * x;
    return square * detail::polynomial(square, 0x1.555555555550bp-2, -0x1.999999998e7ccp-3,
                                       0x1.2492491ff2ef5p-3, -0x1.c71c6fdb0a909p-4, 0x1.745cdba37a814p-4,
                                       -0x1.3b0f20527f4f7p-4, 0x1.10d60151df558p-4, -0x1.ddddabd91586bp-5,
                                       0x1.97a081a027bd2p-5, -0x1.2b17ac2c900a4p-5, 0x1.0a7eb2412f4b4p-6);
}

// atan(middle) + atan(x), x being small.
double atan_beside(atan_interval middle, double x) noexcept {
    return middle.high - ((x * atan_tail(x) - middle.low) - x);
}

// For x >= 0, by atan(x) = atan(c) + atan((x - c) / (1 + c x)).
double atan_of_positive(double x) noexcept {
    if (x < 0.4375) {
        return x < 0x1p-27 ? x : x - x * atan_tail(x);
    }
    if (x < 0.6875) {
        return atan_beside(atan_of_half, (2 * x - 1) / (2 + x));
    }
    if (x < 1.1875) {
        return atan_beside(atan_of_one, (x - 1) / (x + 1));
    }
    if (x < 2.4375) {
        return atan_beside(atan_of_three_halves, (x - 1.5) / (1 + 1.5 * x));
    }
    return atan_beside(atan_of_infinity, -1 / x);
}

} // namespace

double asin(double x) noexcept {
    const double size = abs(x);
    if (!(size <= 1)) {
        return nan;
    }
    if (size < 0.5) {
        return size < 0x1p-27 ? x : x + x * asin_tail(x * x);
    }
    const auto [root, rest] = asin_of_root((1 - size) * 0.5);
    const double quarter = 0.5 * half_pi_high;
    return copysign(quarter - ((2 * rest - half_pi_low) - (quarter - 2 * root)), x);
}

double acos(double x) noexcept {
    const double size = abs(x);
    if (!(size <= 1)) {
        return nan;
    }
    if (size < 0.5) {
        return half_pi_high - (x - (half_pi_low - x * asin_tail(x * x)));
    }
    const auto [root, rest] = asin_of_root((1 - size) * 0.5);
    return x > 0 ? 2 * (root + rest) : 2 * (half_pi_high - (root + (rest - half_pi_low)));
}

double atan(double x) noexcept {
    return is_nan(x) ? nan : copysign(atan_of_positive(abs(x)), x);
}

double atan2(double y, double x) noexcept {
    if (is_nan(x) || is_nan(y)) {
        return nan;
    }
    const double width = abs(x);
    const double height = abs(y);
    double angle = 0;
    if (height != 0 && width == height) {
        angle = atan_of_one.high;
    } else if (height == detail::infinity || (height != 0 && width == 0)) {
        angle = half_pi_high;
    } else if (height != 0) {
        angle = atan_of_positive(height / width);
    }
    if (copysign(1.0, x) < 0) {
        angle = 2 * half_pi_high - (angle - 2 * half_pi_low);
    }
    return copysign(angle, y);
}

float asin(float x) noexcept {
    return static_cast<float>(asin(double{x}));
}

float acos(float x) noexcept {
    return static_cast<float>(acos(double{x}));
}

float atan(float x) noexcept {
    return simd::target_scalar::atan(simd::scalar_lanes<float, 1>(x))[0];
}

float atan2(float y, float x) noexcept {
    using lane = simd::scalar_lanes<float, 1>;
    return simd::target_scalar::atan2(lane(y), lane(x))[0];
}

} // namespace orrery
