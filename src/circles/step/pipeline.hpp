// A world of circles and the stages of its update. step.cpp calls them in order and hands each what it reads
// and writes. What stages keep from update to update can all be thrown away: it is memory that is used again.
#pragma once

#include "circles/contacts/resting_contacts.hpp"
#include "circles/contacts/touching.hpp"
#include "circles/impacts/clock.hpp"
#include "circles/step/assumptions.hpp"
#include "circles/step/body_table.hpp"
#include "circles/step/circle_changes.hpp"
#include "circles/step/force_stage.hpp"
#include "circles/step/inputs.hpp"
#include "circles/step/population.hpp"
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
#include <orrery/math/aabb.hpp>
#include <orrery/spatial/islands.hpp>

#include <memory>
#include <span>
#include <vector>

namespace orrery::circles::detail {

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

    // Of those that may have touched in the last update.
    [[nodiscard]] spatial::islands islands() const;

    engine* machine;
    std::shared_ptr<const terrain> walls;
    world_settings settings;
    std::shared_ptr<const frame> current;
    std::vector<event> events;
    update_statistics statistics;
    signal<const event&> listeners;

private:
    void replace_frame();

    std::shared_ptr<frame_pool> pool_ = std::make_shared<frame_pool>();
    assumption_watch assumptions_;
    record_keeper recorder_;
    circle_changes changes_;
    // Stages, with the memory that they use again.
    input_stage inputs_;
    population_stage population_;
    body_table bodies_;
    force_stage forces_;
    resting_contacts resting_;
    clock clock_;
    touching touching_;
    std::vector<aabb2> reaches_; // around each circle while it moved, with all that it may have touched
};

} // namespace orrery::circles::detail
