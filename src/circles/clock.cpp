#include "circles/clock.hpp"

#include <orrery/circles/motion_model.hpp>
#include <orrery/core/profile.hpp>
#include <orrery/math/elementary.hpp>
#include <orrery/math/vector.hpp>

#include <algorithm>
#include <functional>
#include <utility>

namespace orrery::circles::detail {

clock::clock(std::shared_ptr<const terrain> among)
    : among_(std::move(among))
    , near_(*among_) {}

void clock::set_out(std::span<const motion> start, std::span<const scalar> margins,
                    const body_table& bodies) {
    bodies_ = &bodies;
    positions_.resize(start.size());
    scalar keep = 0;
    for (std::size_t rank = 0; rank < start.size(); ++rank) {
        positions_[rank] = start[rank].position;
        keep = max(keep, 2 * margins[rank]);
    }
    const std::span<const std::uint32_t> order = near_.sort(positions_, bodies.ordinary_radius(), keep);
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
                         .reach = movers_[who].box_between(0, 0)};
    }
    near_.fill(movers_);
    last_entries_.assign(bodies.is_plain() && !among_->has_sensors() ? 0 : start.size(), {-1, nobody, 0});
    log_.clear();
}

void clock::run(update_statistics& work) {
    work_ = &work;
    {
        ORRERY_ZONE("first meetings");
        turns_.open(movers_.size(), end());
        find_first_meetings();
    }
    ORRERY_ZONE("impacts");
    while (const auto next = turns_.take()) {
        if (movers_[next->who].meets_at <= next->time) {
            meet(next->who);
        } else {
            change_cells(next->who);
        }
    }
    log_.sort();
    work.impacts += static_cast<std::uint32_t>(log_.impacts().size());
    work.most_in_cell = near_.most_in_cell();
}

void clock::arrive(std::span<motion> there) const {
    for (std::uint32_t who = 0; who < movers_.size(); ++who) {
        const mover& me = movers_[who];
        const mover_details& more = details_[who];
        motion& mine = there[me.rank];
        mine = flown({me.position, more.angle, me.velocity, more.spin}, end() - me.since);
        if (more.is_stopped) {
            mine.velocity = more.kept_velocity;
        }
    }
}

void clock::write_reaches(std::span<aabb2> reaches) const {
    for (std::uint32_t who = 0; who < movers_.size(); ++who) {
        const mover& me = movers_[who];
        reaches[me.rank] = merge(details_[who].reach, me.box_between(me.since, end()));
    }
}

} // namespace orrery::circles::detail
