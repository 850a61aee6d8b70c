// Rays through the tree of a triangle mesh.
#include "rigid/shape/ray_bound.hpp"
#include "rigid/surface/surface_ray.hpp"

#include <orrery/rigid/shapes/triangle_mesh.hpp>
#include <orrery/spatial/traverse.hpp>

namespace orrery::rigid {
namespace {

// When a ray enters a box that is a little larger, so that rounding loses nothing.
class wide_ray_bound {
public:
    wide_ray_bound(const ray3& ray, scalar farthest, scalar more) noexcept
        : enter_(ray, farthest)
        , more_(vector3::filled(more)) {}

    [[nodiscard]] scalar operator()(const aabb3& box) const noexcept {
        return enter_({box.min - more_, box.max + more_});
    }

private:
    detail::ray_bound enter_;
    vector3 more_;
};

} // namespace

std::optional<surface_ray_hit> triangle_mesh::cast_ray(const basic_ray<double, 3>& ray,
                                                       double farthest) const {
    constexpr scalar epsilon = std::numeric_limits<scalar>::epsilon();
    const aabb3& around = bounds();
    const scalar largest = max(max(largest_component(abs(around.min)), largest_component(abs(around.max))),
                               static_cast<scalar>(largest_component(abs(ray.origin))));
    const auto rounded_up = [](double t) { return static_cast<scalar>(t) * (scalar(1) + epsilon * 8); };
    std::optional<surface_ray_hit> first;
    scalar limit = rounded_up(farthest);
    const ray3 narrow{vector_cast<scalar>(ray.origin), vector_cast<scalar>(ray.direction)};
    spatial::traverse_nearest(tree_, limit, wide_ray_bound(narrow, limit, largest * epsilon * 8),
                              [&](std::uint32_t place, const aabb3&, scalar) {
                                  detail::keep_first_hit(ray, triangle_at(place), farthest, first);
                                  limit = first ? rounded_up(first->t) : limit;
                                  return limit;
                              });
    return first;
}

} // namespace orrery::rigid
