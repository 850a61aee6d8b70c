#include "hex/collide/broad_phase.hpp"
#include "hex/motion/kinematics.hpp"
#include "hex/step/behaviour.hpp"
#include "hex/step/schedule.hpp"

#include <orrery/math/integer.hpp>

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace orrery::hex::detail {

namespace {

// Keys of projectiles; those of parts count from 1.
constexpr std::uint32_t first_shot = std::uint32_t{1} << 16;

// The nearest composite of another group that has a pilot; of two that are as near, that with the lower key.
[[nodiscard]] std::optional<hex_vector> find_target(const frame& in, const rules& by, const place& looking,
                                                    std::int32_t sight) {
    std::uint64_t nearest = static_cast<std::uint64_t>(sight) * static_cast<std::uint64_t>(sight) + 1;
    std::uint32_t found = in.count;
    for (std::uint32_t index = 0; index < in.composite_count; ++index) {
        const place& each = in.places()[index];
        if (each.group == looking.group || by.object_types[each.type].pilot == no_index) {
            continue;
        }
        const std::uint64_t distance = length_squared(each.position - looking.position);
        if (distance < nearest ||
            (distance == nearest && found != in.count && in.key_of(index) < in.key_of(found))) {
            nearest = distance;
            found = index;
        }
    }
    if (found == in.count) {
        return std::nullopt;
    }
    return in.places()[found].position - looking.position;
}

// The acceleration that brings a spin to where it has just come to rest when the error is gone: as fast as
// can still be stopped, v^2 = 2 a s, with s in steps, v in quarters of a step.
[[nodiscard]] std::int8_t steer(std::int32_t error, std::int32_t spin, const pilot& by) {
    const auto farthest = static_cast<std::uint32_t>(std::abs(error));
    const auto fastest = static_cast<std::int32_t>(integer_sqrt(8u * by.turning * farthest)) * 3 / 4;
    const std::int32_t wanted = error < 0 ? -fastest : fastest;
    const std::int32_t limit = std::min<std::int32_t>(by.turning, 127);
    return static_cast<std::int8_t>(std::clamp((wanted - spin) / by.period, -limit, limit));
}

// Around a circle on the screen: along the axes it reaches 2 / sqrt(3) times its radius.
[[nodiscard]] aabb2i sight_box(hex_vector from, std::int32_t sight) {
    const std::int32_t reach = sight + sight / 6;
    return {{from.a - reach, from.b - reach}, {from.a + reach, from.b + reach}};
}

[[nodiscard]] angle16 direction_of(hex_vector what) {
    return angle16::from_direction(to_screen(what));
}

void fly_ship(const pilot& by, const place& where, const std::optional<hex_vector>& target, motion& how) {
    hex_vector thrust{};
    std::int32_t error = 0;
    if (target) {
        error = (direction_of(*target) - where.angle).steps();
        const auto distance = static_cast<std::int64_t>(length(*target));
        const std::int32_t power =
            std::min<std::int32_t>(by.thrust, 100); // along an axis up to 1.155 times it
        if (std::abs(error) < angle16::quarter().steps()) {
            thrust.a = distance > by.distance + by.distance / 8   ? power
                       : distance < by.distance - by.distance / 8 ? -power
                                                                  : 0;
        }
    }
    thrust = rotate(where.angle, thrust);
    how.a.acceleration = static_cast<std::int8_t>(thrust.a);
    how.b.acceleration = static_cast<std::int8_t>(thrust.b);
    how.turn.acceleration = steer(error, how.turn.velocity, by);
}

void fire_weapons(const rules& types, const frame& next, std::uint32_t index, object_changes& objects,
                  reach_log& reaches) {
    const composite_view ship = next.composite(index);
    const object from = next.at(index);
    const entity_key key = next.key_of(index);
    const aabb2i around = swept_box(from.place, from.motion);
    const std::uint64_t number_before = next.number - 1;
    std::uint32_t shots = 0;
    ship.each([&](const tile& each) {
        const std::uint8_t weapon_type = types.tile_types[each.type].weapon;
        if (weapon_type == no_index || each.is_virtual() ||
            !is_due(key, next.number, types.weapons[weapon_type].period)) {
            return;
        }
        const weapon& gun = types.weapons[weapon_type];
        const hex_vector muzzle =
            ship.header().origin + center_of(each.at) + hex_vector{cell_pitch * 3 / 4, 0};
        const hex_vector arm = rotate(from.place.angle, muzzle);
        const hex_vector kick = rotate(from.place.angle, hex_vector{gun.speed, 0}) +
                                velocity_by_spin(arm, from.motion.turn.velocity);
        birth shot{.key = derive_key(key, number_before, first_shot + shots++), .creator = key};
        shot.what.place = {.position = from.place.position + arm,
                           .angle = from.place.angle,
                           .group = from.place.group,
                           .type = gun.projectile};
        shot.what.motion.a.velocity = velocity_changes::clamped(from.motion.a.velocity + kick.a);
        shot.what.motion.b.velocity = velocity_changes::clamped(from.motion.b.velocity + kick.b);
        objects.add(shot, types, number_before);
        reaches.add_wide(shot.key, around);
    });
}

void wake_composite(const frame& before, const rules& types, std::uint32_t index, frame& next,
                    object_changes& objects, reach_log& reaches) {
    const place& where = next.places()[index];
    motion& how = next.objects.motions()[index];
    const object_type& type = types.object_types[where.type];
    const entity_key key = next.key_of(index);
    const composite_view ship = next.composite(index);
    bool is_firing = true;
    if (type.pilot != no_index) {
        const pilot& by = types.pilots[type.pilot];
        reaches.add_wide(key, sight_box(where.position, by.sight));
        const std::optional<hex_vector> target = find_target(before, types, where, by.sight);
        is_firing = target && shortest_distance(direction_of(*target), where.angle) <= by.aim;
        if (is_due(key, next.number, by.period)) {
            fly_ship(by, where, target, how);
        }
    }
    if (is_firing && ship.header().weapon_count != 0) {
        fire_weapons(types, next, index, objects, reaches);
    }
    how.set_alarm(alarm_of(key, next.number, type, ship, types));
}

// A lifetime may be longer than an alarm, which is then set again. Says whether the life goes on.
[[nodiscard]] bool wake_particle(std::uint32_t index, frame& next) {
    place& where = next.objects.places()[index];
    if (where.extended == 0) {
        return false;
    }
    const lifetime_parts life = split_lifetime(where.extended);
    next.objects.motions()[index].set_alarm(life.alarm);
    where.extended = life.left;
    return true;
}

} // namespace

void wake_objects(const frame& before, const rules& types, frame& next, moved_objects& moved,
                  object_changes& objects, reach_log& reaches) {
    for (const std::uint32_t index : moved.woken) {
        if (next.is_composite(index)) {
            wake_composite(before, types, index, next, objects, reaches);
        } else if (!wake_particle(index, next)) {
            moved.removed.push_back(index);
        }
    }
}

} // namespace orrery::hex::detail
