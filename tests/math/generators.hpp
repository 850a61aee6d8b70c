// Generators of numbers and vectors for the property tests of the math layer.
#pragma once

#include <orrery/math/quaternion.hpp>
#include <orrery/math/vector.hpp>

#include <rapidcheck.h>

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

namespace generate {

// Multiples of 1/8 up to ±reach: sums and products of a few are exact, and coincidences (equal coordinates,
// touching boxes, parallel edges) are common.
template <number T>
rc::Gen<T> grid_number(int reach = 8) {
    if constexpr (real<T>) {
        return rc::gen::map(rc::gen::inRange(-reach * 8, reach * 8 + 1),
                            [](int step) { return static_cast<T>(step) / T{8}; });
    } else {
        return rc::gen::inRange<T>(-reach, reach + 1);
    }
}

// Numbers of [low, high] with all their digits.
template <real T>
rc::Gen<T> smooth_number(T low, T high) {
    constexpr std::int64_t steps = std::int64_t{1} << 40;
    return rc::gen::map(
        rc::gen::resize(100, rc::gen::inRange<std::int64_t>(0, steps + 1)), [=](std::int64_t step) {
            return clamp(lerp(low, high, static_cast<T>(step) / static_cast<T>(steps)), low, high);
        });
}

template <any_vector V>
rc::Gen<V> vector_of(const rc::Gen<typename V::value_type>& component) {
    if constexpr (V::dimension == 2) {
        return rc::gen::apply([](auto x, auto y) { return V{x, y}; }, component, component);
    } else {
        return rc::gen::apply([](auto x, auto y, auto z) { return V{x, y, z}; }, component, component,
                              component);
    }
}

template <any_vector V>
rc::Gen<V> grid_vector(int reach = 8) {
    return vector_of<V>(grid_number<typename V::value_type>(reach));
}

template <real_vector V>
rc::Gen<V> smooth_vector(typename V::value_type reach = 10) {
    return vector_of<V>(smooth_number<typename V::value_type>(-reach, reach));
}

template <real_vector V>
rc::Gen<V> unit_vector() {
    return rc::gen::map(smooth_vector<V>(), [](V v) { return normalize_or(v, V::unit(0)); });
}

template <real T>
rc::Gen<basic_quaternion<T>> unit_quaternion() {
    const auto component = smooth_number<T>(-1, 1);
    return rc::gen::apply([](T x, T y, T z, T w) { return normalize(basic_quaternion<T>{x, y, z, w}); },
                          component, component, component, component);
}

} // namespace generate
} // namespace orrery
