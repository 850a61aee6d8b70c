#include "rigid/core_gap.hpp"
#include "rigid/core_support.hpp"

#include <orrery/rigid/distance.hpp>

namespace orrery::rigid {

shape_gap gap_between(const placed_shape& a, const placed_shape& b) noexcept {
    const detail::core_gap cores = detail::find_core_gap(a, b, detail::first_guess(a, b));
    const double radius_a = detail::core_radius(a);
    const double radius_b = detail::core_radius(b);
    const double distance = cores.is_overlapping ? 0 : cores.distance - (radius_a + radius_b);
    // Rounded once, when all is added up.
    const vector3d origin = vector_cast<double>(a.position);
    return {.is_overlapping = !(distance > 0),
            .distance = static_cast<scalar>(max(distance, 0.0)),
            .normal = vector_cast<scalar>(cores.normal),
            .on_a = vector_cast<scalar>(origin + cores.on_a + cores.normal * radius_a),
            .on_b = vector_cast<scalar>(origin + cores.on_b - cores.normal * radius_b)};
}

bool overlaps(const placed_shape& a, const placed_shape& b) noexcept {
    return gap_between(a, b).is_overlapping;
}

} // namespace orrery::rigid
