// Numbers as whole ones in the same order, so that the distance of two of them says how many numbers lie
// between. All bit patterns take part: minus zero comes just before zero.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace orrery::time::detail {

// What the motions of a world are made of.
template <typename T>
concept motion_number = std::same_as<T, float> || std::same_as<T, double> || std::same_as<T, std::int32_t>;

template <motion_number T>
using bits_of = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

template <typename Bits>
inline constexpr unsigned width_of = 8 * sizeof(Bits);

template <std::unsigned_integral Bits>
[[nodiscard]] constexpr Bits sign_mask(Bits pattern) noexcept {
    return Bits{0} - (pattern >> (width_of<Bits> - 1));
}

// Of a floating-point pattern; its own inverse. Two's complement.
template <std::unsigned_integral Bits>
[[nodiscard]] constexpr Bits reorder(Bits pattern) noexcept {
    return pattern ^ (sign_mask(pattern) >> 1);
}

template <motion_number T>
[[nodiscard]] constexpr bits_of<T> to_ordered(T value) noexcept {
    const auto pattern = std::bit_cast<bits_of<T>>(value);
    return std::floating_point<T> ? reorder(pattern) : pattern;
}

template <motion_number T>
[[nodiscard]] constexpr T from_ordered(bits_of<T> ordered) noexcept {
    return std::bit_cast<T>(std::floating_point<T> ? reorder(ordered) : ordered);
}

// Small magnitudes of either sign become small: 0, -1, 1, -2, ... are numbered 0, 1, 2, 3, ...
template <std::unsigned_integral Bits>
[[nodiscard]] constexpr Bits fold(Bits difference) noexcept {
    return (difference << 1) ^ sign_mask(difference);
}

template <std::unsigned_integral Bits>
[[nodiscard]] constexpr Bits unfold(Bits folded) noexcept {
    return (folded >> 1) ^ (Bits{0} - (folded & 1));
}

// How a floating-point number is cut into an exponent and the rest.
template <motion_number T>
inline constexpr unsigned mantissa_bits = sizeof(T) == 8 ? 52 : 23;

template <motion_number T>
[[nodiscard]] constexpr unsigned exponent_of(bits_of<T> pattern) noexcept {
    constexpr bits_of<T> mask = sizeof(T) == 8 ? 0x7ff : 0xff;
    return static_cast<unsigned>(pattern >> mantissa_bits<T> & mask);
}

// Sign and mantissa.
template <motion_number T>
[[nodiscard]] constexpr bits_of<T> without_exponent(bits_of<T> pattern) noexcept {
    constexpr bits_of<T> mantissa = (bits_of<T>{1} << mantissa_bits<T>)-1;
    return (pattern & mantissa) | (pattern >> (width_of<bits_of<T>> - 1) << mantissa_bits<T>);
}

template <motion_number T>
[[nodiscard]] constexpr bits_of<T> with_exponent(bits_of<T> rest, unsigned exponent) noexcept {
    constexpr bits_of<T> mantissa = (bits_of<T>{1} << mantissa_bits<T>)-1;
    return (rest & mantissa) | (bits_of<T>{exponent} << mantissa_bits<T>) |
           (rest >> mantissa_bits<T> << (width_of<bits_of<T>> - 1));
}

} // namespace orrery::time::detail
