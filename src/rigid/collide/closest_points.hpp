// The manifold of two polyhedra that are apart and whose nearest features are not a pair that clipping or
// crossing edges can find: two vertices, or a vertex and an edge beside a face. Without it, shapes nearer
// to each other than the margin could be left without a contact.
#pragma once

#include <orrery/rigid/shapes/manifold.hpp>
#include <orrery/rigid/shapes/placed_shape.hpp>

#include <limits>

namespace orrery::rigid::detail {

// Infinite when there is no point.
[[nodiscard]] inline scalar least_separation(const manifold& found) noexcept {
    scalar least = std::numeric_limits<scalar>::infinity();
    for (std::uint32_t i = 0; i < found.count; ++i) {
        least = min(least, found.points[i].separation);
    }
    return least;
}

// Replaces `found` by the one pair of closest points, or by nothing when these are farther apart than
// `margin`. The normal is a direction from a to b, used as the first guess. Shapes that turn out to overlap
// by rounding keep what was found. About a microsecond.
void use_closest_points(const placed_shape& a, const placed_shape& b, vector3 normal, scalar margin,
                        manifold& found) noexcept;

} // namespace orrery::rigid::detail
