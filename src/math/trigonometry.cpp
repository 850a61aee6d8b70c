#include "math/detail/polynomial.hpp"
#include "math/detail/quarter_turns.hpp"
#include "math/detail/special_values.hpp"

#include <orrery/math/elementary.hpp>
#include <orrery/math/simd/elementary.hpp>

namespace orrery {
namespace {

using detail::double_double;
using detail::nan;

// Minimax polynomials on [-pi/4, pi/4], as a leading term and what is to be added to it. The low part of the
// angle enters by the first term of its Taylor series.
double_double sin_of_rest(double_double x) noexcept {
    const double square = x.high * x.high;
    const double tail =
        detail::polynomial(square, -0x1.5555555555549p-3, 0x1.111111110f881p-7, -0x1.a01a019c126afp-13,
                           0x1.71de357872cddp-19, -0x1.ae5e66d2fa7cap-26, 0x1.5d932e989e1a3p-33);
    return {x.high, x.low * (1 - 0.5 * square) + x.high * square * tail};
}

double_double cos_of_rest(double_double x) noexcept {
    const double square = x.high * x.high;
    const double tail =
        detail::polynomial(square, 0x1.555555555554bp-5, -0x1.6c16c16c14f92p-10, 0x1.a01a019c845a8p-16,
                           -0x1.27e4f7eacbc9bp-22, 0x1.1ee9d7b902bfep-29, -0x1.8fa49bd6c57a0p-37);
    const double half = 0.5 * square;
    const double first = 1 - half;
    return {first, ((1 - first) - half) + (square * square * tail - x.high * x.low)};
}

double rounded(double_double x) noexcept {
    return x.high + x.low;
}

// Below this size x is the rounded value of sin(x) and of tan(x), and 1 that of cos(x).
constexpr double tiny_angle = 0x1p-27;

} // namespace

sine_and_cosine<double> sin_cos(double x) noexcept {
    if (!is_finite(x)) [[unlikely]] {
        return {nan, nan};
    }
    if (abs(x) < tiny_angle) {
        return {x, 1};
    }
    const detail::quarter_turns turns = detail::quarter_turns_of(x);
    const double sine = rounded(sin_of_rest(turns.rest));
    const double cosine = rounded(cos_of_rest(turns.rest));
    switch (turns.count & 3) {
    case 0:
        return {sine, cosine};
    case 1:
        return {cosine, -sine};
    case 2:
        return {-sine, -cosine};
    default:
        return {-cosine, sine};
    }
}

double sin(double x) noexcept {
    return sin_cos(x).sin;
}

double cos(double x) noexcept {
    return sin_cos(x).cos;
}

double tan(double x) noexcept {
    if (!is_finite(x)) [[unlikely]] {
        return nan;
    }
    if (abs(x) < tiny_angle) {
        return x;
    }
    const detail::quarter_turns turns = detail::quarter_turns_of(x);
    double_double above = sin_of_rest(turns.rest);
    double_double below = cos_of_rest(turns.rest);
    if ((turns.count & 1) != 0) {
        const double_double sine = above;
        above = {-below.high, -below.low};
        below = sine;
    }
    // A quotient of rounded values would be off by two units, so what the division leaves over is divided
    // again.
    below = detail::quick_two_sum(below.high, below.low);
    const double quotient = rounded(above) / below.high;
    const double_double product = detail::two_product(quotient, below.high);
    const double left_over = ((above.high - product.high) - product.low) + (above.low - quotient * below.low);
    return quotient + left_over / below.high;
}

sine_and_cosine<float> sin_cos(float x) noexcept {
    const auto [sine, cosine] = simd::target_scalar::sin_cos(simd::scalar_lanes<float, 1>(x));
    return {sine[0], cosine[0]};
}

float sin(float x) noexcept {
    return sin_cos(x).sin;
}

float cos(float x) noexcept {
    return sin_cos(x).cos;
}

float tan(float x) noexcept {
    return static_cast<float>(tan(double{x}));
}

namespace detail {

void sin_cos_of_huge(std::uint32_t which, const float* angles, float* sines, float* cosines) noexcept {
    for (; which != 0; which &= which - 1) {
        const int lane = std::countr_zero(which);
        const auto [sine, cosine] = sin_cos(double{angles[lane]});
        sines[lane] = static_cast<float>(sine);
        cosines[lane] = static_cast<float>(cosine);
    }
}

} // namespace detail

} // namespace orrery
