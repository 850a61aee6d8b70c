// When a ray enters a box, as a bound for spatial::traverse_nearest.
#pragma once

#include <orrery/math/ray.hpp>

#include <limits>

namespace orrery::rigid::detail {

class ray_bound {
public:
    ray_bound(const ray3& ray, scalar farthest) noexcept
        : ray_(basic_prepared_ray<scalar, 3>::from(ray))
        , farthest_(farthest) {}

    // NaN for a miss, which is not <= any limit.
    [[nodiscard]] scalar operator()(const aabb3& box) const noexcept {
        const basic_ray_interval<scalar> inside = intersect(ray_, box, farthest_);
        return inside.is_hit() && inside.enter <= farthest_ ? inside.enter
                                                            : std::numeric_limits<scalar>::quiet_NaN();
    }

private:
    basic_prepared_ray<scalar, 3> ray_;
    scalar farthest_;
};

} // namespace orrery::rigid::detail
