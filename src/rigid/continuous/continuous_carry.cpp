// A body that was stopped where it met another one would be elsewhere beside it when the other has gone on;
// where they only graze each other it could be past it, and they would never meet. So it goes along with the
// other for the rest of the step, as far as nothing else is in its way.
#include "rigid/contacts/pair_collider.hpp"
#include "rigid/continuous/continuous_stage.hpp"
#include "rigid/surface/cast_surface.hpp"

#include <orrery/math/vector.hpp>

#include <algorithm>
#include <tuple>

namespace orrery::rigid::detail {
namespace {

[[nodiscard]] vector3 center_at(const body_sweep& way, scalar fraction) noexcept {
    return way.start.position + way.displacement * fraction;
}

[[nodiscard]] aabb3 swept_by(const body_row& row, vector3 way, const world_settings& settings) noexcept {
    const vector3 around = vector3::filled(row.outer_radius + settings.speculative_margin);
    const aabb3 box{row.position - around, row.position + around};
    return swept_box(box, way);
}

} // namespace

void continuous_stage::carry_stopped_bodies(const ccd_scene& scene, std::span<body_row> rows) {
    carries_.clear();
    const std::span<const collider> parts = scene.parts();
    for (const encounter& each : encounters_.all()) {
        note_carry(each.stop_a, parts[each.a].row, parts[each.b].row);
        note_carry(each.stop_b, parts[each.b].row, parts[each.a].row);
    }
    // A body that meets several at once goes with the first of them. Rows are in the order of keys.
    // total order: entries that compare equal are equal
    std::ranges::sort(carries_, {}, [](const body_carry& each) {
        return std::tuple(each.row, each.by, each.way.x, each.way.y, each.way.z);
    });
    carries_.erase(std::ranges::unique(carries_, {}, &body_carry::row).begin(), carries_.end());
    for (const body_carry& each : carries_) {
        body_path& path = paths_[each.row];
        path.swept = merge(path.swept, swept_by(rows[each.row], each.way, scene.settings));
        path.tried = merge(path.tried, path.swept);
    }
    for (body_carry& each : carries_) {
        each.way *= free_share(each, scene, rows);
    }
    for (const body_carry& each : carries_) {
        rows[each.row].position += each.way;
    }
}

void continuous_stage::note_carry(const continuous_stop& stop, std::uint32_t number, std::uint32_t other) {
    const body_path& path = paths_[number];
    const body_path& met = paths_[other];
    const scalar left = met.reached - stop.reached;
    if (!(stop.reached < 1) || stop.reached != path.reached || path.pushed_by != no_row || !(left > 0)) {
        return;
    }
    const vector3 arm = stop.point - center_at(met.way, stop.reached);
    const vector3 way = (met.way.displacement + cross(met.way.turn, arm)) * left;
    if (way != vector3{}) {
        carries_.push_back({.row = number, .by = other, .way = way});
    }
}

// The part of its way that nothing bars, with all others where the step has taken them. What moves no farther
// than a slow body may needs not be looked at.
scalar continuous_stage::free_share(const body_carry& carry, const ccd_scene& scene,
                                    std::span<const body_row> rows) {
    if (length(carry.way) <= safe_share * scene.traits[carry.row].inner_radius) {
        return 1;
    }
    encounters_.find_around(carry.row, swept_by(rows[carry.row], carry.way, scene.settings), paths_, scene);
    const body_sweep way{.start = {rows[carry.row].position, rows[carry.row].orientation},
                         .displacement = carry.way,
                         .turn = {}};
    const std::span<const collider> parts = scene.parts();
    surface_rooms::loan room = rooms_.borrow();
    scalar share = 1;
    for (const encounter& each : encounters_.all()) {
        const bool is_a_carried = parts[each.a].row == carry.row;
        const collider& own = parts[is_a_carried ? each.a : each.b];
        const collider& other = parts[is_a_carried ? each.b : each.a];
        const body_row& barrier = rows[other.row];
        if (other.row == carry.by || scene.traits[other.row].is_sensor ||
            !scene.rules.may_encounter(own, other)) {
            continue;
        }
        const body_sweep at_end{
            .start = {barrier.position, barrier.orientation}, .displacement = {}, .turn = {}};
        const moving_shape mine = moving_collider(own, rows[own.row].center_of_mass, way);
        const moving_shape theirs = moving_collider(other, barrier.center_of_mass, at_end);
        const scalar slop = cast_slop_of(own, other, rows, scene.settings);
        const auto hit = other.mesh == nullptr ? cast_shapes(mine, theirs, slop)
                                               : cast_surface(mine, theirs, slop, (*room).near, *room, true);
        share = hit ? min(share, hit->fraction) : share;
    }
    return share;
}

} // namespace orrery::rigid::detail
