// Continuous collision: a body that was stopped where it met another one would be elsewhere beside it when
// the other has gone on; where they only graze each other it could be past it, and they would never meet. So
// it goes along with the other for the rest of the step, as far as nothing else is in its way.
#include "rigid/step/pipeline.hpp"

#include <orrery/math/vector.hpp>

#include <algorithm>
#include <tuple>

namespace orrery::rigid::detail {
namespace {

[[nodiscard]] vector3 center_at(const body_sweep& way, scalar fraction) noexcept {
    return way.start.position + way.displacement * fraction;
}

} // namespace

void pipeline::carry_stopped_bodies() {
    carries_.clear();
    const std::span<const collider> parts = derived->who.colliders();
    for (const encounter& each : encounters_) {
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
        path.swept = merge(path.swept, swept_by(each));
        path.tried = merge(path.tried, path.swept);
    }
    for (body_carry& each : carries_) {
        each.way *= free_share(each);
    }
    for (const body_carry& each : carries_) {
        rows[each.row].position += each.way;
    }
}

void pipeline::note_carry(const continuous_stop& stop, std::uint32_t number, std::uint32_t other) {
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

aabb3 pipeline::swept_by(const body_carry& carry) const {
    const vector3 around = vector3::filled(rows[carry.row].outer_radius + settings.speculative_margin);
    const vector3 from = rows[carry.row].position;
    const aabb3 box{from - around, from + around};
    return swept_box(box, carry.way);
}

// The part of its way that nothing bars, with all others where the step has taken them. What moves no farther
// than a slow body may needs not be looked at.
scalar pipeline::free_share(const body_carry& carry) {
    if (length(carry.way) <= safe_share * rows[carry.row].inner_radius) {
        return 1;
    }
    list_in_the_way_of(carry);
    const body_sweep way{.start = {rows[carry.row].position, rows[carry.row].orientation},
                         .displacement = carry.way,
                         .turn = {}};
    const std::span<const collider> parts = derived->who.colliders();
    surface_rooms::loan room = surface_rooms_.borrow();
    scalar share = 1;
    for (const encounter& each : encounters_) {
        const bool is_a_carried = parts[each.a].row == carry.row;
        const collider& own = parts[is_a_carried ? each.a : each.b];
        const collider& other = parts[is_a_carried ? each.b : each.a];
        const body_row& barrier = rows[other.row];
        if (other.row == carry.by || barrier.is_sensor || !may_encounter(own, other)) {
            continue;
        }
        const body_sweep at_end{
            .start = {barrier.position, barrier.orientation}, .displacement = {}, .turn = {}};
        const moving_shape mine = moving_collider(own, rows[own.row].center_of_mass, way);
        const moving_shape theirs = moving_collider(other, barrier.center_of_mass, at_end);
        const scalar slop = slop_of(own, other);
        const auto hit = other.mesh == nullptr ? cast_shapes(mine, theirs, slop)
                                               : cast_surface(mine, theirs, slop, (*room).near, *room, true);
        share = hit ? min(share, hit->fraction) : share;
    }
    return share;
}

void pipeline::list_in_the_way_of(const body_carry& carry) {
    encounters_.clear();
    const aabb3 box = swept_by(carry);
    list_around_stray(carry.row, box);
    for (const std::uint32_t stray : strays_) {
        if (stray != carry.row && intersects(paths_[stray].swept, box)) {
            for (const collider& other : derived->who.colliders_of(stray)) {
                list_encounters(carry.row, other);
            }
        }
    }
}

} // namespace orrery::rigid::detail
