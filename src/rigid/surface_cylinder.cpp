#include "rigid/core_gap.hpp"
#include "rigid/core_support.hpp"
#include "rigid/surface_cylinder.hpp"
#include "rigid/surface_features.hpp"

#include <orrery/math/vector.hpp>

#include <limits>

namespace orrery::rigid::detail {
namespace {

// A cap that is within about two degrees of the plane lies on it with all of its rim.
constexpr scalar lies_on_cap = scalar(0.9992);
// Nearer to upright than this the cap is what may come down next, otherwise the side.
constexpr scalar leans_on_cap = scalar(0.7);
// Names beyond those that find_side gives to the points of the rims.
constexpr std::size_t lowest_name = 20;

} // namespace

void find_cylinder_side_over(const placed_shape& cylinder, vector3 normal, contact_side& side) noexcept {
    side.count = 0;
    const vector3 axis = axis_of(cylinder);
    const scalar along = dot(axis, normal);
    if (abs(along) > lies_on_cap) {
        find_side(cylinder, {}, -normal, side);
        return;
    }
    const std::size_t cap = along > 0 ? 1 : 0;
    const vector3 down = axis * (along > 0 ? -cylinder.size.y : cylinder.size.y);
    const vector3 aside = normalize(axis * along - normal) * cylinder.size.x;
    if (abs(along) < leans_on_cap) {
        side.add(aside + down, lowest_name + cap, lowest_name);
        side.add(aside - down, lowest_name + (1 - cap), lowest_name);
        return;
    }
    const vector3 beside = cross(axis, aside);
    side.add(down + aside, lowest_name + cap, lowest_name + 1);
    side.add(down + beside, lowest_name + 2, lowest_name + 2);
    side.add(down - beside, lowest_name + 3, lowest_name + 3);
}

ridge_answer meet_cylinder_ridges(const near_triangle& triangle, const placed_shape& cylinder,
                                  std::uint32_t ridges, scalar face_gap, scalar tolerance, scalar margin,
                                  surface_patches& found) noexcept {
    // A cylinder without its outermost quarter, and a radius round it.
    const scalar radius = min(cylinder.size.x, cylinder.size.y) * scalar(0.25);
    placed_shape core = cylinder;
    core.position = {};
    core.size = {cylinder.size.x - radius, cylinder.size.y - radius, 0};
    surface_triangle counted = *triangle.triangle;
    counted.corners = triangle.corners;
    placed_shape other;
    other.kind = shape_kind::triangle;
    other.triangle = &counted;
    const core_gap cores = search_core_gap(core, other, vector_cast<double>(-triangle.normal));
    if (cores.is_overlapping) {
        return {.side_gap = std::numeric_limits<scalar>::lowest()};
    }
    const vector3 normal = vector_cast<scalar>(cores.normal);
    const vector3 farthest = core_support(cylinder, normal);
    const vector3 direction = -normal;
    // The corner or edge of the triangle that is nearest along the direction.
    std::array<scalar, 3> heights{};
    scalar least = std::numeric_limits<scalar>::max();
    for (std::size_t i = 0; i < 3; ++i) {
        heights[i] = dot(triangle.corners[i], normal);
        least = min(least, heights[i]);
    }
    const scalar gap = least - dot(farthest, normal);
    if (gap > margin) {
        return {.is_apart = true, .side_gap = gap};
    }
    ridge_answer answer{.side_gap = gap};
    if (ridges == 0 || !(gap > face_gap + tolerance)) {
        return answer;
    }
    contact_side own;
    contact_side edge;
    find_side(cylinder, {}, normal, own);
    std::size_t first = 3;
    for (std::size_t i = 0; i < 3; ++i) {
        if (heights[i] - least < tolerance) {
            edge.add(triangle.corners[i], i, 0);
            first = first == 3 || (first == 0 && i == 2) ? i : first;
        }
    }
    if (edge.count == 3 || !(edge.count == 2 ? triangle.edge_allows(first, direction)
                                             : triangle.corner_allows(first, direction))) {
        return answer;
    }
    const auto& named = triangle.triangle->corners;
    const auto name = [&](std::uint32_t own_name) {
        return edge.count == 2 ? feature_of_surface_edge(own_name, named[first], named[next_corner(first)])
                               : feature_of_surface_edge(own_name, named[first], named[first]);
    };
    manifold points;
    add_side_points(own, edge, normal, tolerance, margin, points);
    for (std::uint32_t i = 0; i < points.count; ++i) {
        found.add(normal, points.points[i].offset, points.points[i].separation,
                  name(points.points[i].feature), triangle.index);
    }
    answer.is_carried = points.count != 0;
    if (points.count == 0) {
        const nearest_places places = find_nearest_places(own, edge, normal);
        const scalar aside = length(reject(places.on_b - places.on_a, normal));
        if (aside <= tolerance * 2 + abs(gap)) {
            found.add(normal, (places.on_a + places.on_b) * scalar(0.5), gap, name(places.name),
                      triangle.index);
            answer.is_carried = true;
        }
    }
    return answer;
}

} // namespace orrery::rigid::detail
