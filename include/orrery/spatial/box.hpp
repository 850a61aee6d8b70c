// What the spatial layer is built over: boxes of two or three dimensions with float, double or 32-bit whole
// coordinates. They are named by their place in the span a structure was built over, a 32-bit number.
//
// Boxes are closed, so touching counts, and valid: not inverted and free of NaN (see checked_build.hpp).
// Infinite sides are allowed; they hit everything that they reach.
#pragma once

#include <orrery/math/aabb.hpp>
#include <orrery/math/ray.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace orrery::spatial {

template <typename Box>
concept any_box =
    (std::same_as<typename Box::value_type, float> || std::same_as<typename Box::value_type, double> ||
     std::same_as<typename Box::value_type, std::int32_t>) &&
    (Box::dimension == 2 || Box::dimension == 3) &&
    std::same_as<Box, basic_aabb<typename Box::value_type, Box::dimension>>;

// Distances and times along a ray: the coordinate's own type, or double, which holds every whole coordinate.
template <any_box Box>
using real_of = std::conditional_t<real<typename Box::value_type>, typename Box::value_type, double>;

// What rays and points of queries are made of.
template <any_box Box>
using point_of = basic_vector<real_of<Box>, Box::dimension>;
template <any_box Box>
using ray_of = basic_ray<real_of<Box>, Box::dimension>;

// The box with coordinates that a ray or a distance can be computed with; exact.
template <any_box Box>
[[nodiscard]] constexpr basic_aabb<real_of<Box>, Box::dimension> real_box(const Box& box) noexcept {
    if constexpr (real<typename Box::value_type>) {
        return box;
    } else {
        return {vector_cast<double>(box.min), vector_cast<double>(box.max)};
    }
}

// The square of the distance from a point, which must be finite, to the nearest point of the box; zero
// inside.
template <any_box Box>
[[nodiscard]] constexpr real_of<Box> distance_squared(const Box& box, const point_of<Box>& point) noexcept {
    using T = real_of<Box>;
    const auto sides = real_box(box);
    T sum = 0;
    for (int axis = 0; axis < Box::dimension; ++axis) {
        // By way of the nearest point, since compilers make branches of a maximum with zero.
        const T outside = point[axis] - min(max(point[axis], sides.min[axis]), sides.max[axis]);
        sum += outside * outside;
    }
    return sum;
}

} // namespace orrery::spatial
