// An angle of an integer world in 16 bits: a full turn has 65536 steps, 0 points along +x, -32768 is half a
// turn. Sums wrap round by themselves, so an angle is always normalised. Sine and cosine are binary fractions
// with 30 bits behind the point, within 1.5 units of the last bit of the true value, exact at quarter turns,
// and symmetric to the bit in all eight octants. They come from 2 KB of tables made at compile time; a call
// costs a few nanoseconds.
#pragma once

#include <orrery/math/vector.hpp>

#include <array>
#include <compare>
#include <cstdint>
#include <numbers>

namespace orrery {

// Sine and cosine as multiples of 2^-30.
struct fraction_sine_and_cosine {
    std::int32_t sin = 0;
    std::int32_t cos = 0;

    [[nodiscard]] friend constexpr bool operator==(const fraction_sine_and_cosine&,
                                                   const fraction_sine_and_cosine&) = default;
};

class angle16 {
public:
    static constexpr std::int32_t steps_per_turn = 65536;
    // What sine and cosine call one.
    static constexpr int fraction_bits = 30;
    static constexpr std::int32_t one = std::int32_t{1} << fraction_bits;

    constexpr angle16() noexcept = default;

    // From a count of steps, taken modulo a full turn.
    [[nodiscard]] static constexpr angle16 from_steps(std::int64_t steps) noexcept {
        angle16 result;
        result.steps_ = static_cast<std::int16_t>(static_cast<std::uint16_t>(steps));
        return result;
    }

    // The nearest step, ties to even; NaN gives zero. Beyond 10^14 radians saturates somewhere on the circle.
    template <real T>
    [[nodiscard]] static constexpr angle16 from_radians(T radians) noexcept {
        return from_steps(round_to<std::int64_t>(static_cast<double>(radians) * (32768 / std::numbers::pi)));
    }

    // The direction of a vector to the nearest step, by whole numbers alone; zero for the zero vector.
    [[nodiscard]] static constexpr angle16 from_direction(vector2i direction) noexcept;

    [[nodiscard]] static constexpr angle16 quarter() noexcept { return from_steps(16384); }

    [[nodiscard]] static constexpr angle16 half() noexcept { return from_steps(-32768); }

    // In [-32768, 32767].
    [[nodiscard]] constexpr std::int16_t steps() const noexcept { return steps_; }

    // In [-pi, pi).
    template <real T = scalar>
    [[nodiscard]] constexpr T radians() const noexcept {
        return static_cast<T>(steps_ * (std::numbers::pi / 32768));
    }

    [[nodiscard]] friend constexpr angle16 operator+(angle16 a, angle16 b) noexcept {
        return from_steps(std::int64_t{a.steps_} + b.steps_);
    }

    // The shortest way from b to a; exactly half a turn counts as negative.
    [[nodiscard]] friend constexpr angle16 operator-(angle16 a, angle16 b) noexcept {
        return from_steps(std::int64_t{a.steps_} - b.steps_);
    }

    [[nodiscard]] friend constexpr angle16 operator-(angle16 a) noexcept {
        return from_steps(-std::int64_t{a.steps_});
    }

    [[nodiscard]] friend constexpr angle16 operator*(angle16 a, std::int32_t factor) noexcept {
        return from_steps(std::int64_t{a.steps_} * factor);
    }

    constexpr angle16& operator+=(angle16 b) noexcept { return *this = *this + b; }

    constexpr angle16& operator-=(angle16 b) noexcept { return *this = *this - b; }

    // By position in [-pi, pi); for keys and sorting, an order on a circle means nothing else.
    [[nodiscard]] friend constexpr auto operator<=>(const angle16&, const angle16&) = default;

private:
    std::int16_t steps_ = 0;
};

// How many steps apart two angles are, 0 to 32768, whichever way round.
[[nodiscard]] constexpr std::int32_t shortest_distance(angle16 a, angle16 b) noexcept {
    const std::int32_t steps = (a - b).steps();
    return steps < 0 ? -steps : steps;
}

namespace detail {

// Sines and cosines of angles up to an eighth turn: every 128 steps in `coarse`, each of 128 steps in `fine`.
// An angle is the sum of one of each.
struct angle_tables {
    std::array<fraction_sine_and_cosine, 65> coarse{};
    std::array<fraction_sine_and_cosine, 128> fine{};

    constexpr angle_tables() noexcept {
        for (std::size_t i = 0; i < coarse.size(); ++i) {
            coarse[i] = evaluate(static_cast<double>(i) * 128);
        }
        for (std::size_t i = 0; i < fine.size(); ++i) {
            fine[i] = evaluate(static_cast<double>(i));
        }
    }

