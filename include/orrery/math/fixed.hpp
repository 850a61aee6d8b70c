// Fixed-point numbers: a signed integer that counts steps of 2^-FractionBits. Uniform precision everywhere,
// exact sums, the same bits on every machine without a floating-point unit. fixed32 has 16 bits before and
// behind the point, fixed64 has 32 and 32. Rounding: to nearest, halves upwards (sqrt: downwards). Overflow:
// operators and from_whole wrap modulo 2^n like integers, the saturating_ functions and conversions from
// reals stop at the ends. x / 0 is the largest number of x's sign, 0 / 0 is 0. Products and quotients go
// through an integer of twice the width.
#pragma once

#include <orrery/math/fwd.hpp>

#include <bit>
#include <compare>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace orrery {

namespace detail {

template <typename Storage>
struct twice_as_wide;

template <>
struct twice_as_wide<std::int16_t> {
    using type = std::int32_t;
    using unsigned_type = std::uint32_t;
};

template <>
struct twice_as_wide<std::int32_t> {
    using type = std::int64_t;
    using unsigned_type = std::uint64_t;
};

template <>
struct twice_as_wide<std::int64_t> {
    using type = __int128;
    using unsigned_type = unsigned __int128;
};

} // namespace detail

template <std::signed_integral Storage, int FractionBits>
    requires(FractionBits > 0 && FractionBits < std::numeric_limits<Storage>::digits)
class basic_fixed {
public:
    using storage_type = Storage;
    static constexpr int fraction_bits = FractionBits;

    constexpr basic_fixed() noexcept = default;

    // This many steps of 2^-FractionBits.
    [[nodiscard]] static constexpr basic_fixed from_raw(Storage raw) noexcept {
        basic_fixed result;
        result.raw_ = raw;
        return result;
    }

    [[nodiscard]] static constexpr basic_fixed from_whole(std::int64_t value) noexcept {
        return wrapped(static_cast<wide>(static_cast<unsigned_wide>(value) << FractionBits));
    }

    // The nearest number, ties to even; saturates, NaN gives zero.
    template <real T>
    [[nodiscard]] static constexpr basic_fixed from_real(T value) noexcept {
        const auto scaled = static_cast<double>(value) * static_cast<double>(wide{1} << FractionBits);
        return saturated(round_to<std::int64_t>(scaled));
    }

    [[nodiscard]] static constexpr basic_fixed max() noexcept { return from_raw(limits::max()); }

    [[nodiscard]] static constexpr basic_fixed min() noexcept { return from_raw(limits::min()); }

    // The smallest step.
    [[nodiscard]] static constexpr basic_fixed step() noexcept { return from_raw(1); }

    [[nodiscard]] constexpr Storage raw() const noexcept { return raw_; }

    // Rounded to the nearest T; exact when T has as many bits.
    template <real T = scalar>
    [[nodiscard]] constexpr T to_real() const noexcept {
        return static_cast<T>(raw_) / static_cast<T>(wide{1} << FractionBits);
    }

    // The largest whole number that is not above.
    [[nodiscard]] constexpr Storage floor() const noexcept {
        return static_cast<Storage>(raw_ >> FractionBits);
    }

    // The nearest whole number, halves upwards.
    [[nodiscard]] constexpr Storage round() const noexcept {
        return static_cast<Storage>((static_cast<wide>(raw_) + half) >> FractionBits);
    }

    [[nodiscard]] friend constexpr basic_fixed operator+(basic_fixed a, basic_fixed b) noexcept {
        return wrapped(static_cast<wide>(a.raw_) + b.raw_);
    }

    [[nodiscard]] friend constexpr basic_fixed operator-(basic_fixed a, basic_fixed b) noexcept {
        return wrapped(static_cast<wide>(a.raw_) - b.raw_);
    }

    [[nodiscard]] friend constexpr basic_fixed operator-(basic_fixed a) noexcept {
        return wrapped(-static_cast<wide>(a.raw_));
    }

    [[nodiscard]] friend constexpr basic_fixed operator*(basic_fixed a, basic_fixed b) noexcept {
        return wrapped(product(a, b));
    }

