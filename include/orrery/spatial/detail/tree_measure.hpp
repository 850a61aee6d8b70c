// What tree builders weigh boxes by: numbers that are always finite and never NaN, also for boxes that are
// infinite or lie at the ends of their range. They steer how good a tree is, never what a query answers.
#pragma once

#include <orrery/spatial/box.hpp>

namespace orrery::spatial::detail {

// Coordinates beyond this count as this: the square of twice as much is still finite.
template <real T>
inline constexpr T reach = sizeof(T) == sizeof(float) ? T(1e18) : T(1e150);

template <any_box Box>
[[nodiscard]] constexpr real_of<Box> reached(typename Box::value_type coordinate) noexcept {
    using T = real_of<Box>;
    return clamp(static_cast<T>(coordinate), -reach<T>, reach<T>);
}

// Twice the middle of the box along an axis.
template <any_box Box>
[[nodiscard]] constexpr real_of<Box> twice_center(const Box& box, int axis) noexcept {
    return reached<Box>(box.min[axis]) + reached<Box>(box.max[axis]);
}

// Half the boundary: width + height in the plane, half the surface area in space. An infinite side, or one
// between two equal infinities, counts as twice the reach; never less for a box around another.
template <any_box Box>
[[nodiscard]] constexpr real_of<Box> tree_measure(const Box& box) noexcept {
    using T = real_of<Box>;
    const auto side = [&](int axis) {
        return min(static_cast<T>(box.max[axis]) - static_cast<T>(box.min[axis]), T{2} * reach<T>);
    };
    const T x = side(0);
    const T y = side(1);
    if constexpr (Box::dimension == 2) {
        return x + y;
    } else {
        const T z = side(2);
        return x * y + (x + y) * z;
    }
}

} // namespace orrery::spatial::detail
