// The part of an update in which time passes: circles fly along straight legs, and whenever the next two meet
// they are pushed apart and go on along other legs. One clock goes for all, because a circle that is
// deflected may reach others that it could not have reached before; so the order of impacts is that of their
// times, whoever they happen to. It goes in a few stretches, so that all that can be met in one of them is
// near; when a stretch ends is of no importance to what happens.
#pragma once

#include "circles/impacts/calendar.hpp"
#include "circles/impacts/impulse.hpp"
#include "circles/impacts/mover.hpp"
#include "circles/impacts/vicinity.hpp"
#include "circles/step/body_table.hpp"
#include "circles/step/impact_log.hpp"
#include "circles/walls/terrain.hpp"

#include <orrery/circles/circle.hpp>
#include <orrery/circles/settings.hpp>
#include <orrery/circles/world.hpp>
#include <orrery/math/aabb.hpp>
#include <orrery/spatial/wrapped_grid.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::circles::detail {

class clock {
public:
    clock(std::shared_ptr<const terrain> among, const world_settings& how);

    // Lets all circles, which are by rank, fly from the beginning of the update to its end.
    void run(std::span<const motion> start, std::span<const scalar> margins, const body_table& bodies,
             update_statistics& work);

    // Where all are in the end, and around the way of each: by rank.
    void arrive(std::vector<motion>& there, std::vector<aabb2>& reaches) const;

    // Who has met whom.
    [[nodiscard]] const impact_log& happened() const noexcept { return log_; }

private:
    // The next one that a circle meets, as far as it is known.
    struct prospect {
        scalar time = never;
        std::uint32_t with = nobody;  // as mover::meets
        std::uint32_t order = nobody; // of the other: rank, or wall_bit and part
    };

    // Who meets whom next (meetings.cpp).
    [[nodiscard]] scalar time_with(const mover& who, const mover& other) const noexcept;
    [[nodiscard]] scalar time_with(const mover& who, std::uint32_t part) const noexcept;

    [[nodiscard]] bool is_sensor(const mover& who) const noexcept {
        return bodies_->form_of(who.rank).is_sensor != 0;
    }

    // Whether it is a sensor that has been told of it already.
    [[nodiscard]] bool is_told(std::uint32_t who, std::uint32_t other, scalar time) const noexcept;
    [[nodiscard]] bool is_over(std::uint32_t who, scalar time, std::uint32_t order) const noexcept;
    void find_first_meetings();
    void look_at(std::uint32_t who, std::uint32_t other, prospect& best) const noexcept;
    void look_for_walls(std::uint32_t who);
    void look_around(std::uint32_t who);
    void expect(std::uint32_t who, prospect best);
    // Among those that meet at the same time.
    [[nodiscard]] std::uint64_t order_of(std::uint32_t who) const noexcept;

    // What happens then (impacts.cpp).
    void meet(std::uint32_t who);
    void enter(std::uint32_t who, std::uint32_t with);
    void hit_circle(std::uint32_t who, std::uint32_t other);
    void hit_wall(std::uint32_t who, std::uint32_t part);
    // Both sides get what two of these surfaces do to each other. Returns the impulse along the normal.
    scalar push(const contact_side& a, const contact_side& b, vector2 normal, scalar bounce, scalar kick,
                scalar friction) const noexcept;
    void begin_leg(std::uint32_t who, scalar time);
    void go_on(std::uint32_t who, vector2 velocity, bool has_stopped);
    [[nodiscard]] contact_side side_of(std::uint32_t who, vector2& velocity) noexcept;

    [[nodiscard]] bool has_enough(std::uint32_t who) const noexcept {
        return details_[who].is_stopped || details_[who].impacts >= among_->rules().max_impacts;
    }

    [[nodiscard]] scalar end() const noexcept { return among_->rules().time_step; }

    void set_out(std::span<const motion> start, std::span<const scalar> margins, const body_table& bodies);
    [[nodiscard]] std::uint32_t stretch_count() const;
    void pass(scalar from, scalar to);

    std::shared_ptr<const terrain> among_;
    const body_table* bodies_ = nullptr;

    spatial::wrapped_grid<scalar> grid_;
    std::vector<vector2> positions_; // in the beginning, by rank
    std::vector<mover> movers_;      // in an order in which those near each other are near in memory
    std::vector<mover_details> details_;
    std::vector<prospect> last_entries_; // into sensors, if there are any
    impact_log log_;

    // While it runs.
    vicinity near_;
    calendar turns_;
    update_statistics* work_ = nullptr;
};

} // namespace orrery::circles::detail
