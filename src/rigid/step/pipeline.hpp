// A world and the stages of its step. step.cpp calls them in order and hands each what it reads and writes.
#pragma once

#include "rigid/constraints/joint_stage.hpp"
#include "rigid/contacts/contact_finder.hpp"
#include "rigid/continuous/continuous_stage.hpp"
#include "rigid/impacts/impact_stage.hpp"
#include "rigid/islands/island_map.hpp"
#include "rigid/movers/character_stage.hpp"
#include "rigid/pairs/pair_finder.hpp"
#include "rigid/solver/solver.hpp"
#include "rigid/step/body_table.hpp"
#include "rigid/step/change_tracker.hpp"
#include "rigid/step/event_log.hpp"
#include "rigid/step/field_sources.hpp"
#include "rigid/step/inputs.hpp"
#include "rigid/step/world_definition.hpp"
#include "rigid/world/frame_recorder.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/core/registry/registry.hpp>
#include <orrery/rigid/material.hpp>
#include <orrery/rigid/world.hpp>

#include <cstdint>
#include <span>

namespace orrery::rigid::detail {

class pipeline {
public:
    pipeline(engine& engine_to_use, const world_settings& settings);
    pipeline(const pipeline&) = delete;
    pipeline& operator=(const pipeline&) = delete;
    ~pipeline() = default;

    void step(world& owner, std::span<const input> inputs);

    void add_constraint_type(const constraint_type& type);

    void set_foreign_sources(std::span<const field_source> sources) { fields_.set_foreign(sources); }

    bool wake(entity which) { return tracker_.waker.wake(which); }

    void reconsider(entity which) { tracker_.reconsider(which); }

    void record(frame_record<world>& into, record_extent extent);

    [[nodiscard]] std::span<const event> events() const noexcept { return events_.events(); }

    // What is derived from the state, for a snapshot; none while bodies or contacts have come or gone since
    // the last step, so that it does not fit.
    [[nodiscard]] copy_on_write<broad_phase_state> index_of_frame() const;

    // The registry has been restored to a frame, and the index is of that frame or, if it is not exact, of
    // one in which the changed bodies may meet others. None: it is made anew.
    void go_on_from(std::uint64_t frame_number, const copy_on_write<broad_phase_state>& index, bool is_exact,
                    std::span<const entity> changed);

    // What the user of another world has given it.
    void share_definition(const pipeline& other);

    engine* machine;
    world_definition definition;
    orrery::registry registry{key_series::world};
    std::uint64_t frame = 0;

private:
    event_log events_;
    copy_on_write<broad_phase_state> index_ = copy_on_write<broad_phase_state>::make(); // snapshots share it
    body_table bodies_;
    // Stages, with the memory that they keep from step to step.
    field_sources fields_;
    input_stage inputs_;
    material_table materials_; // of pairs of materials, as the registry has them
    pair_finder pairs_;
    contact_finder contacts_;
    character_stage characters_;
    joint_stage joints_;
    island_map islands_;
    impact_stage impacts_;
    solver solver_;
    continuous_stage continuous_;
    frame_recorder recorder_;
    change_tracker tracker_; // last: it refers to the members above
};

} // namespace orrery::rigid::detail