    // Taylor's series in double, innermost term first: twelve terms are exact to its last bits for x <= pi
    // / 4.
    static constexpr fraction_sine_and_cosine evaluate(double steps) noexcept {
        const double x = steps * (std::numbers::pi / 32768);
        double sine = 1;
        double cosine = 1;
        for (int n = 22; n > 0; n -= 2) {
            sine = 1 - x * x / (n * (n + 1)) * sine;
            cosine = 1 - x * x / (n * (n - 1)) * cosine;
        }
        sine *= x;
        return {round_to<std::int32_t>(sine * angle16::one), round_to<std::int32_t>(cosine * angle16::one)};
    }
};

inline constexpr angle_tables angle_table;

// a sum of products of fractions, rounded back to 30 bits; halves upwards.
[[nodiscard]] constexpr std::int64_t round_product(std::int64_t sum) noexcept {
    return (sum + (angle16::one >> 1)) >> angle16::fraction_bits;
}

} // namespace detail

// Both at once; the addition theorem joins the two tables.
[[nodiscard]] constexpr fraction_sine_and_cosine sin_cos(angle16 angle) noexcept {
    const std::uint32_t steps = static_cast<std::uint16_t>(angle.steps());
    const std::uint32_t in_quarter = steps & 16383u;
    const bool is_folded = in_quarter > 8192;
    const std::uint32_t in_eighth = is_folded ? 16384 - in_quarter : in_quarter;
    const fraction_sine_and_cosine coarse = detail::angle_table.coarse[in_eighth >> 7];
    const fraction_sine_and_cosine fine = detail::angle_table.fine[in_eighth & 127];
    const auto low = static_cast<std::int32_t>(
        detail::round_product(std::int64_t{coarse.sin} * fine.cos + std::int64_t{coarse.cos} * fine.sin));
    const auto high = static_cast<std::int32_t>(
        detail::round_product(std::int64_t{coarse.cos} * fine.cos - std::int64_t{coarse.sin} * fine.sin));
    const std::int32_t sine = is_folded ? high : low;
    const std::int32_t cosine = is_folded ? low : high;
    switch (steps >> 14) {
    case 0:
        return {sine, cosine};
    case 1:
        return {cosine, -sine};
    case 2:
        return {-sine, -cosine};
    default:
        return {-cosine, sine};
    }
}

[[nodiscard]] constexpr std::int32_t sin(angle16 angle) noexcept {
    return sin_cos(angle).sin;
}

[[nodiscard]] constexpr std::int32_t cos(angle16 angle) noexcept {
    return sin_cos(angle).cos;
}

// v turned by an angle whose sine and cosine are at hand. Products and sums are 64 bits wide and exact; each
// component is rounded once to nearest, halves upwards, and wraps if it leaves 32 bits.
[[nodiscard]] constexpr vector2i rotate(fraction_sine_and_cosine angle, vector2i v) noexcept {
    const std::int64_t x = std::int64_t{v.x} * angle.cos - std::int64_t{v.y} * angle.sin;
    const std::int64_t y = std::int64_t{v.x} * angle.sin + std::int64_t{v.y} * angle.cos;
    return {static_cast<std::int32_t>(detail::round_product(x)),
            static_cast<std::int32_t>(detail::round_product(y))};
}

// v turned by the angle: from +x towards +y.
[[nodiscard]] constexpr vector2i rotate(angle16 angle, vector2i v) noexcept {
    return rotate(sin_cos(angle), v);
}

[[nodiscard]] constexpr vector2i inverse_rotate(angle16 angle, vector2i v) noexcept {
    return rotate(-angle, v);
}

constexpr angle16 angle16::from_direction(vector2i direction) noexcept {
    if (direction == vector2i{}) {
        return {};
    }
    // Folded to the first eighth, where the angle is found bit by bit: a candidate is not beyond the
    // direction while tan(candidate) <= y / x.
    const std::int64_t width = direction.x < 0 ? -std::int64_t{direction.x} : direction.x;
    const std::int64_t height = direction.y < 0 ? -std::int64_t{direction.y} : direction.y;
    const std::int64_t long_side = width > height ? width : height;
    const std::int64_t short_side = width > height ? height : width;
    // How far the direction lies beyond the candidate: |direction| sin(difference), in fractions.
    const auto beyond = [&](std::int64_t steps) {
        const fraction_sine_and_cosine at = sin_cos(from_steps(steps));
        return short_side * at.cos - long_side * at.sin;
    };
    std::int64_t found = 0;
    for (std::int64_t bit = 8192; bit != 0; bit >>= 1) {
        if (found + bit <= 8192 && beyond(found + bit) >= 0) {
            found += bit;
        }
    }
    if (found < 8192 && beyond(found) > -beyond(found + 1)) {
        ++found;
    }
    found = width > height ? found : 16384 - found;
    found = direction.x < 0 ? 32768 - found : found;
    return from_steps(direction.y < 0 ? -found : found);
}

static_assert(sizeof(angle16) == 2 && std::is_trivially_copyable_v<angle16>);

} // namespace orrery
