// Sensors that somebody has passed through within one step, in at one side and out at the other. Whoever is
// still inside when the step ends is found by the narrow phase of the next.
#include "rigid/continuous/continuous_stage.hpp"
#include "rigid/surface/cast_surface.hpp"
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

void continuous_stage::notice_passing_sensors(const ccd_scene& scene, std::span<const body_row> rows,
                                              const registry_state& state, event_log& events) {
    const std::span<const collider> parts = scene.parts();
    wanted_.clear();
    for (const encounter& each : encounters_.all()) {
        const bool is_sensed =
            scene.traits[parts[each.a].row].is_sensor || scene.traits[parts[each.b].row].is_sensor;
        if (is_sensed && !each.is_touching && scene.rules.may_encounter(parts[each.a], parts[each.b])) {
            wanted_.push_back(each);
        }
    }
    // total order: a pair of colliders is there once, and colliders are numbered in the order of keys.
    std::ranges::sort(wanted_, {}, [](const encounter& each) { return std::pair(each.a, each.b); });
    const path_caster ways(scene, rows, paths_);
    surface_rooms::loan room = rooms_.borrow();
    for (const encounter& each : wanted_) {
        const collider& part_a = parts[each.a];
        const collider& part_b = parts[each.b];
        const moving_shape a = part_of_way(ways.path_of(part_a), paths_[part_a.row].reached);
        const moving_shape b = part_of_way(ways.path_of(part_b), paths_[part_b.row].reached);
        const auto hit = cast_shapes(a, b, ways.slop_of(part_a, part_b), *room);
        if (!hit || overlaps(placed_at(a, 1), placed_at(b, 1), *room)) {
            continue;
        }
        const event entered{.kind = event_kind::sensor_entered,
                            .a = scene.index.who.bodies()[part_a.row].id,
                            .b = scene.index.who.bodies()[part_b.row].id,
                            .point = hit->point,
                            .normal = hit->normal,
                            .material_a = scene.traits[part_a.row].material.id,
                            .material_b = scene.traits[part_b.row].material.id};
        events.add(state, entered);
        events.add(state, {.kind = event_kind::sensor_left,
                           .a = entered.a,
                           .b = entered.b,
                           .material_a = entered.material_a,
                           .material_b = entered.material_b});
    }
}

} // namespace orrery::rigid::detail
