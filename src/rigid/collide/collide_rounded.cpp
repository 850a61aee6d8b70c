// Capsules and cylinders against cylinders, boxes and hulls. The direction of contact is one that belongs to
// the form of the shapes if that is as good as any other, within a tolerance that keeps the choice from
// changing at every step; otherwise it is the direction in which they are nearest to each other.
#include "rigid/collide/contact_side.hpp"
#include "rigid/collide/narrow_phase.hpp"
#include "rigid/collide/rounded_axes.hpp"
#include "rigid/surface/direction_code.hpp"

#include <orrery/math/vector.hpp>

namespace orrery::rigid::detail {
namespace {

// Borders are moved outwards by less than what decides between directions.
constexpr scalar clip_part = scalar(0.5);

// The cache holds the number of a direction of the form, counted from one, or with this bit any direction.
constexpr std::uint32_t any_direction = 1u << 31;

struct facing_sides {
    facing_sides(const rounded_pair& pair, vector3 normal) noexcept {
        find_side(pair.a, {}, normal, a);
        find_side(pair.b, pair.between, -normal, b);
    }

    contact_side a;
    contact_side b;
};

[[nodiscard]] scalar deepest_of(const manifold& points) noexcept {
    scalar deepest = std::numeric_limits<scalar>::max();
    for (std::uint32_t i = 0; i < points.count; ++i) {
        deepest = min(deepest, points.points[i].separation);
    }
    return deepest;
}

// The points where the sides meet, if they are about as deep as the gap says.
[[nodiscard]] manifold meet(const facing_sides& sides, const rounded_axis& axis, scalar tolerance,
                            scalar margin) noexcept {
    manifold points;
    add_side_points(sides.a, sides.b, axis.normal, tolerance * clip_part, margin, points);
    return deepest_of(points) <= axis.gap + tolerance * 2 ? points : manifold{};
}

// If the sides miss each other, the gap grows as the direction turns towards where they come nearest; if it
// does not, or not enough, there is one point between them.
[[nodiscard]] manifold meet_freely(const rounded_pair& pair, rounded_axis axis, scalar tolerance,
                                   scalar margin) noexcept {
    const scalar size = thickness(pair.a) + thickness(pair.b);
    for (int round = 0;; ++round) {
        const facing_sides sides(pair, axis.normal);
        manifold points = meet(sides, axis, tolerance, margin);
        if (points.count != 0) {
            return points;
        }
        const nearest_places places = find_nearest_places(sides.a, sides.b, axis.normal);
        const vector3 aside = reject(places.on_b - places.on_a, axis.normal) / size;
        rounded_axis better = axis;
        for (const scalar part : {scalar(1), scalar(0.3), scalar(0.1)}) {
            keep_better(pair, axis.normal + aside * part, axis.normal, better);
        }
        if (better.gap > margin) {
            return {};
        }
        if (round == 8 || !(better.gap > axis.gap)) {
            points.normal = axis.normal;
            points.points[0] = {(places.on_a + places.on_b) * scalar(0.5), axis.gap, places.name};
            points.count = 1;
            return points;
        }
        axis = better;
    }
}

// Points in a direction of the form show that the shapes are no farther apart than the nearest of them are.
// So no direction is better than this one by more than the tolerance; or the shapes overlap so little that it
// does not matter which one is better.
[[nodiscard]] bool is_certain(const manifold& points, scalar gap, scalar tolerance, scalar margin) noexcept {
    scalar nearest = std::numeric_limits<scalar>::max();
    for (std::uint32_t i = 0; i < points.count; ++i) {
        nearest = min(nearest, abs(points.points[i].separation));
    }
    return nearest <= margin && (nearest <= gap + tolerance || gap >= tolerance * -2);
}

// Whether the direction that separated the shapes before still does. One of the form is judged by the numbers
// of the search. For any other the gap must be larger than needed by more than the search may err.
[[nodiscard]] bool is_apart_as_before(const rounded_pair& pair, std::uint32_t axis, scalar tolerance,
                                      scalar margin) noexcept {
    if ((axis & any_direction) != 0) {
        return pair.gap_along(decode_direction(axis & ~any_direction)) > margin + tolerance;
    }
    return axis - 1 < form_axis_count(pair) && form_axis(pair, axis - 1).gap > margin;
}

void collide_rounded(const placed_shape& a, const placed_shape& b, scalar margin, collide_cache& cache,
                     manifold& found) noexcept {
    const rounded_pair pair{a, b, b.position - a.position};
    const scalar tolerance = min(thickness(a), thickness(b)) * scalar(1.0 / 128);
    if (is_apart_as_before(pair, cache.axis, tolerance, margin)) {
        return;
    }
    cache.axis = 0;
    rounded_axis form;
    for (std::uint32_t i = 0; i < form_axis_count(pair); ++i) {
        const rounded_axis axis = form_axis(pair, i);
        if (axis.gap > margin) {
            cache.axis = i + 1;
            return;
        }
        form = axis.gap > form.gap ? axis : form;
    }
    const manifold points = meet(facing_sides(pair, form.normal), form, tolerance, margin);
    if (is_certain(points, form.gap, tolerance, margin)) {
        found = points;
        return;
    }
    const rounded_axis free = find_free_axis(pair, form.normal);
    if (free.gap > margin) {
        cache.axis = any_direction | encode_direction(free.normal);
        return;
    }
    const bool is_form_as_good = points.count != 0 && !(free.gap > form.gap + tolerance);
    found = is_form_as_good ? points : meet_freely(pair, free, tolerance, margin);
}

} // namespace

void collide_capsule_cylinder(const placed_shape& a, const placed_shape& b, scalar margin,
                              collide_cache& cache, manifold& found) noexcept {
    collide_rounded(a, b, margin, cache, found);
}

void collide_capsule_box(const placed_shape& a, const placed_shape& b, scalar margin, collide_cache& cache,
                         manifold& found) noexcept {
    collide_rounded(a, b, margin, cache, found);
}

void collide_capsule_hull(const placed_shape& a, const placed_shape& b, scalar margin, collide_cache& cache,
                          manifold& found) noexcept {
    collide_rounded(a, b, margin, cache, found);
}

void collide_cylinders(const placed_shape& a, const placed_shape& b, scalar margin, collide_cache& cache,
                       manifold& found) noexcept {
    collide_rounded(a, b, margin, cache, found);
}

void collide_cylinder_box(const placed_shape& a, const placed_shape& b, scalar margin, collide_cache& cache,
                          manifold& found) noexcept {
    collide_rounded(a, b, margin, cache, found);
}

void collide_cylinder_hull(const placed_shape& a, const placed_shape& b, scalar margin, collide_cache& cache,
                           manifold& found) noexcept {
    collide_rounded(a, b, margin, cache, found);
}

} // namespace orrery::rigid::detail
