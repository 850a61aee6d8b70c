// The part of an update in which time passes: circles fly along straight legs, and whenever the next two meet
// they are pushed apart and go on along other legs. One clock goes for all, because a circle that is
// deflected may reach others that it could not have reached before; so the order of impacts is that of their
// times, whoever they happen to.
#pragma once

#include "circles/body_table.hpp"
#include "circles/calendar.hpp"
#include "circles/impulse.hpp"
#include "circles/mover.hpp"
#include "circles/neighborhood.hpp"
#include "circles/terrain.hpp"

#include <orrery/circles/circle.hpp>
#include <orrery/circles/event.hpp>
#include <orrery/circles/settings.hpp>
#include <orrery/circles/world.hpp>
#include <orrery/math/aabb.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::circles::detail {

// Two that met, or of which one is a sensor that the other came into: ranks, the lower one first, or a rank
// and wall_bit with the number of a part.
struct meeting {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    scalar time = 0;
};

class clock {
public:
    clock(std::shared_ptr<const terrain> among, const world_settings& how);

    // Sets out all circles, which are by rank, with the velocities that they begin with.
    void set_out(std::span<const motion> start, std::span<const scalar> margins, const body_table& bodies);

    // Finds who is first met by whom.
    void find_first_meetings(update_statistics& work);

    // Lets time pass up to the end of the update. Impacts are appended to events, in their order.
    void run(std::span<const entity_key> keys, std::vector<event>& events, update_statistics& work);

    // Where all are in the end, by rank.
    void arrive(std::span<motion> end) const;

    // Around the way of each, by rank.
    void write_reaches(std::span<aabb2> reaches) const;

    // Who has met whom, in their order, and who came into a sensor.
    [[nodiscard]] std::span<const meeting> impacts() const noexcept { return impacts_; }

    [[nodiscard]] std::span<const meeting> entries() const noexcept { return entries_; }

private:
    // The next one that a circle meets, as far as it is known.
    struct prospect {
        scalar time = never;
        std::uint32_t with = nobody;  // as mover::meets
        std::uint32_t order = nobody; // of the other: rank, or wall_bit and part
    };

    [[nodiscard]] scalar end() const noexcept { return among_->rules().time_step; }

    [[nodiscard]] bool is_sensor(const mover& who) const noexcept {
        return bodies_->form_of(who.rank).is_sensor != 0;
    }

    // Never if they do not meet, in this update or at all.
    [[nodiscard]] scalar time_with(const mover& who, const mover& other) const noexcept;
    [[nodiscard]] scalar time_with(const mover& who, std::uint32_t part) const noexcept;
    // Whether a sensor has been told of it already.
    [[nodiscard]] bool is_over(std::uint32_t who, scalar time, std::uint32_t order) const noexcept;

    void look_at_walls(std::uint32_t who, prospect& best);
    void look_around(std::uint32_t who);
    void settle(std::uint32_t who, const prospect& best);

    void meet(std::uint32_t who);
    void enter(std::uint32_t who, std::uint32_t with);
    void hit_circle(std::uint32_t who, std::uint32_t other);
    void hit_wall(std::uint32_t who, std::uint32_t part);
    // Both sides get what two of these surfaces do to each other. Returns the impulse along the normal.
    scalar push(const contact_side& a, const contact_side& b, vector2 normal, scalar bounce, scalar kick,
                scalar friction) const noexcept;
    void begin_leg(std::uint32_t who, scalar time) noexcept;
    void go_on(std::uint32_t who, vector2 velocity, bool has_stopped);

    [[nodiscard]] contact_side side_of(mover& who, vector2& velocity) const noexcept;

    [[nodiscard]] bool has_enough(const mover& who) const noexcept {
        return who.is_stopped() || who.state >= among_->rules().max_impacts;
    }

    std::shared_ptr<const terrain> among_;
    neighborhood near_;
    calendar turns_;
    const body_table* bodies_ = nullptr;
    std::vector<mover> movers_;
    std::vector<vector2> kept_;      // velocities of those that stopped
    std::vector<aabb2> boxes_;       // around the legs of movers
    std::vector<aabb2> reaches_;     // around all legs of movers
    std::vector<aabb2> first_boxes_; // by rank
    std::vector<meeting> impacts_;
    std::vector<meeting> entries_;
    std::vector<prospect> last_entries_; // of movers, if there are sensors

    // While it runs.
    std::span<const entity_key> keys_;
    std::vector<event>* events_ = nullptr;
    update_statistics* work_ = nullptr;
};

} // namespace orrery::circles::detail
