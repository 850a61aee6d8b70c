// Degrees and the Earth's gravity for definitions written by hand. The library itself counts in radians and
// SI units. All functions are constexpr, with the same bits everywhere.
#pragma once

#include <orrery/math/number.hpp>
#include <orrery/math/scalar.hpp>

#include <numbers>
#include <type_traits>

namespace orrery {

// m/s^2, the value that the General Conference on Weights and Measures defines.
inline constexpr scalar standard_gravity = scalar(9.80665);

// Multiples of 45 degrees up to a full turn give the number nearest to their fraction of pi; others may be
// one unit in the last place off. Whole degrees give a scalar.
template <number T>
[[nodiscard]] constexpr auto to_radians(T degrees) noexcept {
    using angle = std::conditional_t<real<T>, T, scalar>;
    return static_cast<angle>(static_cast<double>(degrees) / 180 * std::numbers::pi);
}

template <real T>
[[nodiscard]] constexpr T to_degrees(T radians) noexcept {
    return static_cast<T>(static_cast<double>(radians) / std::numbers::pi * 180);
}

} // namespace orrery
