// What a world of circles keeps from update to update beside its frame, and the stages of an update. All of
// it can be thrown away: it is memory that is used again. step.cpp says in which order the stages come.
#pragma once

#include "circles/impacts/collider.hpp"
#include "circles/walls/terrain.hpp"
#include "circles/world/frame_pool.hpp"
#include "circles/world/record_keeper.hpp"

#include <orrery/circles/event.hpp>
#include <orrery/circles/frame.hpp>
#include <orrery/circles/input.hpp>
#include <orrery/circles/settings.hpp>
#include <orrery/circles/world.hpp>
#include <orrery/core/engine.hpp>
#include <orrery/core/signal.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::circles::detail {

// What a world says once, and its forks not again.
struct told {
    std::atomic<bool> sizes = false;
    std::atomic<bool> speeds = false;
};

class pipeline {
public:
    pipeline(engine& engine_to_use, std::shared_ptr<const terrain> walls_to_use,
             const world_settings& settings_to_use);

    // Of a fork: another one in the same frame.
    pipeline(engine& engine_to_use, const pipeline& other);

    // Makes the next frame.
    void step(std::span<const input> inputs);

    void restore(std::shared_ptr<const frame> to) noexcept;

    void record(frame_record<world>& into);

    // All of them, or one sentence and none (additions.cpp).
    status add(std::span<const circle_definition> all);
    bool remove(entity_key key);

    [[nodiscard]] const circles::rules& rules() const noexcept { return walls->rules(); }

    [[nodiscard]] spatial::islands islands() const { return collider_.islands(); }

    engine* machine;
    std::shared_ptr<const terrain> walls;
    world_settings settings;
    std::shared_ptr<const frame> current;
    std::vector<event> events;
    update_statistics statistics;
    signal<const event&> listeners;

private:
    // The stages, in the files named in step.cpp.
    void begin();
    void apply(std::span<const input> inputs);
    void settle_changes(std::vector<event>& told);
    void move();
    void watch_assumptions();
    void finish();

    // Inputs (inputs.cpp).
    struct target {
        entity_key key = entity_key::none;
        std::uint32_t place = 0; // of current, then of newcomers_; or nowhere, or gone
    };

    struct newcomer {
        entity_key key = entity_key::none;
        circles::motion motion{};
        circles::form form{};
        bool is_gone = false;
    };

    void find_targets(std::span<const input> inputs);
    [[nodiscard]] bool apply(const input& what);
    [[nodiscard]] bool create(const input& what, target& who);
    void loosen(std::uint32_t place);

    // Who there is (population.cpp).
    void begin_changes();
    [[nodiscard]] roster& own_roster();
    void merge_newcomers();
    void drop_loose_contacts(std::vector<event>& ended);
    void own_contacts();
    void add_overlaps(std::vector<event>& told);

    // Additions (additions.cpp).
    void replace_frame();

    std::shared_ptr<told> told_;
    std::shared_ptr<frame_pool> pool_;
    collider collider_;
    record_keeper records_;

    // The frame that is being written, and what it begins from: the one before, or copies that inputs have
    // changed.
    std::shared_ptr<frame> next_;
    std::span<const motion> before_;
    std::span<const contact> touching_;
    std::shared_ptr<roster> new_roster_; // none as long as nobody comes, goes or changes

    std::vector<motion> motions_;
    std::vector<contact> contacts_;
    std::vector<target> targets_; // whom inputs name, by key
    std::vector<newcomer> newcomers_;
    std::vector<std::uint8_t> is_loose_; // of current: touches nobody any more
    std::vector<std::uint8_t> is_gone_;
    std::vector<std::uint8_t> is_fresh_; // of next_: was put where it is, or has become what it is
    std::vector<contact> overlaps_;
    std::vector<std::uint32_t> new_place_; // of those of the old roster in the new one
    bool has_loose_ = false;
    bool has_gone_ = false;

    std::vector<left_place> left_; // by inputs, for record()

    std::shared_ptr<const roster> looked_at_; // for sizes
};

} // namespace orrery::circles::detail
