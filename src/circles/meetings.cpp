// Who meets whom next.
#include "circles/clock.hpp"
#include "circles/meeting_time.hpp"

#include <orrery/circles/contact.hpp>

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
    if (!(time <= end()) || time > best.time || (time == best.time && they.rank >= best.order)) {
        return;
    }
    if (!is_told(who, other, time)) {
        best = {time, other, they.rank};
    }
}

void clock::look_at_wall(std::uint32_t who, std::uint32_t part, prospect& best) const noexcept {
    const scalar time = time_with(movers_[who], part);
    const std::uint32_t order = part | wall_bit;
    if (!(time <= end()) || time > best.time || (time == best.time && order >= best.order)) {
        return;
    }
    if (!among_->parts()[part].is_sensor || !is_over(who, time, order)) {
        best = {time, order, order};
    }
}

void clock::look_at_walls(std::uint32_t who, prospect& best) const {
    const mover& me = movers_[who];
    const scalar last = end();
    const std::span<const wall_part> parts = among_->parts();
    near_.each_wall_near(me, last, [&](std::uint32_t part) {
        if (can_meet(me, parts[part], last)) {
            look_at_wall(who, part, best);
        }
    });
}

clock::prospect clock::expected(std::uint32_t who) const noexcept {
    const mover& me = movers_[who];
    const bool is_circle = (me.meets & wall_bit) == 0;
    return {me.meets_at, me.meets, is_circle ? movers_[me.meets].rank : me.meets};
}

void clock::find_first_meetings() {
    const auto note = [this](std::uint32_t who, std::uint32_t other, scalar time) {
        mover& me = movers_[who];
        if (time < me.meets_at || (time == me.meets_at && movers_[other].rank < movers_[me.meets].rank)) {
            me.meets_at = time;
            me.meets = other;
        }
    };
    const scalar last = end();
    std::uint64_t tests = 0;
    near_.each_pair(movers_, [&](std::uint32_t a, std::uint32_t b) {
        ++tests;
        if (!can_meet(movers_[a], movers_[b], last)) {
            return;
        }
        if (const scalar time = time_with(movers_[a], movers_[b]); time <= last) {
            ++work_->pairs;
            note(a, b, time);
            note(b, a, time);
        }
    });
    work_->pair_tests += tests;
    for (std::uint32_t who = 0; who < movers_.size(); ++who) {
        prospect best = expected(who);
        look_at_walls(who, best);
        expect(who, best);
    }
}

// Everyone is told only what comes first. Should the other be deflected before that, who waits in vain looks
// around again when the time has come; until then, it is the other's task to know of meetings on its new leg.
void clock::look_around(std::uint32_t who) {
    prospect best;
    const mover& me = movers_[who];
    const scalar last = end();
    std::uint64_t tests = 0;
    near_.each_near(who, movers_, [&](std::uint32_t other) {
        ++tests;
        if (can_meet(me, movers_[other], last)) {
            look_at(who, other, best);
        }
    });
    work_->later_tests += tests;
    look_at_walls(who, best);
    expect(who, best);
}

void clock::change_cells(std::uint32_t who) {
    prospect best = expected(who);
    const std::uint32_t leg = movers_[who].meets_leg;
    near_.cross(who, movers_, [&](std::uint32_t other) {
        ++work_->later_tests;
        look_at(who, other, best);
    });
    look_at_walls(who, best);
    const bool is_as_before = best.with == movers_[who].meets;
    expect(who, best);
    if (is_as_before) {
        movers_[who].meets_leg = leg;
    }
}

void clock::expect(std::uint32_t who, const prospect& best) {
    mover& me = movers_[who];
    me.meets_at = best.time;
    me.meets = best.with;
    me.meets_leg = (best.with & wall_bit) != 0 ? 0 : movers_[best.with].leg;
    const scalar leaves_at = near_.leaves_at(me);
    if (best.time <= leaves_at) {
        const auto [low, high] = std::minmax(me.rank, best.order);
        turns_.put(who, best.time, std::uint64_t{low} << 32 | high);
    } else {
        turns_.put(who, leaves_at <= end() ? leaves_at : never, nobody);
    }
}

} // namespace orrery::circles::detail
