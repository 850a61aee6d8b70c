// What both searches for contacts share: how many moments of a tick have to be looked at, and where one of
// them is. Lengths are in units, and everything is rounded to the safe side.
#pragma once

#include <orrery/hex/collide.hpp>
#include <orrery/hex/object.hpp>

#include <algorithm>
#include <cstdint>

namespace orrery::hex::detail {

// Farther apart than this along an axis, nothing meets within a tick: two radii and two ways are less.
inline constexpr std::uint32_t far_apart = std::uint32_t{1} << 18;
static_assert(std::uint32_t{2 * max_radius + 2 * (max_velocity / 4 + 1)} < far_apart);

[[nodiscard]] constexpr bool is_far(hex_vector v) noexcept {
    const auto from_end = [](std::int32_t x) { return static_cast<std::uint32_t>(x) + far_apart; };
    return std::max(from_end(v.a), from_end(v.b)) > 2 * far_apart;
}

// The disc that a composite lies in: sqrt(3) / 2 of what it reaches along an axis.
[[nodiscard]] constexpr std::int32_t disc_of(const composite_header& shape) noexcept {
    return shape.radius * 222;
}

static_assert(222 * 222 * 4 >= radius_step * radius_step * 3);

// How far a turn takes what is at most `reach` away, in steps of 2 pi / 65536.
[[nodiscard]] constexpr std::int64_t arc(std::int32_t turned, std::int64_t reach) noexcept {
    const std::int64_t steps = turned < 0 ? -std::int64_t{turned} : turned;
    return (steps * reach * 1609 + ((std::int64_t{1} << 24) - 1)) >> 24;
}

// No less than the length of a vector, and at most a sixth more: its length in steps along the axes. A square
// root would take longer than the few moments cost that this adds.
[[nodiscard]] constexpr std::int64_t length_at_most(hex_vector v) noexcept {
    const auto size = [](std::int64_t x) { return x < 0 ? -x : x; };
    return std::max({size(v.a), size(v.b), size(std::int64_t{v.a} - v.b)});
}

// How many moments there are if nothing goes farther than `way` in all of them.
[[nodiscard]] constexpr std::int32_t moments_for(std::int64_t way) noexcept {
    return way <= sweep_step ? 1 : static_cast<std::int32_t>((way + sweep_step - 1) / sweep_step);
}

[[nodiscard]] constexpr std::int64_t square(std::int64_t x) noexcept {
    return x * x;
}

// Whether a point that goes straight to `end` by `way`, which is no longer than `way_length`, stays farther
// than `reach` from the origin.
[[nodiscard]] constexpr bool passes_by(hex_vector end, hex_vector way, std::int64_t way_length,
                                       std::int64_t reach) noexcept {
    if (twice_dot(end, way) <= 0) {
        return length_squared(end) > static_cast<std::uint64_t>(square(reach));
    }
    if (twice_dot(end - way, way) >= 0) {
        return length_squared(end - way) > static_cast<std::uint64_t>(square(reach));
    }
    // The distance of the line: the area that end and way span, sqrt(3) / 2 of the determinant, over the way.
    const std::int64_t determinant = std::int64_t{end.a} * way.b - std::int64_t{end.b} * way.a;
    return (determinant < 0 ? -determinant : determinant) * 886 > reach * way_length * 1024;
}

// How much nearer a point may come on a straight way in the frame of a composite that turns meanwhile than on
// a straight way beside it. With D, the turn, below an eighth of a full one, a moment t of 0 .. 1, and J, a
// quarter turn: the first is (1 - t) R(tD) start + t R(-(1-t)D) end, the second (1 - t) start + t end, and
// R(x) differs from 1 + xJ by less than x^2 / 2. So they differ by at most D |way| / 4 + D^2 max(|start|,
// |end|) / 8.
[[nodiscard]] constexpr std::int64_t bulge(std::int32_t turned, std::int64_t way,
                                           std::int64_t reach) noexcept {
    return turned == 0 ? 0 : (arc(turned, way) >> 2) + (arc(turned, arc(turned, reach)) >> 3) + 2;
}

// What is within `reach` of a composite's centre at some moment was nowhere farther than this in the tick:
// the composite turns by at most an eighth, and cos(pi / 8) is above 8/9.
[[nodiscard]] constexpr std::int64_t at_most(std::int64_t reach, std::int64_t way) noexcept {
    return (reach + way) * 9 / 8 + 1;
}

// Turns division by a number of moments into a product with fraction_bits behind the point.
class lerp {
public:
    static constexpr int fraction_bits = 30;

    explicit constexpr lerp(std::int32_t moments) noexcept
        : step_((std::uint32_t{1} << fraction_bits) / static_cast<std::uint32_t>(moments)) {}

    // `way` times moment / moments, to the nearest; off by less than |way| moments 2^-30.
    [[nodiscard]] constexpr std::int64_t operator()(std::int64_t way, std::int32_t moment) const noexcept {
        const std::int64_t part = std::int64_t{step_} * moment;
        return (way * part + (std::int64_t{1} << (fraction_bits - 1))) >> fraction_bits;
    }

    [[nodiscard]] constexpr hex_vector operator()(hex_vector way, std::int32_t moment) const noexcept {
        return {static_cast<std::int32_t>((*this)(way.a, moment)),
                static_cast<std::int32_t>((*this)(way.b, moment))};
    }

    // One over the number of moments.
    [[nodiscard]] constexpr std::int64_t step() const noexcept { return step_; }

private:
    std::uint32_t step_;
};

// By how much it still turns from a moment of the tick on.
[[nodiscard]] constexpr std::int32_t turn_left(const passage& which, std::int32_t moment,
                                               std::int32_t moments) noexcept {
    return static_cast<std::int32_t>(std::int64_t{which.way.turned} * (moments - moment) / moments);
}

// The angle at a moment of the tick.
[[nodiscard]] inline hex_rotation rotation_at(const passage& which, std::int32_t moment,
                                              std::int32_t moments) noexcept {
    return hex_rotation(which.angle + angle16::from_steps(-turn_left(which, moment, moments)));
}

} // namespace orrery::hex::detail
