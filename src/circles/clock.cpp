#include "circles/clock.hpp"
#include "circles/meeting_time.hpp"
#include "circles/touch.hpp"

#include <orrery/circles/contact.hpp>
#include <orrery/circles/motion_model.hpp>
#include <orrery/core/profile.hpp>

#include <algorithm>
#include <utility>

namespace orrery::circles::detail {

clock::clock(std::shared_ptr<const terrain> among, const world_settings& how)
    : among_(std::move(among))
    , near_(how) {}

void clock::set_out(std::span<const motion> start, std::span<const scalar> margins,
                    const body_table& bodies) {
    bodies_ = &bodies;
    first_boxes_.resize(start.size());
    const auto mover_of = [&](std::uint32_t rank) {
        const motion& from = start[rank];
        const body& like = bodies[rank];
        return mover{.position = from.position,
                     .velocity = from.velocity,
                     .radius = like.radius,
                     .padded = like.radius + margins[rank],
                     .angle = from.angle,
                     .spin = from.spin,
                     .inverse_mass = like.inverse_mass,
                     .rank = rank};
    };
    for (std::uint32_t rank = 0; rank < start.size(); ++rank) {
        first_boxes_[rank] = mover_of(rank).box_until(end());
    }
    near_.sort(first_boxes_, end());
    movers_.resize(start.size());
    boxes_.resize(start.size());
    reaches_.resize(start.size());
    kept_.resize(start.size());
    const std::span<const std::uint32_t> order = near_.order();
    for (std::uint32_t who = 0; who < order.size(); ++who) {
        movers_[who] = mover_of(order[who]);
        near_.set_first(who, movers_[who]);
        boxes_[who] = first_boxes_[order[who]];
        reaches_[who] = boxes_[who];
    }
    last_entries_.assign(bodies.is_plain() && !among_->has_sensors() ? 0 : start.size(), {-1, nobody, 0});
}

bool clock::is_over(std::uint32_t who, scalar time, std::uint32_t order) const noexcept {
    const prospect& last = last_entries_[who];
    return time < last.time || (time == last.time && order <= last.order);
}

scalar clock::time_with(const mover& who, const mover& other) const noexcept {
    const scalar slow = among_->rules().rest_speed;
    if (bodies_->is_plain()) {
        return meeting_time(who, other, slow, end());
    }
    const form& a = bodies_->form_of(who.rank);
    const form& b = bodies_->form_of(other.rank);
    if (!do_meet(a.filter, b.filter) || (a.is_sensor != 0 && b.is_sensor != 0)) {
        return never;
    }
    return a.is_sensor != 0 || b.is_sensor != 0 ? entry_time(who, other, end())
                                                : meeting_time(who, other, slow, end());
}

scalar clock::time_with(const mover& who, std::uint32_t part) const noexcept {
    const wall& what = among_->wall_of(part);
    if (!bodies_->is_plain() || among_->has_filters()) {
        const form& like = bodies_->form_of(who.rank);
        if (like.is_sensor != 0 || !do_meet(like.filter, what.filter)) {
            return never;
        }
    }
    return what.is_sensor ? entry_time(who, among_->parts()[part], end())
                          : meeting_time(who, among_->parts()[part], among_->rules().rest_speed, end());
}

void clock::look_at_walls(std::uint32_t who, prospect& best) {
    const mover& me = movers_[who];
    among_->each_near(boxes_[who], [&](std::uint32_t part) {
        const scalar time = time_with(me, part);
        const std::uint32_t order = part | wall_bit;
        const bool is_first = time < best.time || (time == best.time && order < best.order);
        if (!is_first || (among_->wall_of(part).is_sensor && is_over(who, time, order))) {
            return;
        }
        best = {time, order, order};
    });
}

void clock::find_first_meetings(update_statistics& work) {
    ORRERY_ZONE("first meetings");
    turns_.open(movers_.size(), end());
    const auto note = [this](mover& who, std::uint32_t other, scalar time) {
        const std::uint32_t order = movers_[other].rank;
        if (time < who.meets_at ||
            (time == who.meets_at && time < never && order < movers_[who.meets].rank)) {
            who.meets_at = time;
            who.meets = other;
        }
    };
    work.pair_tests += near_.each_pair(movers_, [&](std::uint32_t a, std::uint32_t b) {
        ++work.pairs;
        const scalar time = time_with(movers_[a], movers_[b]);
        note(movers_[a], b, time);
        note(movers_[b], a, time);
    });
    for (std::uint32_t who = 0; who < movers_.size(); ++who) {
        const mover& me = movers_[who];
        prospect best{me.meets_at, me.meets, me.meets == nobody ? nobody : movers_[me.meets].rank};
        look_at_walls(who, best);
        settle(who, best);
    }
}

// Everyone is told only what comes first. Should the other be deflected before that, who waits in vain looks
// around again when the time has come; until then, it is the other's task to know of meetings on its new leg.
void clock::look_around(std::uint32_t who) {
    const mover& me = movers_[who];
    prospect best;
    work_->later_tests += near_.each_near(who, me, boxes_[who], [&](std::uint32_t other) {
        const mover& they = movers_[other];
        const scalar time = time_with(me, they);
        const bool is_first =
            time < best.time || (time == best.time && time < never && they.rank < best.order);
        if (!is_first) {
            return;
        }
        if (!last_entries_.empty() && (is_sensor(me) || is_sensor(they)) && is_over(who, time, they.rank)) {
            return;
        }
        best = {time, other, they.rank};
    });
    look_at_walls(who, best);
    settle(who, best);
}

void clock::settle(std::uint32_t who, const prospect& best) {
    mover& me = movers_[who];
    me.meets_at = best.time;
    me.meets = best.with;
    if (best.with == nobody) {
        turns_.put(who, never, 0);
        return;
    }
    me.meets_leg = (best.with & wall_bit) != 0 ? 0 : movers_[best.with].leg;
    const std::uint64_t low = std::min(me.rank, best.order);
    const std::uint64_t high = std::max(me.rank, best.order);
    turns_.put(who, best.time, low << 32 | high);
}

void clock::run(std::span<const entity_key> keys, std::vector<event>& events, update_statistics& work) {
    ORRERY_ZONE("impacts");
    keys_ = keys;
    events_ = &events;
    work_ = &work;
    impacts_.clear();
    entries_.clear();
    while (const auto who = turns_.take()) {
        meet(*who);
    }
    work.impacts += static_cast<std::uint32_t>(impacts_.size());
}

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
    entries_.push_back({std::min(me.rank, order), std::max(me.rank, order), me.meets_at});
    last_entries_[who] = {me.meets_at, with, order};
    look_around(who);
}

