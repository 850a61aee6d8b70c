// Generators of numbers and vectors for the property tests of the math layer.
#pragma once

#include "tests/core/property.hpp"

#include <orrery/math/quaternion.hpp>
#include <orrery/math/vector.hpp>

#include <cstdint>
#include <ostream>

namespace orrery {

template <any_vector V>
std::ostream& operator<<(std::ostream& out, const V& v) {
    out << '(';
    for (int axis = 0; axis < V::dimension; ++axis) {
        out << (axis == 0 ? "" : ", ") << v[axis];
    }
    return out << ')';
}

template <real T>
std::ostream& operator<<(std::ostream& out, const basic_quaternion<T>& q) {
    return out << '(' << q.x << ", " << q.y << ", " << q.z << "; " << q.w << ')';
}

// A tolerance of this many units in the last place of one.
template <real T>
constexpr T ulps(int count) {
    return static_cast<T>(count) * std::numeric_limits<T>::epsilon();
}

// Each draws a value of a property; see tests/core/property.hpp.
namespace generate {

// Multiples of 1/8 up to ±reach: sums and products of a few are exact, and coincidences (equal coordinates,
// touching boxes, parallel edges) are common.
template <number T>
T grid_number(int reach = 8) {
    if constexpr (real<T>) {
        return static_cast<T>(property::in_range(-reach * 8, reach * 8 + 1)) / T{8};
    } else {
        return static_cast<T>(property::in_range(-reach, reach + 1));
    }
}

// Numbers of [low, high] with all their digits.
template <real T>
T smooth_number(T low, T high) {
    constexpr std::int64_t steps = std::int64_t{1} << 40;
    const std::int64_t step = property::evenly_in_range<std::int64_t>(0, steps + 1);
    return clamp(lerp(low, high, static_cast<T>(step) / static_cast<T>(steps)), low, high);
}

template <any_vector V>
V grid_vector(int reach = 8) {
    V drawn{};
    for (int axis = 0; axis < V::dimension; ++axis) {
        drawn[axis] = grid_number<typename V::value_type>(reach);
    }
    return drawn;
}

template <real_vector V>
V smooth_vector(typename V::value_type reach = 10) {
    V drawn{};
    for (int axis = 0; axis < V::dimension; ++axis) {
        drawn[axis] = smooth_number<typename V::value_type>(-reach, reach);
    }
    return drawn;
}

template <real_vector V>
V unit_vector() {
    return normalize_or(smooth_vector<V>(), V::unit(0));
}

template <real T>
basic_quaternion<T> unit_quaternion() {
    basic_quaternion<T> drawn{};
    for (T* const component : {&drawn.x, &drawn.y, &drawn.z, &drawn.w}) {
        *component = smooth_number<T>(-1, 1);
    }
    return normalize(drawn);
}

} // namespace generate
} // namespace orrery
