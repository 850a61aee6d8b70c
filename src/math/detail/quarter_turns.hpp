// Writes an angle as a whole number of quarter turns and a rest of at most an eighth of a turn, exactly
// enough for the sine of the rest to be right in its last bit, however large the angle is.
#pragma once

#include "math/detail/double_double.hpp"

#include <orrery/math/elementary.hpp>

namespace orrery::detail {

struct quarter_turns {
    int count;          // only the last two bits mean anything
    double_double rest; // radians, the high part within pi/4 (and a rounding error)
};

// For any finite angle, by multiplying with as many bits of 2/pi as it takes (Payne and Hanek). Slow.
[[nodiscard]] quarter_turns quarter_turns_of_huge(double angle) noexcept;

// Up to here a count has 20 bits, so its products with the 33-bit pieces of pi/2 below are exact.
inline constexpr double largest_plain_angle = 0x1p20;

inline constexpr double half_pi_pieces[] = {0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2ep-69,
                                            0x1.b839a252049c1p-104};

// For any finite angle; by subtracting the pieces of pi/2 one after the other (Cody and Waite) where that is
// exact.
[[nodiscard]] inline quarter_turns quarter_turns_of(double angle) noexcept {
    if (abs(angle) > largest_plain_angle) [[unlikely]] {
        return quarter_turns_of_huge(angle);
    }
    const double count = round_even(angle * 0x1.45f306dc9c883p-1);
    const double_double second = two_sum(angle - count * half_pi_pieces[0], -(count * half_pi_pieces[1]));
    const double_double third = two_sum(second.high, -(count * half_pi_pieces[2]));
    const double low = (second.low + third.low) - count * half_pi_pieces[3];
    return {static_cast<int>(count), quick_two_sum(third.high, low)};
}

} // namespace orrery::detail
