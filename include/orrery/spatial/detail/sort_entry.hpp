// A key and the index of the box it belongs to, in the total order by key and then by index. Coordinates
// become keys as unsigned numbers in the same order, which are quicker to compare and can be sorted digit by
// digit.
#pragma once

#include <orrery/math/number.hpp>
#include <orrery/math/space_curve.hpp>

#include <bit>
#include <compare>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace orrery::spatial::detail {

template <number T>
using ordered_bits_type = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

// -0 and +0 are the same.
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

template <std::unsigned_integral Key>
class sort_entry {
public:
    static constexpr int key_bits = sizeof(Key) * 8;

    sort_entry() = default;

    constexpr sort_entry(Key key, std::uint32_t index) noexcept
        : key_(key)
        , index_(index) {}

    [[nodiscard]] constexpr Key key() const noexcept { return key_; }

    [[nodiscard]] constexpr std::uint32_t index() const noexcept { return index_; }

    friend constexpr auto operator<=>(const sort_entry&, const sort_entry&) = default;

private:
    Key key_ = 0;
    std::uint32_t index_ = 0;
};

// A key of 32 bits shares a word with the index, so that they are compared in one go.
template <>
class sort_entry<std::uint32_t> {
public:
    static constexpr int key_bits = 32;

    sort_entry() = default;

    constexpr sort_entry(std::uint32_t key, std::uint32_t index) noexcept
        : word_(std::uint64_t{key} << 32 | index) {}

    [[nodiscard]] constexpr std::uint32_t key() const noexcept {
        return static_cast<std::uint32_t>(word_ >> 32);
    }

    [[nodiscard]] constexpr std::uint32_t index() const noexcept { return static_cast<std::uint32_t>(word_); }

    friend constexpr auto operator<=>(const sort_entry&, const sort_entry&) = default;

private:
    std::uint64_t word_ = 0;
};

} // namespace orrery::spatial::detail
