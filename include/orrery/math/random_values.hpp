// Random numbers of every kind a world needs, from any source of random bits (random.hpp): uniform, normal,
// directions, rotations, shuffles. The same source gives the same bits everywhere. Each function says how
// many draws it takes; where the number is fixed, later draws of a stream do not shift.
#pragma once

#include <orrery/math/aabb.hpp>
#include <orrery/math/quaternion.hpp>
#include <orrery/math/random.hpp>

#include <concepts>
#include <numbers>
#include <span>
#include <utility>

namespace orrery {

// A whole number in [0, end), all equally likely (Lemire 2019): one draw, very rarely more. Zero when end is
// zero.
template <random_source Source>
[[nodiscard]] constexpr std::uint64_t uniform_below(Source& source, std::uint64_t end) noexcept {
    using wide = unsigned __int128;
    wide scaled = static_cast<wide>(source()) * end;
    if (static_cast<std::uint64_t>(scaled) < end) {
        // The first 2^64 mod end values of the low half would be counted once too often.
        const std::uint64_t surplus = (0 - end) % end;
        while (static_cast<std::uint64_t>(scaled) < surplus) {
            scaled = static_cast<wide>(source()) * end;
        }
    }
    return static_cast<std::uint64_t>(scaled >> 64);
}

// A whole number in [low, high], both included. Wants low <= high.
template <random_source Source>
[[nodiscard]] constexpr std::int64_t uniform_int(Source& source, std::int64_t low,
                                                 std::int64_t high) noexcept {
    const std::uint64_t last = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    const bool is_everything = last == std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t offset = is_everything ? source() : uniform_below(source, last + 1);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + offset);
}

// In [0, 1): a multiple of 2^-24 (float) or 2^-53 (double). One draw.
template <real T, random_source Source>
[[nodiscard]] constexpr T uniform_real(Source& source) noexcept {
    constexpr int digits = std::numeric_limits<T>::digits;
    constexpr T step = T{1} / static_cast<T>(std::uint64_t{1} << digits);
    return static_cast<T>(source() >> (64 - digits)) * step;
}

// In [low, high), and low when that is empty. Wants a finite width. One draw.
template <real T, random_source Source>
[[nodiscard]] constexpr T uniform_real(Source& source, std::type_identity_t<T> low,
                                       std::type_identity_t<T> high) noexcept {
    const T value = low + (high - low) * uniform_real<T>(source);
    // Rounding may reach the end.
    return value < high ? value : low;
}

// True with this probability. One draw.
template <random_source Source>
[[nodiscard]] constexpr bool chance(Source& source, double probability) noexcept {
    return uniform_real<double>(source) < probability;
}

// Normally distributed with mean 0 and deviation 1 (Box and Muller 1958). Two draws.
template <real T, random_source Source>
[[nodiscard]] inline T normal_real(Source& source) noexcept {
    const double radius = sqrt(-2.0 * log(1.0 - uniform_real<double>(source)));
    const double angle = 2 * std::numbers::pi * uniform_real<double>(source);
    return static_cast<T>(radius * cos(angle));
}

// A direction of the plane or of space, all equally likely. One draw in the plane, two in space.
template <real_vector V, random_source Source>
[[nodiscard]] inline V unit_vector(Source& source) noexcept {
    using T = typename V::value_type;
    const auto around = sin_cos(T{2} * std::numbers::pi_v<T> * uniform_real<T>(source));
    if constexpr (V::dimension == 2) {
        return {around.cos, around.sin};
    } else {
        // Slices of a sphere have areas in proportion to their height (Archimedes).
        const T z = T{2} * uniform_real<T>(source) - T{1};
        const T radius = sqrt((T{1} - z) * (T{1} + z));
        return {radius * around.cos, radius * around.sin, z};
    }
}

// A point in the box, all equally likely: one draw for each axis, x first.
template <real T, int N, random_source Source>
[[nodiscard]] constexpr basic_vector<T, N> uniform_point(Source& source,
                                                         const basic_aabb<T, N>& box) noexcept {
    basic_vector<T, N> point;
    for (int axis = 0; axis < N; ++axis) {
        point[axis] = uniform_real<T>(source, box.min[axis], box.max[axis]);
    }
    return point;
}

// A rotation of space, all equally likely (Shoemake, "Uniform random rotations", 1992). Three draws.
template <real T, random_source Source>
[[nodiscard]] inline basic_quaternion<T> unit_quaternion(Source& source) noexcept {
    const T share = uniform_real<T>(source);
    const auto first = sin_cos(T{2} * std::numbers::pi_v<T> * uniform_real<T>(source));
    const auto second = sin_cos(T{2} * std::numbers::pi_v<T> * uniform_real<T>(source));
    const T a = sqrt(T{1} - share);
    const T b = sqrt(share);
    return {a * first.sin, a * first.cos, b * second.sin, b * second.cos};
}

// Puts the items in random order, all orders equally likely (Fisher and Yates, from the back).
template <typename T, random_source Source>
constexpr void shuffle(std::span<T> items, Source& source) noexcept {
    for (std::size_t left = items.size(); left > 1; --left) {
        const auto chosen = static_cast<std::size_t>(uniform_below(source, left));
        std::swap(items[chosen], items[left - 1]);
    }
}

} // namespace orrery
