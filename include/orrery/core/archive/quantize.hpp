// Real numbers as small whole ones, for what is sent or stored with less than full precision. A quantizer
// covers a range in equal steps; the middle of the range is always hit exactly, so in a symmetric range zero
// stays zero. Rounding goes to the nearest step and, half-way, away from the middle, so encode(-x) mirrors
// encode(x). Values outside the range are clamped to it, NaN becomes the middle. Decoding and encoding again
// gives the same code: encode(decode(code)) == code. All arithmetic is in double and the same on every
// platform.
#pragma once

#include <orrery/core/check.hpp>

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace orrery {

template <typename Real>
    requires std::same_as<Real, float> || std::same_as<Real, double>
class quantizer {
public:
    static constexpr unsigned min_bits = 2;
    static constexpr unsigned max_bits = 48;

    // Codes of `bits` bits. The range is divided into 2^bits - 2 steps.
    [[nodiscard]] static quantizer with_bits(Real low, Real high, unsigned bits) {
        ORRERY_CHECK(bits >= min_bits && bits <= max_bits, "a quantizer has 2 to 48 bits");
        const quantizer made(low, high, bits);
        ORRERY_CHECK(made.is_resolved(), "so many bits divide the range finer than the number type resolves");
        return made;
    }

    // The fewest bits whose steps are no longer than `precision`: decoded values are off by half of it at
    // most.
    [[nodiscard]] static quantizer with_precision(Real low, Real high, Real precision) {
        ORRERY_CHECK(precision > 0, "precision must be positive");
        unsigned bits = min_bits;
        while (bits < max_bits && quantizer(low, high, bits).step_ > double{precision}) {
            ++bits;
        }
        const quantizer made = with_bits(low, high, bits);
        ORRERY_CHECK(made.step_ <= double{precision}, "the range in such small steps exceeds 48 bits");
        return made;
    }

    [[nodiscard]] std::uint64_t encode(Real value) const noexcept {
        if (value <= low_) {
            return 0;
        }
        if (value >= high_) {
            return largest_code();
        }
        const double steps = (double{value} - middle_) * steps_per_unit_;
        if (steps < 0) {
            return half_ - static_cast<std::uint64_t>(0.5 - steps);
        }
        return steps > 0 ? half_ + static_cast<std::uint64_t>(0.5 + steps) : half_;
    }

    // Expects code <= largest_code().
    [[nodiscard]] Real decode(std::uint64_t code) const noexcept {
        if (code == 0) {
            return low_;
        }
        if (code >= largest_code()) {
            return high_;
        }
        const double steps = static_cast<double>(static_cast<std::int64_t>(code - half_));
        return static_cast<Real>(middle_ + steps * step_);
    }

    [[nodiscard]] unsigned bits() const noexcept { return bits_; }

    // The one code above, with all bits set, is not used.
    [[nodiscard]] std::uint64_t largest_code() const noexcept { return 2 * half_; }

    // The distance of neighbouring decoded values.
    [[nodiscard]] double step() const noexcept { return step_; }

private:
    quantizer(Real low, Real high, unsigned bits)
        : low_(low)
        , high_(high)
        , bits_(bits)
        , half_((std::uint64_t{1} << (bits - 1)) - 1)
        , middle_(double{low} * 0.5 + double{high} * 0.5)
        , step_((double{high} * 0.5 - double{low} * 0.5) / static_cast<double>(half_))
        , steps_per_unit_(1 / step_) {
        ORRERY_CHECK(std::isfinite(low) && std::isfinite(high) && low < high,
                     "a range needs finite ends, the lower one first");
    }

    // A decoded float carries one rounding; in double, encoding and decoding round four more times.
    [[nodiscard]] bool is_resolved() const noexcept {
        constexpr double roundings = std::same_as<Real, float> ? 2 : 8;
        const double farthest = std::abs(low_) > std::abs(high_) ? std::abs(low_) : std::abs(high_);
        return std::isfinite(steps_per_unit_) &&
               step_ >= roundings * double{std::numeric_limits<Real>::epsilon()} * farthest;
    }

    Real low_;
    Real high_;
    unsigned bits_;
    std::uint64_t half_;
    double middle_;
    double step_;
    double steps_per_unit_;
};

// A point or quaternion of any library: components by index, and the type they have.
template <typename T>
concept component_list = requires(const T& list) {
    typename T::value_type;
    { list[0] } -> std::convertible_to<typename T::value_type>;
};

// Points in a box, axis by axis.
template <typename Real, std::size_t Size>
struct box_quantizer {
    std::array<quantizer<Real>, Size> axes;

    template <component_list Point = std::array<Real, Size>>
    [[nodiscard]] static box_quantizer with_precision(const Point& low, const Point& high, Real precision) {
        return [&]<std::size_t... Axis>(std::index_sequence<Axis...>) {
            return box_quantizer{{quantizer<Real>::with_precision(low[Axis], high[Axis], precision)...}};
        }(std::make_index_sequence<Size>());
    }

    [[nodiscard]] unsigned bits() const noexcept {
        unsigned sum = 0;
        for (const auto& axis : axes) {
            sum += axis.bits();
        }
        return sum;
    }
};

// Rotations, as unit quaternions (x, y, z, w). The component of largest magnitude is left out and computed
// from the other three, which lie within ±1/√2; q and -q have the same code. A code is 2 bits for the one
// left out and then three components of 2 to 20 bits. Every valid code decodes to unit length.
class rotation_quantizer {
public:
    explicit rotation_quantizer(unsigned bits_per_component);

    // Expects unit length.
    template <component_list Quaternion>
    [[nodiscard]] std::uint64_t encode(const Quaternion& rotation) const noexcept {
        return encode_doubles({rotation[0], rotation[1], rotation[2], rotation[3]});
    }

    // Expects a valid code.
    template <component_list Quaternion>
    [[nodiscard]] Quaternion decode(std::uint64_t code) const noexcept {
        using real = typename Quaternion::value_type;
        const auto exact = decode_doubles(code);
        return {static_cast<real>(exact[0]), static_cast<real>(exact[1]), static_cast<real>(exact[2]),
                static_cast<real>(exact[3])};
    }

    // Whether encode() could have made this code.
    [[nodiscard]] bool is_valid(std::uint64_t code) const noexcept;

    [[nodiscard]] unsigned bits() const noexcept { return 2 + 3 * component_.bits(); }

    // The angle in radians between a rotation and its decoded code is smaller than this. To first order it is
    // 2√3 steps: each component is off by half a step, the fourth (at least 1/2) doubles that, and an angle
    // is twice the distance of the quaternions. The few coarsest widths need up to 3.84 steps.
    [[nodiscard]] double max_angle() const noexcept { return 4 * component_.step(); }

private:
    [[nodiscard]] std::uint64_t encode_doubles(const std::array<double, 4>& rotation) const noexcept;
    [[nodiscard]] std::array<double, 4> decode_doubles(std::uint64_t code) const noexcept;

    quantizer<double> component_;
};

} // namespace orrery
