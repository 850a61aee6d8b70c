// What a moving shape meets first.
#include "rigid/query/query_scene.hpp"
#include "rigid/shape/ray_bound.hpp"

#include <orrery/rigid/query.hpp>
#include <orrery/spatial/traverse.hpp>

namespace orrery::rigid {
namespace {

// A box that contains the shape wherever it has turned to moves along the way; it enters another box when its
// centre enters that box made larger by its own size.
class swept_bound {
public:
    swept_bound(const cast_question& asked, const detail::question_shape& own)
        : swept_bound(asked, asked.turn == vector3{} ? own.box() : turning_box(asked, own)) {}

    // The fraction of the way at which it enters the box; NaN if it does not.
    [[nodiscard]] scalar operator()(const aabb3& box) const noexcept {
        return enter_({box.min - reach_, box.max + reach_});
    }

private:
    swept_bound(const cast_question& asked, const aabb3& around) noexcept
        : enter_({center(around), asked.displacement}, 1) {
        // The slop, the part of it by which a hit may come early, and the rounding of centre and size.
        const vector3 half_size = size(around) * scalar(0.5);
        const scalar largest = largest_component(abs(center(around))) + largest_component(half_size);
        const scalar rounding = scalar(4) * std::numeric_limits<scalar>::epsilon() * largest;
        reach_ = half_size + vector3::filled(asked.slop * 2 + rounding);
    }

    [[nodiscard]] static aabb3 turning_box(const cast_question& asked, const detail::question_shape& own) {
        const vector3 pivot = transform_point(asked.start, asked.local_center);
        scalar radius = 0;
        own.for_each_piece([&](const placed_shape& piece) {
            radius = max(radius, distance(piece.position, pivot) + outer_radius(piece));
        });
        // A plane reaches everywhere, and a box must be finite to have a centre.
        return aabb3::from_center(pivot, vector3::filled(min(radius, plane_reach)));
    }

    detail::ray_bound enter_;
    vector3 reach_;
};

[[nodiscard]] moving_shape moving_piece(const cast_question& asked, const shape& what,
                                        const convex_hull* hull, const transform3& where) noexcept {
    return {.what = what,
            .hull = hull,
            .start = asked.start * where,
            .local_center = inverse_transform_point(where, asked.local_center),
            .displacement = asked.displacement,
            .turn = asked.turn};
}

// The earliest hit of any piece.
[[nodiscard]] std::optional<shape_cast_hit> cast_at(const detail::query_scene& scene,
                                                    const cast_question& asked, std::uint32_t number) {
    const moving_shape target = scene.at_rest(number);
    std::optional<shape_cast_hit> first;
    detail::for_each_convex_part(
        asked.what, scene.shapes(), [&](const shape& what, const convex_hull* hull, const transform3& where) {
            const auto hit = cast_shapes(moving_piece(asked, what, hull, where), target, asked.slop);
            if (hit && (!first || hit->fraction < first->fraction)) {
                first = hit;
            }
        });
    return first;
}

} // namespace

std::optional<cast_answer> queries::first_cast_hit(const cast_question& asked) const {
    ORRERY_CHECK(asked.slop > 0, "what counts as met must be wider than nothing");
    std::optional<shape_cast_hit> best;
    std::uint32_t best_number = 0;
    scalar limit = 1;
    const swept_bound bound(asked, {asked.what, asked.start, scene_->shapes()});
    spatial::traverse_nearest(
        scene_->tree(), limit, bound, [&](std::uint32_t number, const aabb3&, scalar enter) {
            auto hit = scene_->is_seen(number, asked.filter) ? cast_at(*scene_, asked, number) : std::nullopt;
            if (hit) {
                // A cast that takes too many steps answers with an early moment: not before the boxes meet,
                // so that whether it is looked at does not depend on what was found before.
                hit->fraction = max(hit->fraction, enter);
                const bool is_better = !best || hit->fraction < best->fraction ||
                                       (hit->fraction == best->fraction && number < best_number);
                if (is_better) {
                    best = hit;
                    best_number = number;
                    limit = hit->fraction;
                }
            }
            return limit;
        });
    if (!best) {
        return std::nullopt;
    }
    const body_part part = scene_->part(best_number);
    return cast_answer{.body = part.body,
                       .child = part.child,
                       .fraction = best->fraction,
                       .point = best->point,
                       .normal = -best->normal};
}

} // namespace orrery::rigid
