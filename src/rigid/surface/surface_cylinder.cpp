#include "rigid/collide/contact_side.hpp"
#include "rigid/collide/core_gap.hpp"
#include "rigid/collide/core_support.hpp"
#include "rigid/surface/surface_cylinder.hpp"
#include "rigid/surface/surface_features.hpp"

#include <orrery/math/vector.hpp>

#include <limits>

namespace orrery::rigid::detail {
namespace {

// A cap that is within about two degrees of the plane lies on it with all of its rim.
constexpr scalar lies_on_cap = scalar(0.9992);
// Nearer to upright than this the cap is what may come down next, otherwise the side.
constexpr scalar leans_on_cap = scalar(0.7);
constexpr scalar cap_diagonal = scalar(0.70710678118654752);
constexpr std::array<std::array<scalar, 2>, 8> rim_shares{{{1, 0},
                                                           {cap_diagonal, cap_diagonal},
                                                           {0, 1},
                                                           {-cap_diagonal, cap_diagonal},
                                                           {-1, 0},
                                                           {-cap_diagonal, -cap_diagonal},
                                                           {0, -1},
                                                           {cap_diagonal, -cap_diagonal}}};
// Names beyond those that find_side gives to the points of the rims.
constexpr std::size_t lowest_name = 20;

// Where the cylinder and the triangle overlap, the direction is that of the cylinder without its outermost
// quarter; unknown where even that overlaps.
[[nodiscard]] core_gap nearest_direction(const near_triangle& triangle,
                                         const placed_shape& cylinder) noexcept {
    surface_triangle counted = *triangle.triangle;
    counted.corners = {triangle.corner(0), triangle.corner(1), triangle.corner(2)};
    placed_shape other;
    other.kind = shape_kind::triangle;
    other.triangle = &counted;
    placed_shape core = cylinder;
    core.position = {};
    const vector3d guess = vector_cast<double>(-triangle.normal);
    const core_gap whole = search_core_gap(core, other, guess);
    if (!whole.is_overlapping) {
        return whole;
    }
    const scalar less = min(cylinder.size.x, cylinder.size.y) * scalar(0.25);
    core.size = {cylinder.size.x - less, cylinder.size.y - less, 0};
    return search_core_gap(core, other, guess);
}

} // namespace

void find_cylinder_side_over(const placed_shape& cylinder, vector3 normal, facing_side& side) noexcept {
    side.count = 0;
    const vector3 axis = axis_of(cylinder);
    const scalar along = dot(axis, normal);
    if (abs(along) > lies_on_cap) {
        contact_side cap;
        find_side(cylinder, {}, -normal, cap);
        for (std::size_t i = 0; i < cap.count; ++i) {
            side.add(cap.points[i], cap.vertex[i], cap.edge[i]);
        }
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
    // Round the cap from its lowest point on.
    const vector3 beside = cross(axis, aside);
    for (std::size_t i = 0; i < rim_shares.size(); ++i) {
        const auto [cosine, sine] = rim_shares[i];
        side.add(down + (aside * cosine + beside * sine), lowest_name + (i == 0 ? cap : 2 + i),
                 lowest_name + 1 + i);
    }
}

ridge_answer meet_cylinder_ridges(const near_triangle& triangle, const placed_shape& cylinder,
                                  const ridge_terms& terms, scalar margin, surface_patches& found) noexcept {
    const core_gap cores = nearest_direction(triangle, cylinder);
    // What would push through the triangle does not count.
    if (cores.is_overlapping || dot(vector_cast<scalar>(cores.normal), triangle.normal) > cone_tolerance) {
        return {.side_gap = std::numeric_limits<scalar>::lowest()};
    }
    const vector3 normal = vector_cast<scalar>(cores.normal);
    const vector3 farthest = core_support(cylinder, normal);
    const vector3 direction = -normal;
    // The corner or edge of the triangle that is nearest along the direction.
    std::array<scalar, 3> heights{};
    scalar least = std::numeric_limits<scalar>::max();
    for (std::size_t i = 0; i < 3; ++i) {
        heights[i] = dot(triangle.corner(i), normal);
        least = min(least, heights[i]);
    }
    const scalar gap = least - dot(farthest, normal);
    if (gap > margin) {
        return {.is_apart = true, .side_gap = gap};
    }
    ridge_answer answer{.side_gap = gap};
    if (terms.ridges == 0 || !(gap > terms.least_gap())) {
        return answer;
    }
    contact_side own;
    contact_side edge;
    find_side(cylinder, {}, normal, own);
    std::size_t first = 3;
    for (std::size_t i = 0; i < 3; ++i) {
        if (heights[i] - least < terms.tolerance) {
            edge.add(triangle.corner(i), i, 0);
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
    add_side_points(own, edge, normal, terms.tolerance, margin, points);
    for (std::uint32_t i = 0; i < points.count; ++i) {
        found.add(normal, points.points[i].offset, points.points[i].separation,
                  name(points.points[i].feature), triangle.index);
    }
    answer.is_carried = points.count != 0;
    if (points.count == 0) {
        const nearest_places places = find_nearest_places(own, edge, normal);
        const scalar aside = length(reject(places.on_b - places.on_a, normal));
        if (aside <= terms.tolerance * 2 + abs(gap)) {
            found.add(normal, (places.on_a + places.on_b) * scalar(0.5), gap, name(places.name),
                      triangle.index);
            answer.is_carried = true;
        }
    }
    return answer;
}

} // namespace orrery::rigid::detail
