// What happens when two meet.
#include "circles/contacts/touch.hpp"
#include "circles/impacts/clock.hpp"
#include "circles/impacts/meeting_time.hpp"

#include <orrery/circles/contact.hpp>

#include <algorithm>

namespace orrery::circles::detail {

void clock::meet(std::uint32_t who) {
    const std::uint32_t with = movers_[who].meets;
    if ((with & wall_bit) != 0) {
        if (among_->wall_of(with & ~wall_bit).is_sensor) {
            enter(who, with);
        } else {
            hit_wall(who, with & ~wall_bit);
        }
    } else if (movers_[with].leg != movers_[who].meets_leg) {
        look_around(who);
    } else if (!last_entries_.empty() && (is_sensor(movers_[who]) || is_sensor(movers_[with]))) {
        enter(who, with);
    } else {
        hit_circle(who, with);
    }
}

void clock::enter(std::uint32_t who, std::uint32_t with) {
    const mover& me = movers_[who];
    const std::uint32_t order = (with & wall_bit) != 0 ? with : movers_[with].rank;
    log_.add_entry({std::min(me.rank, order), std::max(me.rank, order), me.meets_at});
    last_entries_[who] = {me.meets_at, with, order};
    look_for_walls(who);
    look_around(who);
}

void clock::begin_leg(std::uint32_t who, scalar time) {
    mover& me = movers_[who];
    mover_details& more = details_[who];
    more.reach = merge(more.reach, me.box_between(me.since, time));
    const scalar passed = time - me.since;
    me.position += me.velocity * passed;
    more.angle += more.spin * passed;
    me.since = time;
    ++me.leg;
    ++more.impacts;
}

void clock::go_on(std::uint32_t who, vector2 velocity, bool has_stopped) {
    mover& me = movers_[who];
    me.velocity = velocity;
    if (has_stopped) {
        mover_details& more = details_[who];
        work_->stopped += more.is_stopped ? 0 : 1;
        more.kept_velocity = velocity;
        more.is_stopped = true;
        me.velocity = {};
    }
    near_.follow(me);
    look_for_walls(who);
}

contact_side clock::side_of(std::uint32_t who, vector2& velocity) noexcept {
    mover_details& more = details_[who];
    return {velocity, more.spin, more.inverse_mass, more.inverse_inertia, movers_[who].radius};
}

scalar clock::push(const contact_side& a, const contact_side& b, vector2 normal, scalar bounce, scalar kick,
                   scalar friction) const noexcept {
    const scalar approach = -normal_speed(a, b, normal);
    if (!(approach > 0)) {
        return 0;
    }
    const scalar restitution = approach > among_->rules().rest_speed ? bounce : scalar(0);
    const scalar impulse = (approach * (1 + restitution) + kick) / normal_response(a, b);
    push_apart(a, b, normal, impulse);
    if (friction > 0) {
        const vector2 tangent = tangent_of(normal);
        const scalar most = friction * impulse;
        const scalar wanted = -tangent_speed(a, b, tangent) / tangent_response(a, b);
        rub(a, b, tangent, min(max(wanted, -most), most));
    }
    return impulse;
}

// One that had enough impacts stays where it is until the next update, as do all that come against it: that
// cannot go on for longer than there are circles.
void clock::hit_circle(std::uint32_t who, std::uint32_t other) {
    const scalar time = movers_[who].meets_at;
    const bool is_lower = movers_[who].rank < movers_[other].rank;
    const std::uint32_t a = is_lower ? who : other;
    const std::uint32_t b = is_lower ? other : who;
    mover& first = movers_[a];
    mover& second = movers_[b];
    const bool was_stopped = details_[a].is_stopped || details_[b].is_stopped;
    vector2 velocity_a = details_[a].is_stopped ? details_[a].kept_velocity : first.velocity;
    vector2 velocity_b = details_[b].is_stopped ? details_[b].kept_velocity : second.velocity;
    const bool stops_a = was_stopped || has_enough(a);
    const bool stops_b = was_stopped || has_enough(b);
    begin_leg(a, time);
    begin_leg(b, time);
    const touch where = touch_of(first.position - second.position, first.radius + second.radius);
    const surface& surface_a = details_[a].surface;
    const surface& surface_b = details_[b].surface;
    const scalar bounce = stops_a || stops_b ? scalar(0) : restitution_of(surface_a, surface_b);
    const scalar impulse = push(side_of(a, velocity_a), side_of(b, velocity_b), where.normal, bounce,
                                parting_speed(where.gap, first.margin() + second.margin(), end()),
                                friction_of(surface_a, surface_b));
    log_.add({{first.rank, second.rank, time},
              no_wall,
              first.position - where.normal * first.radius,
              where.normal,
              impulse});
    go_on(a, velocity_a, stops_a);
    go_on(b, velocity_b, stops_b);
    look_around(a);
    look_around(b);
}

void clock::hit_wall(std::uint32_t who, std::uint32_t part) {
    mover& me = movers_[who];
    const scalar time = me.meets_at;
    const bool stops = has_enough(who);
    vector2 velocity = me.velocity;
    vector2 no_velocity{};
    scalar no_spin = 0;
    begin_leg(who, time);
    const touch where = touch_of(me.position, me.radius, among_->parts()[part]);
    const wall& what = among_->wall_of(part);
    const surface& mine = details_[who].surface;
    const scalar bounce = stops ? scalar(0) : restitution_of(mine, what.surface);
    const scalar impulse =
        push(side_of(who, velocity), {no_velocity, no_spin, 0, 0, 0}, where.normal, bounce,
             (stops ? scalar(0) : what.kick) + parting_speed(where.gap, 2 * me.margin(), end()),
             friction_of(mine, what.surface));
    log_.add({{me.rank, part | wall_bit, time},
              among_->parts()[part].wall,
              me.position - where.normal * me.radius,
              where.normal,
              impulse});
    go_on(who, velocity, stops);
    look_around(who);
}

} // namespace orrery::circles::detail
