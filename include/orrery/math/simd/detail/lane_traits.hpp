// Types and index lists behind lanes, the same for every instruction set.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

namespace orrery::simd::traits {

// The unsigned integer of the same size.
template <typename T>
using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

// The type in which arithmetic is done: overflow of signed integers is undefined, of unsigned ones it wraps.
template <typename T>
using wrapping = std::conditional_t<std::is_floating_point_v<T>, T, bits<T>>;

template <int First, int... Offsets>
constexpr auto counting_from(std::integer_sequence<int, Offsets...>) noexcept {
    return std::integer_sequence<int, (First + Offsets)...>();
}

// The elements of the second half of N.
template <int N>
using high_half_indices = decltype(counting_from<N / 2>(std::make_integer_sequence<int, N / 2>()));

// In a shuffle of two registers of N, the element `choice` of a block: 0 to 3 in the first, 4 to 7 in the
// second.
constexpr int block_element(int lane, int choice, int n) noexcept {
    const int block = lane / 4 * 4;
    return choice < 4 ? block + choice : n + block + choice - 4;
}

template <int N, int... Choices, int... Lanes>
constexpr auto choose_in_blocks(std::integer_sequence<int, Lanes...>) noexcept {
    constexpr int choices[] = {Choices...};
    return std::integer_sequence<int, block_element(Lanes, choices[Lanes % 4], N)...>();
}

// The same four choices in every block of four lanes.
template <int N, int... Choices>
using block_indices = decltype(choose_in_blocks<N, Choices...>(std::make_integer_sequence<int, N>()));

} // namespace orrery::simd::traits
