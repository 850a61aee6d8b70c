// Numbers of twice the precision as unevaluated sums of two doubles, for the places where a function needs
// more bits inside than it returns. Written without fused multiply-add, which not every target has.
#pragma once

namespace orrery::detail {

struct double_double {
    double high;
    double low;
};

// The exact sum; the larger operand comes first.
[[nodiscard]] constexpr double_double quick_two_sum(double larger, double smaller) noexcept {
    const double sum = larger + smaller;
    return {sum, smaller - (sum - larger)};
}

// The exact sum of any two (Knuth).
[[nodiscard]] constexpr double_double two_sum(double a, double b) noexcept {
    const double sum = a + b;
    const double part = sum - a;
    return {sum, (a - (sum - part)) + (b - part)};
}

// Cuts a double into two of at most 26 bits each, whose products are exact (Dekker).
[[nodiscard]] constexpr double_double split(double a) noexcept {
    const double scaled = a * 0x1.0000002p27;
    const double high = scaled - (scaled - a);
    return {high, a - high};
}

// The exact product, while it stays far from overflow and underflow.
[[nodiscard]] constexpr double_double two_product(double a, double b) noexcept {
    const double product = a * b;
    const double_double x = split(a);
    const double_double y = split(b);
    return {product, ((x.high * y.high - product) + x.high * y.low + x.low * y.high) + x.low * y.low};
}

[[nodiscard]] constexpr double_double add(double_double a, double_double b) noexcept {
    const double_double sum = two_sum(a.high, b.high);
    return quick_two_sum(sum.high, sum.low + (a.low + b.low));
}

[[nodiscard]] constexpr double_double multiply(double_double a, double_double b) noexcept {
    const double_double product = two_product(a.high, b.high);
    return quick_two_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

} // namespace orrery::detail
