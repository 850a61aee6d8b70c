// Vectors of an integer world on hexagonal axes. A points along +x of the screen, B stands 120 degrees from
// it towards +y, and C = -A-B closes the star, so that the six neighbours of a cell are one step along +-A,
// +-B and +-C. A unit along an axis is as long as a unit of the screen, and lengths agree in both systems:
//
//   x = a - b / 2,  y = b sqrt(3) / 2,  |v|^2 = a^2 + b^2 - a b = x^2 + y^2
//
// All arithmetic is on whole numbers. Components of positions stay within +-coordinate_limit; sums,
// differences and lengths of such vectors do not overflow.
#pragma once

#include <orrery/math/angle16.hpp>
#include <orrery/math/integer.hpp>
#include <orrery/math/vector.hpp>

#include <cstdint>

namespace orrery {

struct hex_vector {
    std::int32_t a = 0;
    std::int32_t b = 0;

    // Of a position, not of the difference of two.
    [[nodiscard]] constexpr std::int32_t c() const noexcept { return -a - b; }

    [[nodiscard]] friend constexpr hex_vector operator+(hex_vector u, hex_vector v) noexcept {
        return {u.a + v.a, u.b + v.b};
    }

    [[nodiscard]] friend constexpr hex_vector operator-(hex_vector u, hex_vector v) noexcept {
        return {u.a - v.a, u.b - v.b};
    }

    [[nodiscard]] friend constexpr hex_vector operator-(hex_vector v) noexcept { return {-v.a, -v.b}; }

    [[nodiscard]] friend constexpr hex_vector operator*(hex_vector v, std::int32_t factor) noexcept {
        return {v.a * factor, v.b * factor};
    }

    constexpr hex_vector& operator+=(hex_vector v) noexcept { return *this = *this + v; }

    constexpr hex_vector& operator-=(hex_vector v) noexcept { return *this = *this - v; }

    friend constexpr bool operator==(const hex_vector&, const hex_vector&) = default;
};

// 8192 screens of 65536 units each way.
inline constexpr std::int32_t coordinate_limit = std::int32_t{1} << 29;

// Twice the inner product, which may have a half.
[[nodiscard]] constexpr std::int64_t twice_dot(hex_vector u, hex_vector v) noexcept {
    const std::int64_t ua = u.a;
    const std::int64_t ub = u.b;
    return 2 * (ua * v.a + ub * v.b) - ua * v.b - ub * v.a;
}

[[nodiscard]] constexpr std::uint64_t length_squared(hex_vector v) noexcept {
    const std::int64_t a = v.a;
    const std::int64_t b = v.b;
    return static_cast<std::uint64_t>(a * a) + static_cast<std::uint64_t>(b * b) -
           static_cast<std::uint64_t>(a * b);
}

// Rounded down.
[[nodiscard]] constexpr std::uint32_t length(hex_vector v) noexcept {
    return integer_sqrt(length_squared(v));
}

namespace detail {

// sqrt(3) / 2 and sqrt(4 / 3) as multiples of 2^-32, to the nearest. At coordinate_limit they are off by
// 0.031 and by 0.002 units.
inline constexpr std::int64_t half_root_three = 3'719'550'787;
inline constexpr std::int64_t root_four_thirds = 4'959'401'049;

} // namespace detail

// The nearest point of the screen, halves of x downwards. There and back gives a point within one unit along
// A and along B.
[[nodiscard]] constexpr vector2i to_screen(hex_vector v) noexcept {
    const std::int64_t y = (v.b * detail::half_root_three + (std::int64_t{1} << 31)) >> 32;
    const std::int64_t x = (2 * std::int64_t{v.a} - v.b) >> 1;
    return {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)};
}

// The nearest b, and with it the nearest a, halves upwards. There and back gives the point itself. Wants |y|
// <= 2 coordinate_limit.
[[nodiscard]] constexpr hex_vector from_screen(vector2i p) noexcept {
    const std::int64_t b = (p.y * detail::root_four_thirds + (std::int64_t{1} << 31)) >> 32;
    const std::int64_t a = (2 * std::int64_t{p.x} + b + 1) >> 1;
    return {static_cast<std::int32_t>(a), static_cast<std::int32_t>(b)};
}

// A rotation on hexagonal axes, clockwise on a screen whose y points down: from A towards B. Entries are
// multiples of 2^-30, within 2.4 units of the last bit. A vector of 102400 units (100 cells of 1024) is
// turned to within 0.501 units along A and along B of where it belongs: the rounding of the result, and
// hardly more.
class hex_rotation {
public:
    static constexpr int fraction_bits = angle16::fraction_bits;

    constexpr hex_rotation() noexcept = default;

    explicit constexpr hex_rotation(angle16 angle) noexcept {
        const fraction_sine_and_cosine at = sin_cos(angle);
        const std::int64_t full = (at.sin * detail::root_four_thirds + (std::int64_t{1} << 31)) >> 32;
        const std::int64_t half = (at.sin * detail::root_four_thirds + (std::int64_t{1} << 32)) >> 33;
        a_to_a_ = static_cast<std::int32_t>(at.cos + half);
        a_to_b_ = static_cast<std::int32_t>(full);
        b_to_a_ = static_cast<std::int32_t>(-full);
        b_to_b_ = static_cast<std::int32_t>(at.cos - half);
    }

    // Where one unit along A and along B go, in fractions.
    [[nodiscard]] constexpr hex_vector a_axis() const noexcept { return {a_to_a_, a_to_b_}; }

    [[nodiscard]] constexpr hex_vector b_axis() const noexcept { return {b_to_a_, b_to_b_}; }

    // Rounded to nearest, halves upwards.
    [[nodiscard]] constexpr hex_vector operator()(hex_vector v) const noexcept {
        const std::int64_t a = std::int64_t{v.a} * a_to_a_ + std::int64_t{v.b} * b_to_a_;
        const std::int64_t b = std::int64_t{v.a} * a_to_b_ + std::int64_t{v.b} * b_to_b_;
        return {static_cast<std::int32_t>(detail::round_product(a)),
                static_cast<std::int32_t>(detail::round_product(b))};
    }

private:
    std::int32_t a_to_a_ = angle16::one;
    std::int32_t a_to_b_ = 0;
    std::int32_t b_to_a_ = 0;
    std::int32_t b_to_b_ = angle16::one;
};

[[nodiscard]] constexpr hex_vector rotate(angle16 angle, hex_vector v) noexcept {
    return hex_rotation(angle)(v);
}

} // namespace orrery
