#include "rigid/collide/closest_points.hpp"
#include "rigid/collide/contact_features.hpp"
#include "rigid/collide/core_gap.hpp"

namespace orrery::rigid::detail {

void use_closest_points(const placed_shape& a, const placed_shape& b, vector3 normal, scalar margin,
                        manifold& found) noexcept {
    const core_gap gap = search_core_gap(a, b, vector_cast<double>(normal));
    if (gap.is_overlapping || gap.normal == vector3d{}) {
        return;
    }
    const auto separation = static_cast<scalar>(gap.distance);
    found = {};
    if (!(separation <= margin)) {
        return;
    }
    found.normal = vector_cast<scalar>(gap.normal);
    found.points[0] = {vector_cast<scalar>((gap.on_a + gap.on_b) * 0.5), separation,
                       feature_of_closest_points};
    found.count = 1;
}

} // namespace orrery::rigid::detail
