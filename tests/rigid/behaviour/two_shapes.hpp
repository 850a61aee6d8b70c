// What tests of contacts between two shapes share.
#pragma once

#include <orrery/math/quaternion.hpp>
#include <orrery/rigid/shapes/collide.hpp>

#include <cstdint>
#include <set>

namespace orrery::rigid::test {

inline constexpr scalar margin = scalar(0.02);
inline constexpr scalar half = scalar(0.5);

[[nodiscard]] inline manifold collided(const placed_shape& a, const placed_shape& b) {
    collide_cache cache;
    manifold result;
    collide(a, b, margin, cache, result);
    return result;
}

[[nodiscard]] inline matrix3 turn(vector3 axis, scalar angle) {
    return to_matrix(quaternion::from_axis_angle(axis, angle));
}

// The features that the points of a manifold are named after.
[[nodiscard]] inline std::set<std::uint32_t> names(const manifold& found) {
    std::set<std::uint32_t> result;
    for (std::uint32_t i = 0; i < found.count; ++i) {
        result.insert(found.points[i].feature);
    }
    return result;
}

} // namespace orrery::rigid::test
