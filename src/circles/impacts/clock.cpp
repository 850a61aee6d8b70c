#include "circles/impacts/clock.hpp"

#include <orrery/circles/contact.hpp>
#include <orrery/circles/motion_model.hpp>
#include <orrery/core/profile.hpp>
#include <orrery/math/elementary.hpp>
#include <orrery/math/vector.hpp>

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

namespace orrery::circles::detail {

namespace {

constexpr auto way_in_stretch = scalar(0.35);
constexpr scalar most_stretches = 16;

} // namespace

clock::clock(std::shared_ptr<const terrain> among, const world_settings& how)
    : among_(std::move(among))
    , near_(how) {}

void clock::set_out(std::span<const motion> start, std::span<const scalar> margins,
                    const body_table& bodies) {
    bodies_ = &bodies;
    positions_.resize(start.size());
    for (std::size_t rank = 0; rank < start.size(); ++rank) {
        positions_[rank] = start[rank].position;
    }
    grid_.build(positions_, max(4 * bodies.mean_radius(), std::numeric_limits<scalar>::min()));
    const std::span<const std::uint32_t> order = grid_.order();
    movers_.resize(start.size());
    details_.resize(start.size());
    for (std::uint32_t who = 0; who < order.size(); ++who) {
        const std::uint32_t rank = order[who];
        const motion& from = start[rank];
        const body& like = bodies[rank];
        movers_[who] = {.position = from.position,
                        .velocity = from.velocity,
                        .radius = like.radius,
                        .padded = like.radius + margins[rank],
                        .rank = rank};
        details_[who] = {.angle = from.angle,
                         .spin = from.spin,
                         .inverse_mass = like.inverse_mass,
                         .inverse_inertia = like.inverse_inertia,
                         .surface = like.surface,
                         .reach = movers_[who].box_between(0, 0)};
    }
    last_entries_.assign(bodies.is_plain() && !among_->has_sensors() ? 0 : start.size(), {-1, nobody, 0});
    log_.clear();
}

// So many that most circles go no farther than a third of their radius in one.
std::uint32_t clock::stretch_count() const {
    scalar ways = 0;
    scalar sizes = 0;
    for (const mover& each : movers_) {
        ways += sqrt(dot(each.velocity, each.velocity)) * end();
        sizes += each.radius;
    }
    const scalar wanted = sizes > 0 ? ways / (sizes * way_in_stretch) : scalar(0);
    return static_cast<std::uint32_t>(min(max(round(wanted), scalar(1)), most_stretches));
}

void clock::run(std::span<const motion> start, std::span<const scalar> margins, const body_table& bodies,
                update_statistics& work) {
    ORRERY_ZONE("flight");
    set_out(start, margins, bodies);
    work_ = &work;
    {
        ORRERY_ZONE("walls");
        for (std::uint32_t who = 0; who < movers_.size(); ++who) {
            look_for_walls(who);
        }
    }
    const scalar length = end() / static_cast<scalar>(stretch_count());
    for (scalar from = 0; from < end(); from = near_.horizon()) {
        // What would be left is not worth another one.
        const scalar to = from + length * scalar(1.5) < end() ? from + length : end();
        pass(from, to);
    }
    log_.sort();
    work.impacts += static_cast<std::uint32_t>(log_.impacts().size());
}

void clock::pass(scalar from, scalar to) {
    {
        ORRERY_ZONE("vicinity");
        near_.build(movers_, from, to);
        work_->most_in_cell = std::max(work_->most_in_cell, near_.most_in_cell());
    }
    turns_.open(movers_.size(), from, to);
    find_first_meetings();
    ORRERY_ZONE("impacts");
    // What happens one after the other is all over the place.
    const auto fetch_later = [this](std::uint32_t who) {
        __builtin_prefetch(&movers_[who]);
        __builtin_prefetch(&details_[who]);
    };
    const auto fetch_soon = [&](std::uint32_t who) {
        const mover& me = movers_[who];
        near_.fetch(me);
        if ((me.meets & wall_bit) == 0) {
            fetch_later(me.meets);
        }
    };
    while (const auto next = turns_.take(fetch_later, fetch_soon)) {
        if (next->time > near_.horizon()) {
            return;
        }
        // Whoever found something else since has another turn.
        if (movers_[next->who].meets_at == next->time && order_of(next->who) == next->order) {
            meet(next->who);
        }
    }
}

void clock::arrive(std::vector<motion>& there, std::vector<aabb2>& reaches) const {
    ORRERY_ZONE("arrival");
    there.resize(movers_.size());
    reaches.resize(movers_.size());
    for (std::uint32_t who = 0; who < movers_.size(); ++who) {
        const mover& me = movers_[who];
        const mover_details& more = details_[who];
        motion& mine = there[me.rank];
        mine = flown({me.position, more.angle, me.velocity, more.spin}, end() - me.since);
        // Who had to stop has the speed that it came along with: pressed from all sides, it would otherwise
        // gain what gravity gives it without ever getting anywhere.
        if (more.is_stopped) {
            mine.velocity = (mine.position - positions_[me.rank]) / end();
        }
        reaches[me.rank] = merge(more.reach, me.box_between(me.since, end()));
    }
}

} // namespace orrery::circles::detail
