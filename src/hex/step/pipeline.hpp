// What a hex world keeps from tick to tick beside its frame, and the stages of a tick. All of it can be
// thrown away: it is memory that is used again. step.cpp says in which order the stages come.
#pragma once

#include "hex/collide/broad_phase.hpp"
#include "hex/collide/velocity_changes.hpp"
#include "hex/step/change.hpp"
#include "hex/world/frame_pool.hpp"
#include "hex/world/record_keeper.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/hex/event.hpp>
#include <orrery/hex/frame.hpp>
#include <orrery/hex/impact.hpp>
#include <orrery/hex/input.hpp>
#include <orrery/hex/rules.hpp>
#include <orrery/hex/settings.hpp>
#include <orrery/hex/world.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::hex::detail {

// Times within a tick are 0 .. whole_tick.
inline constexpr std::uint32_t whole_tick = 65536;

// Two that have met. `a` may be a particle.
struct meeting {
    static constexpr std::uint32_t nobody = 0xffff'ffff;

    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint32_t time = 0;
    entity_key key_a = entity_key::none; // the lower one of the two
    entity_key key_b = entity_key::none;
    contact at{};
    std::uint32_t standing = nobody; // which of the two was known to stop
    entity_key standing_key = entity_key::none;
};

// How an object came to where it is.
[[nodiscard]] inline passage passage_of(const frame& in, std::uint32_t index) noexcept {
    const place& where = in.objects.places()[index];
    return {where.position, where.angle, displacement_of(in.objects.motions()[index], in.number)};
}

class pipeline {
public:
    pipeline(engine& engine_to_use, std::shared_ptr<const hex::rules> rules_to_use,
             const world_settings& settings_to_use);

    // Makes the next frame.
    void step(std::span<const input> inputs);

    void restore(const frame_reference& to);

    void record(frame_record<world>& into);

    // All of them, or one sentence and none (additions.cpp).
    status add(std::span<const object_definition> all);

    engine* machine;
    std::shared_ptr<const hex::rules> rules;
    world_settings settings;
    std::shared_ptr<frame_pool> pool;
    frame_reference current;
    std::vector<event> events;
    tick_statistics statistics;
    record_keeper records; // what record() remembers

private:
    // The stages, in the files named in step.cpp.
    void carry_out_fates();
    void apply(std::span<const input> inputs);
    void settle_changes();
    void make_room_for_records();
    void move_objects();
    void wake_objects();
    void take_leave();
    void welcome();
    void feel_surroundings();
    void sort_objects();
    void find_collisions();
    void stop_at_contacts();
    void push_apart();
    void finish();

    // Changes (changes.cpp). A reference to one holds until the next is made.
    [[nodiscard]] change& change_of(std::uint32_t index);
    void load_tiles(change& what) const;
    void settle(change& what);

    // Fates (fates.cpp).
    void carry_out(const fate& what);
    void damage_tile(change& target, cell at, std::uint32_t amount, entity_key by);

    // Inputs (inputs.cpp).
    struct input_target {
        object* state = nullptr;
        change* known = nullptr; // of one that was there before
    };

    void find_targets(std::span<const input> inputs);
    [[nodiscard]] input_target target_of(entity_key key);
    [[nodiscard]] bool apply(const input& what);
    [[nodiscard]] bool create(const input& what);
    [[nodiscard]] bool change_tile(change& target, const input& what);

    // Records (records.cpp).
    template <typename Visit>
    void each_new_record(Visit visit);
    [[nodiscard]] std::uint32_t grains_to_place();
    void place_records(std::uint32_t first);
    void collect_records();
    void drop_what_has_no_room(std::uint32_t free_grains);
    void forward_records() noexcept;

    // Additions (additions.cpp).
    [[nodiscard]] status put_records();
    void put_births();

    // Who is there (population.cpp).
    void depart(std::uint32_t index);
    void prepare(birth& what) const;
    [[nodiscard]] hex::roster& own_roster();

    // Behaviour (behaviour.cpp).
    void wake_particle(std::uint32_t index);
    void wake_composite(std::uint32_t index);
    void fire(std::uint32_t index, composite_view ship);

    // Collisions (collisions.cpp).
    void find_meeting(std::uint32_t a, std::uint32_t b);
    [[nodiscard]] meeting make_meeting(std::uint32_t a, std::uint32_t b, const contact& at) const noexcept;
    void block(std::uint32_t owner, const tile& what, std::uint32_t by);
    [[nodiscard]] impact_side side_of(std::uint32_t index) const noexcept;
    void meet(const meeting& what);
    void confirm_virtual_tiles();
    void note_damage(std::uint32_t target, const tile& hit, std::uint32_t by);

    // Stops (stops.cpp).
    [[nodiscard]] bool takes_place(const meeting& what) const noexcept;
    void stop_both(const meeting& what);
    [[nodiscard]] bool are_of_one_group(std::uint32_t a, std::uint32_t b) const noexcept;
    void look_again(std::uint32_t mover, std::uint32_t stopped, const passage& standing);
    [[nodiscard]] passage passage_until(std::uint32_t index, std::uint32_t time) const noexcept;
    void carry(const meeting& what);
    void note_neighbors();
    template <typename Visit>
    void for_each_neighbor(std::uint32_t index, hex_vector point, Visit visit) const;

    // Lists of neighbours, each in a chain.
    struct neighbor {
        std::uint32_t object = 0;
        std::uint32_t next = 0;
    };

    static constexpr std::uint32_t unlisted = 0xffff'ffff;
    static constexpr std::uint32_t end_of_list = 0xffff'fffe;

    void report(const event& what) { events.push_back(what); }

    // The frame that is being written, and what it is to have.
    frame* next_ = nullptr;
    std::shared_ptr<extended_arena> arena_;
    std::shared_ptr<hex::roster> new_roster_; // none as long as nobody comes or goes
    std::uint32_t first_new_grain_ = 0;
    bool has_collected_ = false;
    bool has_virtual_tiles_ = false;

    change_list changes_;
    record_stage stage_;
    std::vector<tile> part_tiles_;
    std::vector<std::uint32_t> part_of_;
    std::vector<birth> births_;
    std::vector<std::uint32_t> departures_; // in the order of next_
    std::vector<std::uint32_t> woken_;
    std::vector<entity_key> wanted_; // keys that inputs name
    std::vector<std::uint32_t> wanted_at_;
    std::vector<std::uint16_t> forwarded_; // where records are that were copied to another arena

    broad_phase broad_phase_;
    spatial::pair_buffer pairs_;
    std::vector<meeting> meetings_;
    std::vector<meeting> open_;        // a heap: those that may stop composites
    std::vector<std::uint32_t> stops_; // when, for each object
    std::vector<std::uint32_t> stopped_;
    std::vector<neighbor> neighbors_;
    std::vector<std::uint32_t> first_neighbor_; // for each object
    std::vector<std::uint32_t> listed_;         // those with a list
    velocity_changes pushes_;
    std::vector<std::uint32_t> order_;
    object_buffer sorted_;

    // For record(), once it has been asked for: around each object while it moved in the last tick, what
    // objects have felt from afar, and who has ceased to be where.
    void note_reaches();

    bool is_recorded_ = false;
    std::vector<aabb2i> reaches_;
    std::vector<wide_reach> wide_;
    std::vector<wide_reach> departed_;
};

// An id that is free, for one with this key.
std::uint32_t take_id(roster& from, entity_key key);

} // namespace orrery::hex::detail
