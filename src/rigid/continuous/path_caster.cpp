#include "rigid/contacts/pair_collider.hpp"
#include "rigid/continuous/path_caster.hpp"
#include "rigid/surface/cast_surface.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/shapes/convex_hull.hpp>
#include <orrery/rigid/shapes/shape_cast.hpp>

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

} // namespace

moving_shape path_caster::path_of(const collider& part) const noexcept {
    return moving_collider(part, rows_[part.row].center_of_mass, paths_[part.row].way);
}

scalar path_caster::slop_of(const collider& a, const collider& b) const noexcept {
    return cast_slop_of(a, b, rows_, scene_.settings);
}

void path_caster::meet(encounter& where, surface_room& room) const {
    const collider& a = scene_.parts()[where.a];
    const collider& b = scene_.parts()[where.b];
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

bool path_caster::may_stop(const collider& own, const collider& other) const {
    const body_path& mine = paths_[own.row];
    if (!mine.is_fast || scene_.traits[own.row].is_sensor || scene_.traits[other.row].is_sensor) {
        return false;
    }
    const body_path& theirs = paths_[other.row];
    if (mine.pushed_by != no_row && (rows_[other.row].kind == body_kind::dynamic || theirs.is_swift)) {
        return false; // it would be behind what pushes it
    }
    const scalar against =
        length(mine.way.displacement - theirs.way.displacement) +
        ((mine.length - length(mine.way.displacement)) + (theirs.length - length(theirs.way.displacement)));
    return against > safe_share * scene_.traits[own.row].inner_radius &&
           scene_.rules.may_encounter(own, other);
}

// A body that is so near already that it would not move at all is held by its contact, if anything holds it:
// then only the ball inside it is kept from passing. Where even the smallest ball is at the surface, the body
// slides along it if the surface cannot be moved, and otherwise goes on: nothing is put back to the same
// place again and again where the narrow phase sees no contact.
continuous_stop path_caster::way_until(const collider& own, const collider& other, bool is_touching,
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
    const bool may_slide = rows_[other.row].kind != body_kind::dynamic && !paths_[own.row].is_slid;
    return {.slides_along = may_slide ? hit->normal : vector3{},
            .point = hit->point,
            .middle_into = may_slide ? vector3{} : middle_into};
}

std::optional<shape_cast_hit> path_caster::cast_whole(const collider& a, const collider& b,
                                                      surface_room& room) const {
    return cast(path_of(a), b, slop_of(a, b), room);
}

std::optional<shape_cast_hit> path_caster::cast_core(const collider& a, const collider& b,
                                                     surface_room& room) const {
    std::optional<shape_cast_hit> hit;
    for (const scalar share : core_shares) {
        hit = cast(core_of(path_of(a), scene_.traits[a.row].inner_radius * share), b, slop_of(a, b), room);
        if (!hit || hit->fraction > 0) {
            break;
        }
    }
    return hit;
}

std::optional<shape_cast_hit> path_caster::cast(const moving_shape& mine, const collider& other, scalar slop,
                                                surface_room& room) const {
    const moving_shape theirs = path_of(other);
    if (other.mesh == nullptr) {
        return cast_shapes(mine, theirs, slop);
    }
    return cast_surface(mine, theirs, slop, room.near, room, true);
}

moving_shape path_caster::pushed_shape(const collider& part, bool is_touching) const {
    const moving_shape whole = path_of(part);
    return is_touching ? core_of(whole, scene_.traits[part.row].inner_radius * core_shares[0]) : whole;
}

} // namespace orrery::rigid::detail
