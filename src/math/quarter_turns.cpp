#include "math/detail/quarter_turns.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace orrery::detail {
namespace {

// 64 zero bits, then the bits of 2/pi after the binary point.
constexpr std::uint32_t two_over_pi[] = {
    0x00000000, 0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041,
    0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e,
    0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b,
    0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,
    0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046};

// An unsigned number of 192 bits, the most significant word first.
using wide = std::array<std::uint32_t, 6>;

// The 192 bits of the table that start at a bit.
wide table_window(int bit) noexcept {
    const auto word = static_cast<std::size_t>(bit / 32);
    const int shift = bit % 32;
    wide window;
    for (std::size_t i = 0; i < window.size(); ++i) {
        const std::uint64_t pair = std::uint64_t{two_over_pi[word + i]} << 32 | two_over_pi[word + i + 1];
        window[i] = static_cast<std::uint32_t>(pair << shift >> 32);
    }
    return window;
}

// The last 192 bits of a product with a number of 53 bits.
wide multiply(const wide& a, std::uint64_t b) noexcept {
    const std::uint64_t factors[] = {b & 0xffff'ffffu, b >> 32};
    wide product{};
    for (std::size_t j = 0; j < 2; ++j) {
        std::uint64_t carry = 0;
        for (std::size_t i = a.size() - j; i-- > 0;) {
            carry += a[i + j] * factors[j] + product[i];
            product[i] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
    }
    return product;
}

wide negate(wide a) noexcept {
    std::uint64_t carry = 1;
    for (std::size_t i = a.size(); i-- > 0;) {
        carry += static_cast<std::uint32_t>(~a[i]);
        a[i] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
    }
    return a;
}

// 2 to a power within the range of normal numbers.
double power_of_two(int exponent) noexcept {
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

// The number read as a fraction of 2^190, from its first 96 bits that are not zero words.
double_double as_fraction(const wide& a) noexcept {
    std::size_t first = 0;
    while (first < 3 && a[first] == 0) {
        ++first;
    }
    const double unit = power_of_two(2 - 32 * static_cast<int>(first + 1));
    const double top = a[first] * unit;
    const double middle = a[first + 1] * (unit * 0x1p-32);
    const double bottom = a[first + 2] * (unit * 0x1p-64);
    const double_double upper = quick_two_sum(top, middle);
    return quick_two_sum(upper.high, upper.low + bottom);
}

} // namespace

quarter_turns quarter_turns_of_huge(double angle) noexcept {
    const auto bits = std::bit_cast<std::uint64_t>(angle);
    const bool is_negative = bits >> 63 != 0;
    const int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1075;
    const std::uint64_t mantissa = (bits & 0xf'ffff'ffff'ffffu) | 0x10'0000'0000'0000u;

    // Bits of 2/pi worth so much that they only add multiples of four quarter turns are left out. What
    // remains is |angle| * 2/pi modulo 4 with 190 bits after the point.
    wide turns = multiply(table_window(64 + exponent - 2), mantissa);

    // Rounded to the nearest whole quarter: half a quarter more, then cut.
    const std::uint32_t rounded = turns[0] + 0x2000'0000u;
    const int count = static_cast<int>(rounded >> 30);
    turns[0] -= static_cast<std::uint32_t>(count) << 30;
    const bool is_below = turns[0] >> 31 != 0;
    double_double rest = multiply(as_fraction(is_below ? negate(turns) : turns),
                                  double_double{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54});
    if (is_below != is_negative) {
        rest = {-rest.high, -rest.low};
    }
    return {is_negative ? -count : count, rest};
}

} // namespace orrery::detail
