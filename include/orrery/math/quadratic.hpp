// The real roots of a x^2 + b x + c, in order. Accurate where the school formula is not: the discriminant is
// computed as if with twice the digits, and no root comes out of a difference of near equals (Kahan 2004).
// Coefficients whose products overflow or underflow are out of range; scale them first.
#pragma once

#include <orrery/math/number.hpp>

namespace orrery {

// count is 0, 1 or 2, and first < second when there are two. A double root counts once.
template <real T>
struct quadratic_roots {
    int count = 0;
    T first = 0;
    T second = 0;
};

namespace detail {

struct exact_product {
    double value = 0;
    double error = 0;
};

// value + error = a * b without any rounding (Veltkamp and Dekker), while nothing over- or underflows.
[[nodiscard]] constexpr exact_product multiply_exactly(double a, double b) noexcept {
    const auto high_half = [](double x) {
        const double scaled = x * 134217729.0; // 2^27 + 1
        return scaled - (scaled - x);
    };
    const double a_high = high_half(a);
    const double b_high = high_half(b);
    const double a_low = a - a_high;
    const double b_low = b - b_high;
    const double value = a * b;
    return {value, ((a_high * b_high - value) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

// (b / 2)^2 - a c, to nearly the last bit however much cancels.
[[nodiscard]] constexpr double quarter_discriminant(double a, double half_b, double c) noexcept {
    const exact_product square = multiply_exactly(half_b, half_b);
    const exact_product product = multiply_exactly(a, c);
    return (square.value - product.value) + (square.error - product.error);
}

[[nodiscard]] constexpr float quarter_discriminant(float a, float half_b, float c) noexcept {
    // Products of two floats are exact in double, and so is the sign of their difference.
    return static_cast<float>(double{half_b} * half_b - double{a} * c);
}

} // namespace detail

// With a = 0 the one root of the line; none when a and b are zero, even if then every x is a root. A root too
// large to represent is left out, and NaN gives none.
template <real T>
[[nodiscard]] inline quadratic_roots<T> solve_quadratic(T a, T b, T c) noexcept {
    const T half_b = b * T{0.5};
    const T discriminant = detail::quarter_discriminant(a, half_b, c);
    if (a == T{0} || !(discriminant > T{0})) {
        const T root = a == T{0} ? -c / b : -half_b / a;
        const bool exists = (a == T{0} || discriminant == T{0}) && is_finite(root);
        return exists ? quadratic_roots<T>{1, root, root} : quadratic_roots<T>{};
    }
    // The root of larger size has no cancellation; the other follows from their product c / a.
    const T sum = half_b < T{0} ? sqrt(discriminant) - half_b : -(sqrt(discriminant) + half_b);
    const T large = sum / a;
    const T small = c / sum;
    if (!is_finite(large)) {
        return {1, small, small};
    }
    return {2, min(large, small), max(large, small)};
}

} // namespace orrery