    [[nodiscard]] friend constexpr basic_fixed operator/(basic_fixed a, basic_fixed b) noexcept {
        return b.raw_ == 0 ? over_zero(a) : wrapped(quotient(a, b));
    }

    constexpr basic_fixed& operator+=(basic_fixed b) noexcept { return *this = *this + b; }

    constexpr basic_fixed& operator-=(basic_fixed b) noexcept { return *this = *this - b; }

    constexpr basic_fixed& operator*=(basic_fixed b) noexcept { return *this = *this * b; }

    constexpr basic_fixed& operator/=(basic_fixed b) noexcept { return *this = *this / b; }

    [[nodiscard]] friend constexpr auto operator<=>(const basic_fixed&, const basic_fixed&) = default;

    [[nodiscard]] friend constexpr basic_fixed saturating_add(basic_fixed a, basic_fixed b) noexcept {
        return saturated(static_cast<wide>(a.raw_) + b.raw_);
    }

    [[nodiscard]] friend constexpr basic_fixed saturating_subtract(basic_fixed a, basic_fixed b) noexcept {
        return saturated(static_cast<wide>(a.raw_) - b.raw_);
    }

    [[nodiscard]] friend constexpr basic_fixed saturating_multiply(basic_fixed a, basic_fixed b) noexcept {
        return saturated(product(a, b));
    }

    [[nodiscard]] friend constexpr basic_fixed saturating_divide(basic_fixed a, basic_fixed b) noexcept {
        return b.raw_ == 0 ? over_zero(a) : saturated(quotient(a, b));
    }

    // The largest number whose square is not above a; zero for negative a.
    [[nodiscard]] friend constexpr basic_fixed sqrt(basic_fixed a) noexcept {
        if (a.raw_ <= 0) {
            return {};
        }
        // Bit by bit: the root of raw * 2^FractionBits.
        const auto square = static_cast<unsigned_wide>(a.raw_) << FractionBits;
        unsigned_wide root = 0;
        for (auto bit = unsigned_wide{1} << (limits::digits + FractionBits) / 2; bit != 0; bit >>= 1) {
            if ((root | bit) * (root | bit) <= square) {
                root |= bit;
            }
        }
        return from_raw(static_cast<Storage>(root));
    }

private:
    using limits = std::numeric_limits<Storage>;
    using wide = typename detail::twice_as_wide<Storage>::type;
    using unsigned_wide = typename detail::twice_as_wide<Storage>::unsigned_type;
    static constexpr wide half = wide{1} << (FractionBits - 1);

    [[nodiscard]] static constexpr basic_fixed wrapped(wide raw) noexcept {
        return from_raw(static_cast<Storage>(raw));
    }

    template <typename Wide>
    [[nodiscard]] static constexpr basic_fixed saturated(Wide raw) noexcept {
        return raw < limits::min()   ? min()
               : raw > limits::max() ? max()
                                     : from_raw(static_cast<Storage>(raw));
    }

    [[nodiscard]] static constexpr basic_fixed over_zero(basic_fixed a) noexcept {
        return a.raw_ == 0 ? basic_fixed{} : a.raw_ < 0 ? min() : max();
    }

    [[nodiscard]] static constexpr wide product(basic_fixed a, basic_fixed b) noexcept {
        return (static_cast<wide>(a.raw_) * b.raw_ + half) >> FractionBits;
    }

    // floor(a / b + 1/2) with the remainder compared to half the divisor, so nothing overflows.
    [[nodiscard]] static constexpr wide quotient(basic_fixed a, basic_fixed b) noexcept {
        const wide divisor = b.raw_ < 0 ? -static_cast<wide>(b.raw_) : static_cast<wide>(b.raw_);
        const wide dividend =
            (b.raw_ < 0 ? -static_cast<wide>(a.raw_) : static_cast<wide>(a.raw_)) * (wide{1} << FractionBits);
        wide result = dividend / divisor;
        wide rest = dividend % divisor;
        if (rest < 0) {
            rest += divisor;
            result -= 1;
        }
        return rest >= divisor - rest ? result + 1 : result;
    }

    Storage raw_ = 0;
};

static_assert(sizeof(fixed32) == 4 && std::is_trivially_copyable_v<fixed32>);

} // namespace orrery