void clock::begin_leg(std::uint32_t who, scalar time) noexcept {
    mover& me = movers_[who];
    const scalar passed = time - me.since;
    me.position += me.velocity * passed;
    me.angle += me.spin * passed;
    me.since = time;
    ++me.leg;
    ++me.state;
}

void clock::go_on(std::uint32_t who, vector2 velocity, bool has_stopped) {
    mover& me = movers_[who];
    if (has_stopped) {
        work_->stopped += me.is_stopped() ? 0 : 1;
        kept_[who] = velocity;
        me.velocity = {};
        me.state |= mover::stopped_bit;
    } else {
        me.velocity = velocity;
    }
    boxes_[who] = me.box_until(end());
    near_.set(who, me, boxes_[who]);
    reaches_[who] = merge(reaches_[who], boxes_[who]);
}

contact_side clock::side_of(mover& who, vector2& velocity) const noexcept {
    return {velocity, who.spin, who.inverse_mass, (*bodies_)[who.rank].inverse_inertia, who.radius};
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
    const bool was_stopped = first.is_stopped() || second.is_stopped();
    vector2 velocity_a = first.is_stopped() ? kept_[a] : first.velocity;
    vector2 velocity_b = second.is_stopped() ? kept_[b] : second.velocity;
    const bool stops_a = was_stopped || has_enough(first);
    const bool stops_b = was_stopped || has_enough(second);
    begin_leg(a, time);
    begin_leg(b, time);
    const touch where = touch_of(first.position - second.position, first.radius + second.radius);
    const surface& surface_a = (*bodies_)[first.rank].surface;
    const surface& surface_b = (*bodies_)[second.rank].surface;
    const scalar bounce = stops_a || stops_b ? scalar(0) : restitution_of(surface_a, surface_b);
    const scalar impulse = push(side_of(first, velocity_a), side_of(second, velocity_b), where.normal, bounce,
                                parting_speed(where.gap, first.margin() + second.margin(), end()),
                                friction_of(surface_a, surface_b));
    impacts_.push_back({first.rank, second.rank, time});
    events_->push_back({.kind = event_kind::impact,
                        .key_a = keys_[first.rank],
                        .key_b = keys_[second.rank],
                        .point = first.position - where.normal * first.radius,
                        .normal = where.normal,
                        .impulse = impulse,
                        .time = time});
    go_on(a, velocity_a, stops_a);
    go_on(b, velocity_b, stops_b);
    look_around(a);
    look_around(b);
}

void clock::hit_wall(std::uint32_t who, std::uint32_t part) {
    mover& me = movers_[who];
    const scalar time = me.meets_at;
    const bool stops = has_enough(me);
    vector2 velocity = me.velocity;
    vector2 no_velocity{};
    scalar no_spin = 0;
    begin_leg(who, time);
    const touch where = touch_of(me.position, me.radius, among_->parts()[part]);
    const wall& what = among_->wall_of(part);
    const surface& mine = (*bodies_)[me.rank].surface;
    const scalar bounce = stops ? scalar(0) : restitution_of(mine, what.surface);
    const scalar impulse =
        push(side_of(me, velocity), {no_velocity, no_spin, 0, 0, 0}, where.normal, bounce,
             (stops ? scalar(0) : what.kick) + parting_speed(where.gap, 2 * me.margin(), end()),
             friction_of(mine, what.surface));
    impacts_.push_back({me.rank, part | wall_bit, time});
    events_->push_back({.kind = event_kind::impact,
                        .wall = among_->parts()[part].wall,
                        .key_a = keys_[me.rank],
                        .point = me.position - where.normal * me.radius,
                        .normal = where.normal,
                        .impulse = impulse,
                        .time = time});
    go_on(who, velocity, stops);
    look_around(who);
}

void clock::arrive(std::span<motion> there) const {
    for (std::uint32_t who = 0; who < movers_.size(); ++who) {
        const mover& me = movers_[who];
        motion& mine = there[me.rank];
        mine = flown({me.position, me.angle, me.velocity, me.spin}, end() - me.since);
        if (me.is_stopped()) {
            mine.velocity = kept_[who];
        }
    }
}

void clock::write_reaches(std::span<aabb2> reaches) const {
    for (std::uint32_t who = 0; who < movers_.size(); ++who) {
        reaches[movers_[who].rank] = reaches_[who];
    }
}

} // namespace orrery::circles::detail
