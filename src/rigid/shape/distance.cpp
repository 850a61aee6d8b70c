#include "rigid/collide/core_gap.hpp"
#include "rigid/collide/core_support.hpp"
#include "rigid/surface/surface_gap.hpp"

#include <orrery/rigid/shapes/distance.hpp>

#include <limits>
#include <utility>

namespace orrery::rigid {

shape_gap gap_between(const placed_shape& a, const placed_shape& b) noexcept {
    if (a.kind == shape_kind::mesh && b.kind == shape_kind::mesh) {
        shape_gap never;
        never.distance = std::numeric_limits<scalar>::infinity();
        return never;
    }
    if (b.kind == shape_kind::mesh) {
        return detail::gap_to_surface(a, b);
    }
    if (a.kind == shape_kind::mesh) {
        shape_gap gap = detail::gap_to_surface(b, a);
        gap.normal = -gap.normal;
        std::swap(gap.on_a, gap.on_b);
        return gap;
    }
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
    if (a.kind == shape_kind::mesh || b.kind == shape_kind::mesh) {
        const bool is_first = a.kind == shape_kind::mesh;
        return a.kind != b.kind && detail::overlaps_surface(is_first ? b : a, is_first ? a : b);
    }
    return gap_between(a, b).is_overlapping;
}

} // namespace orrery::rigid
