// Continuous collision: how far bodies come before they run into each other.
#include "rigid/step/pipeline.hpp"
#include "rigid/surface/cast_surface.hpp"

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/shapes/shape_cast.hpp>

#include <algorithm>
#include <array>

namespace orrery::rigid::detail {
namespace {

// Of the ball inside a shape: what must not pass through anything that the shape itself already touches. If
// it is at the surface, too, a smaller one must not, so that the middle of a body stays where it came from.
constexpr std::array core_shares{scalar(1.0 / 2), scalar(1.0 / 8), scalar(1.0 / 32)};

[[nodiscard]] moving_shape core_of(const moving_shape& whole, scalar radius) noexcept {
    const vector3 center = whole.hull != nullptr ? whole.hull->center_of_mass() : vector3{};
    return {.what = sphere(radius),
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

// A body that is pushed goes and turns into the surface only so far that it stays clear of it. Its velocity
// is left to the contact that the next step finds.
void bend(const continuous_stop& stop, scalar clearance, body_path& path) noexcept {
    const vector3 normal = stop.slides_along;
    body_sweep& way = path.way;
    const vector3 arm = stop.point - (way.start.position + way.displacement * stop.reached);
    const scalar into = dot(way.displacement + cross(way.turn, arm), normal);
    const scalar share = into > clearance ? max(stop.reached - clearance / into, scalar(0)) : scalar(0);
    way.displacement -= normal * (max(dot(way.displacement, normal), scalar(0)) * (1 - share));
    way.turn *= share;
    path.is_bent = path.is_off_push = true;
}

} // namespace

void pipeline::cast_encounters() {
    // A user's filter is asked by one thread at a time.
    const std::size_t encounters_a_task = pair_filter ? std::max<std::size_t>(encounters_.size(), 1) : 16;
    const std::span<const collider> parts = derived->who.colliders();
    parallel_for(machine->jobs(), encounters_.size(), encounters_a_task,
                 [&](std::size_t begin, std::size_t end) {
                     surface_rooms::loan room = surface_rooms_.borrow();
                     for (encounter& each : std::span(encounters_).subspan(begin, end - begin)) {
                         meet(parts[each.a], parts[each.b], each, *room);
                     }
                 });
    for (const std::uint32_t number : swift_rows_) {
        paths_[number].reached = 1;
    }
    for (const encounter& each : encounters_) {
        scalar& reached_a = paths_[parts[each.a].row].reached;
        scalar& reached_b = paths_[parts[each.b].row].reached;
        reached_a = min(reached_a, each.stop_a.reached);
        reached_b = min(reached_b, each.stop_b.reached);
    }
}

void pipeline::cast_sliding() {
    constexpr int max_surfaces = 4; // that a body is pushed along in a step
    cast_encounters();
    for (int round = 0; round < max_surfaces && slide_along_surfaces(); ++round) {
        list_encounters();
        cast_encounters();
    }
}

// Takes from bodies that slide what leads into the surface. True if there are any: their ways are others now.
bool pipeline::slide_along_surfaces() {
    const auto is_sliding = [](const continuous_stop& stop) { return stop.slides_along != vector3{}; };
    return for_each_stop(is_sliding, [&](const continuous_stop& stop, std::uint32_t number,
                                         std::uint32_t other) { slide(stop, number, other); });
}

void pipeline::slide(const continuous_stop& stop, std::uint32_t number, std::uint32_t other) {
    if (stop.slides_along == vector3{}) {
        return;
    }
    body_path& path = paths_[number];
    path.is_slid = true;
    stop_middle(stop, number, other);
    if (stop.reached < 1) {
        bend(stop, settings.speculative_margin * scalar(1.0 / 16), path);
        sweep_path(number);
        return;
    }
    const vector3 normal = stop.slides_along;
    path.way.displacement -= normal * max(dot(path.way.displacement, normal), scalar(0));
    sweep_path(number);
    body_row& row = rows[number];
    const body_row& surface = rows[other];
    const vector3 speed =
        surface.linear_velocity + cross(surface.angular_velocity, stop.point - surface.position);
    row.linear_velocity -= normal * max(dot(row.linear_velocity - speed, normal), scalar(0));
}

// Who is stopped loses the rest of its step. If only one of them did, the other would be elsewhere when it
// comes to look for the contact; so two that can pass through each other are stopped at the same moment.
void pipeline::meet(const collider& a, const collider& b, encounter& where, surface_room& room) {
    where.stop_a = where.stop_b = {};
    if (paths_[a.row].pushed_by == b.row || paths_[b.row].pushed_by == a.row) {
        return; // one is in front of the other
    }
    const bool may_a_stop = may_stop(a, b);
    const bool may_b_stop = may_stop(b, a);
    if (may_a_stop && may_b_stop && !where.is_touching) {
        const auto hit = cast_whole(a, b, room);
        if (!hit) {
            return;
        }
        if (hit->fraction > 0) {
            where.stop_a = where.stop_b = {.reached = hit->fraction, .point = hit->point};
            return;
        }
    }
    if (may_a_stop) {
        where.stop_a = way_until(a, b, where.is_touching, room);
    }
    if (may_b_stop) {
        where.stop_b = way_until(b, a, where.is_touching, room);
    }
}

// A body that is so near already that it would not move at all is held by its contact, if anything holds it:
// then only the ball inside it is kept from passing. Where even the smallest ball is at the surface, the body
// slides along it if the surface cannot be moved, and otherwise goes on: nothing is put back to the same
// place again and again where the narrow phase sees no contact.
continuous_stop pipeline::way_until(const collider& own, const collider& other, bool is_touching,
                                    surface_room& room) const {
    const body_sweep& way = paths_[own.row].way;
    auto hit = is_touching ? std::nullopt : cast_whole(own, other, room);
    if (is_touching || (hit && hit->fraction == 0)) {
        hit = cast_core(own, other, room);
    }
    if (!hit || !goes_into(way, *hit)) {
        return {};
    }
    // On a mesh it may be another place that it touches.
    const bool is_pushed = paths_[own.row].pushed_by != no_row;
    const bool is_middle = is_touching && other.mesh == nullptr && !is_pushed;
    const vector3 middle_into = is_middle ? hit->normal : vector3{};
    if (hit->fraction > 0) {
        // If what is pushed stopped here, the kinematic body would go through it.
        return {.reached = hit->fraction,
                .slides_along = is_pushed ? hit->normal : middle_into,
                .point = hit->point,
                .middle_into = middle_into};
    }
    const bool may_slide = rows[other.row].kind != body_kind::dynamic && !paths_[own.row].is_slid;
    return {.slides_along = may_slide ? hit->normal : vector3{},
            .point = hit->point,
            .middle_into = may_slide ? vector3{} : middle_into};
}

std::optional<shape_cast_hit> pipeline::cast_whole(const collider& a, const collider& b,
                                                   surface_room& room) const {
    return cast(path_of(a), b, slop_of(a, b), room);
}

std::optional<shape_cast_hit> pipeline::cast_core(const collider& a, const collider& b,
                                                  surface_room& room) const {
    std::optional<shape_cast_hit> hit;
    for (const scalar share : core_shares) {
        hit = cast(core_of(path_of(a), rows[a.row].inner_radius * share), b, slop_of(a, b), room);
        if (!hit || hit->fraction > 0) {
            break;
        }
    }
    return hit;
}

std::optional<shape_cast_hit> pipeline::cast(const moving_shape& mine, const collider& other, scalar slop,
                                             surface_room& room) const {
    const moving_shape theirs = path_of(other);
    if (other.mesh == nullptr) {
        return cast_shapes(mine, theirs, slop);
    }
    return cast_surface(mine, theirs, slop, room.near, room, true);
}

moving_shape pipeline::pushed_shape(const collider& part, bool is_touching) const {
    const moving_shape whole = path_of(part);
    return is_touching ? core_of(whole, rows[part.row].inner_radius * core_shares[0]) : whole;
}

} // namespace orrery::rigid::detail
