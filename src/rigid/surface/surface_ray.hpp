// Rays against single triangles of a surface.
#pragma once

#include <orrery/math/ray_cast.hpp>
#include <orrery/rigid/shapes/surface.hpp>

namespace orrery::rigid::detail {

// Keeps the earlier hit from the front, of two at the same time the one with the lower number.
inline void keep_first_hit(const basic_ray<double, 3>& ray, const surface_triangle& triangle, double farthest,
                           std::optional<surface_ray_hit>& first) noexcept {
    const auto& [a, b, c] = triangle.corners;
    const auto hit = cast_triangle(ray, vector_cast<double>(a), vector_cast<double>(b),
                                   vector_cast<double>(c), first ? first->t : farthest);
    if (hit && hit->is_front && (!first || hit->t < first->t || triangle.number < first->number)) {
        first = {hit->t, triangle.normal, triangle.number};
    }
}

} // namespace orrery::rigid::detail
