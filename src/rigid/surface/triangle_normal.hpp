// The normal of a triangle, and with it whether there is a triangle at all.
#pragma once

#include <orrery/math/vector3.hpp>

#include <array>
#include <limits>

namespace orrery::rigid::detail {

// Of unit length, to where the corners run counter-clockwise. Zero if the triangle is not higher above its
// longest side than its coordinates are exact: what is left of such a one is rounding. In double precision
// whatever a scalar is, because differences of large coordinates are squared here.
[[nodiscard]] inline vector3 triangle_normal(const std::array<vector3, 3>& corners) noexcept {
    const auto a = vector_cast<double>(corners[0]);
    const auto b = vector_cast<double>(corners[1]);
    const auto c = vector_cast<double>(corners[2]);
    const vector3d along = cross(b - a, c - a);
    const double twice_area = sqrt(dot(along, along));
    const double longest = sqrt(max(max(dot(b - a, b - a), dot(c - a, c - a)), dot(c - b, c - b)));
    const double largest = largest_component(max(max(abs(a), abs(b)), abs(c)));
    constexpr double rounding = 2 * static_cast<double>(std::numeric_limits<scalar>::epsilon());
    if (!(twice_area > rounding * largest * longest)) {
        return {};
    }
    return vector_cast<scalar>(along / twice_area);
}

} // namespace orrery::rigid::detail
