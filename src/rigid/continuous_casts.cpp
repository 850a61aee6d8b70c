// Continuous collision: how far bodies come before they run into each other.
#include "cast_surface.hpp"
#include "pipeline.hpp"

#include <orrery/core/parallel_for.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/shape_cast.hpp>

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

// Of the ball inside a shape: what must not pass through anything that the shape itself already touches.
constexpr scalar core_share = scalar(0.5);

[[nodiscard]] moving_shape core_of(const moving_shape& whole, scalar radius) noexcept {
    const vector3 center = whole.hull != nullptr ? whole.hull->center_of_mass() : vector3{};
    return {.what = sphere(radius * core_share),
            .hull = nullptr,
            .start = {transform_point(whole.start, center), whole.start.rotation},
            .local_center = whole.local_center - center,
            .displacement = whole.displacement,
            .turn = whole.turn};
}

// Whether the body itself runs into what it met. One that is hit from behind must not be held up: the other
// would pass it.
[[nodiscard]] bool goes_into(const body_sweep& way, const shape_cast_hit& hit) noexcept {
    const vector3 center = way.start.position + way.displacement * hit.fraction;
    const vector3 motion = way.displacement + cross(way.turn, hit.point - center);
    return hit.normal == vector3{} || dot(motion, hit.normal) > 0;
}

} // namespace

void pipeline::cast_encounters() {
    // A user's filter is asked by one thread at a time.
    const std::size_t encounters_a_task = pair_filter ? std::max<std::size_t>(encounters_.size(), 1) : 16;
    const std::span<const collider> parts = derived->who.colliders();
    parallel_for(machine->jobs(), encounters_.size(), encounters_a_task, [&](std::size_t index) {
        encounter& each = encounters_[index];
        meet(parts[each.a], parts[each.b], each);
    });
    for (const encounter& each : encounters_) {
        scalar& reached_a = paths_[parts[each.a].row].reached;
        scalar& reached_b = paths_[parts[each.b].row].reached;
        reached_a = min(reached_a, each.reached_a);
        reached_b = min(reached_b, each.reached_b);
    }
}

// Who is stopped loses the rest of its step. If only one of them did, the other would be elsewhere when it
// comes to look for the contact; so two that can pass through each other are stopped at the same moment.
void pipeline::meet(const collider& a, const collider& b, encounter& where) {
    if (paths_[a.row].pushed_by == b.row || paths_[b.row].pushed_by == a.row) {
        return; // it is in front of what has pushed it
    }
    const bool may_a_stop = may_stop(a, b);
    const bool may_b_stop = may_stop(b, a);
    if (may_a_stop && may_b_stop && !where.is_touching) {
        const auto hit = cast(a, b, false);
        if (hit && hit->fraction > 0) {
            where.reached_a = hit->fraction;
            where.reached_b = hit->fraction;
            return;
        }
        if (!hit) {
            return;
        }
    }
    if (may_a_stop) {
        where.reached_a = way_until(a, b, where.is_touching);
    }
    if (may_b_stop) {
        where.reached_b = way_until(b, a, where.is_touching);
    }
}

// A body that is so near already that it would not move at all is held by its contact, if anything holds it:
// then only the ball inside it is kept from passing. One whose inside has got there, too, is not stopped, so
// that nothing hangs in the air for ever where the narrow phase sees no contact.
scalar pipeline::way_until(const collider& own, const collider& other, bool is_touching) const {
    const body_sweep& way = paths_[own.row].way;
    auto hit = cast(own, other, is_touching);
    if (hit && hit->fraction == 0 && !is_touching) {
        hit = cast(own, other, true);
    }
    return hit && hit->fraction > 0 && goes_into(way, *hit) ? hit->fraction : scalar(1);
}

std::optional<shape_cast_hit> pipeline::cast(const collider& a, const collider& b, bool is_touching) const {
    const moving_shape whole = path_of(a);
    const moving_shape mine = is_touching ? core_of(whole, rows[a.row].inner_radius) : whole;
    const moving_shape theirs = path_of(b);
    const scalar slop = settings.speculative_margin * cast_slop_share;
    if (b.mesh == nullptr) {
        return cast_shapes(mine, theirs, slop);
    }
    std::vector<surface_triangle> near;
    return cast_surface(mine, theirs, slop, near, true);
}

} // namespace orrery::rigid::detail
