// Who meets whom next.
#include "circles/impacts/clock.hpp"
#include "circles/impacts/meeting_time.hpp"

#include <orrery/circles/contact.hpp>
#include <orrery/core/profile.hpp>

#include <algorithm>

namespace orrery::circles::detail {

bool clock::is_told(std::uint32_t who, std::uint32_t other, scalar time) const noexcept {
    if (last_entries_.empty() || !(is_sensor(movers_[who]) || is_sensor(movers_[other]))) {
        return false;
    }
    return is_over(who, time, movers_[other].rank);
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
    return a.is_sensor != 0 || b.is_sensor != 0 ? entry_time(who, other)
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
    return what.is_sensor ? entry_time(who, among_->parts()[part])
                          : meeting_time(who, among_->parts()[part], among_->rules().rest_speed, end());
}

void clock::look_at(std::uint32_t who, std::uint32_t other, prospect& best) const noexcept {
    const mover& they = movers_[other];
    const scalar time = time_with(movers_[who], they);
    if (!(time <= near_.horizon()) || time > best.time || (time == best.time && they.rank >= best.order)) {
        return;
    }
    if (!is_told(who, other, time)) {
        best = {time, other, they.rank};
    }
}

// On all of its leg: an answer that lasts.
void clock::look_for_walls(std::uint32_t who) {
    mover& me = movers_[who];
    const scalar last = end();
    const std::span<const wall_part> parts = among_->parts();
    me.hits_at = never;
    me.hits = nobody;
    among_->each_near(me.box_between(me.since, last), [&](std::uint32_t part) {
        if (!can_meet(me, parts[part], last)) {
            return;
        }
        const scalar time = time_with(me, part);
        const std::uint32_t order = part | wall_bit;
        if (!(time <= last) || time > me.hits_at || (time == me.hits_at && order >= me.hits)) {
            return;
        }
        if (!parts[part].is_sensor || !is_over(who, time, order)) {
            me.hits_at = time;
            me.hits = order;
        }
    });
}

void clock::find_first_meetings() {
    ORRERY_ZONE("first meetings");
    for (mover& each : movers_) {
        each.meets_at = never;
        each.meets = nobody;
    }
    const auto note = [this](std::uint32_t who, std::uint32_t other, scalar time) {
        mover& me = movers_[who];
        if (time < me.meets_at || (time == me.meets_at && movers_[other].rank < movers_[me.meets].rank)) {
            me.meets_at = time;
            me.meets = other;
        }
    };
    work_->pair_tests += near_.each_pair(movers_, [&](std::uint32_t a, std::uint32_t b) {
        const scalar time = time_with(movers_[a], movers_[b]);
        if (time <= near_.horizon() && !is_told(a, b, time) && !is_told(b, a, time)) {
            ++work_->pairs;
            note(a, b, time);
            note(b, a, time);
        }
    });
    for (std::uint32_t who = 0; who < movers_.size(); ++who) {
        const mover& me = movers_[who];
        expect(who, {me.meets_at, me.meets, me.meets == nobody ? nobody : movers_[me.meets].rank});
    }
}

// Everyone is told only what comes first. Should the other be deflected before that, who waits in vain looks
// around again when the time has come; until then, it is the other's task to know of meetings on its new leg.
void clock::look_around(std::uint32_t who) {
    prospect best;
    work_->later_tests +=
        near_.each_near(movers_[who], [&](std::uint32_t other) { look_at(who, other, best); });
    expect(who, best);
}

void clock::expect(std::uint32_t who, prospect best) {
    mover& me = movers_[who];
    if (me.hits_at < best.time) {
        best = {me.hits_at, me.hits, me.hits};
    }
    me.meets_at = best.time;
    me.meets = best.with;
    if (best.time <= near_.horizon()) {
        me.meets_leg = (best.with & wall_bit) != 0 ? 0 : movers_[best.with].leg;
        turns_.put({best.time, who, order_of(who)});
    }
}

std::uint64_t clock::order_of(std::uint32_t who) const noexcept {
    const mover& me = movers_[who];
    const std::uint32_t other = (me.meets & wall_bit) != 0 ? me.meets : movers_[me.meets].rank;
    const auto [low, high] = std::minmax(me.rank, other);
    return std::uint64_t{low} << 32 | high;
}

} // namespace orrery::circles::detail
