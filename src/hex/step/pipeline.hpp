// A hex world and the stages of its tick. step.cpp calls them in order and hands each what it reads and
// writes. What stages keep from tick to tick can all be thrown away: it is memory that is used again.
#pragma once

#include "hex/collide/broad_phase.hpp"
#include "hex/collide/collision_finder.hpp"
#include "hex/collide/impact_stage.hpp"
#include "hex/collide/stop_stage.hpp"
#include "hex/motion/movement.hpp"
#include "hex/step/composite_splitter.hpp"
#include "hex/step/curve_sorter.hpp"
#include "hex/step/inputs.hpp"
#include "hex/step/object_changes.hpp"
#include "hex/step/reach_log.hpp"
#include "hex/step/record_placer.hpp"
#include "hex/world/frame_pool.hpp"
#include "hex/world/record_keeper.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/hex/event.hpp>
#include <orrery/hex/frame.hpp>
#include <orrery/hex/input.hpp>
#include <orrery/hex/rules.hpp>
#include <orrery/hex/settings.hpp>
#include <orrery/hex/world.hpp>

#include <memory>
#include <span>
#include <vector>

namespace orrery::hex::detail {

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

private:
    record_keeper recorder_;
    reach_log reaches_;
    object_changes objects_;
    moved_objects moved_;
    // Stages, with the memory that they use again.
    input_stage inputs_;
    composite_splitter splitter_;
    record_placer records_;
    curve_sorter sorter_;
    broad_phase broad_phase_;
    collision_finder collisions_;
    stop_stage stops_;
    impact_stage impacts_;
};

} // namespace orrery::hex::detail
