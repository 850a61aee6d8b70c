// Polynomials by Horner's rule: one order of operations, so one result.
#pragma once

namespace orrery::detail {

template <typename Number>
[[nodiscard]] constexpr Number polynomial(Number, double last) noexcept {
    return Number(last);
}

// first + x * (second + x * (...)).
template <typename Number, typename... Coefficients>
[[nodiscard]] constexpr Number polynomial(Number x, double first, Coefficients... others) noexcept {
    return Number(first) + x * polynomial(x, others...);
}

} // namespace orrery::detail
