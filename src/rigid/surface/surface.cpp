#include "rigid/surface/surface_ray.hpp"

#include <orrery/rigid/shapes/surface.hpp>

#include <limits>

namespace orrery::rigid {
namespace {

// Of the way through the box around everything: a ray that meets something early looks at a small part.
constexpr int pieces_of_a_ray = 64;

} // namespace

std::optional<surface_ray_hit> detail::collect_along(const surface& what, const basic_ray<double, 3>& ray,
                                                     double farthest) {
    const aabb3& bounds = what.bounds();
    const aabb3d around{vector_cast<double>(bounds.min), vector_cast<double>(bounds.max)};
    const basic_ray_interval<double> inside = intersect(ray, around, farthest);
    if (!inside.is_hit()) {
        return std::nullopt;
    }
    const scalar largest = max(largest_component(abs(bounds.min)), largest_component(abs(bounds.max)));
    const scalar rounding = largest * scalar(8) * std::numeric_limits<scalar>::epsilon();
    const double step = (inside.exit - inside.enter) / pieces_of_a_ray;
    std::vector<surface_triangle> near;
    std::optional<surface_ray_hit> first;
    for (int piece = 0; piece < pieces_of_a_ray && !first; ++piece) {
        const double start = inside.enter + step * piece;
        const vector3 from = vector_cast<scalar>(ray.at(start));
        const vector3 to = vector_cast<scalar>(ray.at(start + step));
        near.clear();
        what.collect(inflate(aabb3{min(from, to), max(from, to)}, rounding), near);
        for (const surface_triangle& triangle : near) {
            detail::keep_first_hit(ray, triangle, farthest, first);
        }
        // What is met behind this piece may come after something in the next.
        if (first && first->t > start + step && piece + 1 < pieces_of_a_ray) {
            first.reset();
        }
    }
    return first;
}

} // namespace orrery::rigid
