// A coordinate and the index of the box it belongs to, in the total order by coordinate and then by index.
// The coordinate is kept as an unsigned number in the same order, which is quicker to compare and can be
// sorted digit by digit; -0 and +0 are the same.
#pragma once

#include <orrery/math/number.hpp>
#include <orrery/math/space_curve.hpp>

#include <bit>
#include <compare>
#include <cstdint>
#include <type_traits>

namespace orrery::spatial::detail {

template <number T>
using ordered_bits_type = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

template <number T>
[[nodiscard]] constexpr ordered_bits_type<T> ordered_bits(T coordinate) noexcept {
    if constexpr (real<T>) {
        using bits = ordered_bits_type<T>;
        constexpr bits sign = bits{1} << (sizeof(T) * 8 - 1);
        const bits stored = std::bit_cast<bits>(coordinate + T{0}); // -0 + 0 is +0
        return (stored & sign) != 0 ? ~stored : stored | sign;
    } else {
        return curve_order(coordinate);
    }
}

// Coordinates of 32 bits share a word with the index, below them.
template <number T>
class sort_entry {
public:
    sort_entry() = default;

    constexpr sort_entry(T coordinate, std::uint32_t index) noexcept
        : word_(std::uint64_t{ordered_bits(coordinate)} << 32 | index) {}

    [[nodiscard]] constexpr std::uint32_t index() const noexcept { return static_cast<std::uint32_t>(word_); }

    // The coordinate alone; key_bits of it count.
    static constexpr int key_bits = 32;

    [[nodiscard]] constexpr std::uint64_t key() const noexcept { return word_ >> 32; }

    friend constexpr auto operator<=>(const sort_entry&, const sort_entry&) = default;

private:
    std::uint64_t word_ = 0;
};

template <number T>
    requires(sizeof(T) == 8)
class sort_entry<T> {
public:
    sort_entry() = default;

    constexpr sort_entry(T coordinate, std::uint32_t index) noexcept
        : key_(ordered_bits(coordinate))
        , index_(index) {}

    [[nodiscard]] constexpr std::uint32_t index() const noexcept { return index_; }

    static constexpr int key_bits = 64;

    [[nodiscard]] constexpr std::uint64_t key() const noexcept { return key_; }

    friend constexpr auto operator<=>(const sort_entry&, const sort_entry&) = default;

private:
    std::uint64_t key_ = 0;
    std::uint32_t index_ = 0;
};

} // namespace orrery::spatial::detail
