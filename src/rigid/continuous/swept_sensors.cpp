// Sensors that somebody has passed through within one step, in at one side and out at the other. Whoever is
// still inside when the step ends is found by the narrow phase of the next.
#include "rigid/step/pipeline.hpp"
#include "rigid/surface/surface_gap.hpp"

#include <orrery/rigid/shapes/distance.hpp>
#include <orrery/rigid/shapes/shape_cast.hpp>

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

[[nodiscard]] moving_shape part_of_way(const moving_shape& moving, scalar fraction) noexcept {
    moving_shape part = moving;
    part.displacement = moving.displacement * fraction;
    part.turn = moving.turn * fraction;
    return part;
}

} // namespace

void pipeline::notice_passing_sensors() {
    const std::span<const collider> parts = derived->who.colliders();
    passing_.clear();
    for (const encounter& each : encounters_) {
        const bool is_sensed = rows[parts[each.a].row].is_sensor || rows[parts[each.b].row].is_sensor;
        if (is_sensed && !each.is_touching && may_encounter(parts[each.a], parts[each.b])) {
            passing_.push_back(each);
        }
    }
    // total order: a pair of colliders is there once, and colliders are numbered in the order of keys.
    std::ranges::sort(passing_, {}, [](const encounter& each) { return std::pair(each.a, each.b); });
    surface_rooms::loan room = surface_rooms_.borrow();
    for (const encounter& each : passing_) {
        const collider& part_a = parts[each.a];
        const collider& part_b = parts[each.b];
        const moving_shape a = part_of_way(path_of(part_a), paths_[part_a.row].reached);
        const moving_shape b = part_of_way(path_of(part_b), paths_[part_b.row].reached);
        const auto hit = cast_shapes(a, b, slop_of(part_a, part_b), *room);
        if (!hit || overlaps(placed_at(a, 1), placed_at(b, 1), *room)) {
            continue;
        }
        const event entered{.kind = event_kind::sensor_entered,
                            .a = derived->who.bodies()[part_a.row].id,
                            .b = derived->who.bodies()[part_b.row].id,
                            .point = hit->point,
                            .normal = hit->normal,
                            .material_a = rows[part_a.row].material.id,
                            .material_b = rows[part_b.row].material.id};
        note(entered);
        note({.kind = event_kind::sensor_left,
              .a = entered.a,
              .b = entered.b,
              .material_a = entered.material_a,
              .material_b = entered.material_b});
    }
}

} // namespace orrery::rigid::detail
