// One step of a world, stage by stage. Each stage is in the file named beside it; it gets what it reads and,
// after that, what it writes.
#include "rigid/constraints/joint_memory.hpp"
#include "rigid/islands/find_islands.hpp"
#include "rigid/islands/sleep.hpp"
#include "rigid/step/gather.hpp"
#include "rigid/step/outcomes.hpp"
#include "rigid/step/pipeline.hpp"
#include "rigid/step/repair.hpp"
#include "rigid/step/update_roster.hpp"

#include <orrery/core/profile.hpp>
#include <orrery/rigid/material_pair.hpp>

namespace orrery::rigid::detail {

void pipeline::step(world& owner, std::span<const input> inputs) {
    ORRERY_ZONE("step");
    scheduler& jobs = machine->jobs();
    logger& log = machine->log();
    const world_settings& settings = definition.settings;
    const std::vector<constraint_type>& joint_types = definition.constraint_types;
    world_changes& changes = tracker_.changes;
    island_waker& waker = tracker_.waker;
    contact_store& store = tracker_.contacts;
    gluing& glue = tracker_.glue;
    body_editor editor(owner, definition, registry, waker, glue, tracker_.departed, events_, log);
    const pair_rules rules(owner, registry, definition, index_, bodies_, pairs_.excluded());
    events_.begin_step();
    tracker_.departed.begin_step();

    // What was changed by hand, what the last step has decided, and what inputs ask for.
    // update_roster.cpp, repair.cpp, field_sources.cpp, outcomes.cpp, inputs.cpp, material_pair.cpp,
    // gluing.cpp
    update_roster(registry, definition.shapes, store, changes, index_, bodies_);
    repair_state(registry, glue, store, events_, changes);
    const source_field& field = fields_.find(registry, settings, jobs);
    apply_outcomes(registry, editor, glue);
    inputs_.apply(inputs, joint_types, index_->who, {registry, changes, waker, glue, editor, events_}, log);
    if (world_changes::take(changes.materials)) {
        materials_ = material_table_of(registry);
    }
    glue.carry_all();
    update_roster(registry, definition.shapes, store, changes, index_, bodies_);

    // Who moves, who is near whom, who touches whom, and who moves together.
    // joint_list.cpp, sleep.cpp, gather.cpp, inputs.cpp, pair_finder.cpp, find_contacts.cpp,
    // character_stage.cpp, joint_rows.cpp, find_islands.cpp
    joints_.list.update(joint_types, index_->who, changes, registry);
    wake_moving(registry, changes, waker);
    const row_sources sources{registry, index_, field, joints_.list.has_joint(), settings, jobs};
    gather_bodies(sources, changes, bodies_);
    const std::span<body_row> rows = bodies_.rows;
    inputs_.push_bodies(registry, index_->who, rows);
    pairs_.find(bodies_, rules, registry, definition, jobs, changes, store, index_);
    contact_set& contacts = contacts_.find(sources, materials_, joints_.list.all(), waker, bodies_, index_);
    characters_.walk(*index_, rules, settings, jobs, registry, contacts, bodies_);
    joints_.rows.prepare(joints_.list.all(), joint_types, registry, rows, settings, jobs);
    warn_of_lost_rows(joints_.rows, *definition.warnings, log);
    const std::span<constraint_edge> joints = joints_.rows.edges();
    find_islands(rows, contacts.links, joints, islands_);

    // Velocities and positions.
    // limit_rebound.cpp, impact_stage.cpp, joint_turning.cpp, bracing.cpp, solver.cpp, continuous_stage.cpp
    joints_.rebound.run(joints_.rows, islands_, registry, settings, rows);
    impacts_.bounce({contacts.touches, contacts.manifolds, joints, rows, &settings}, islands_, jobs);
    joints_.turning.run(rows, joints, islands_, registry, settings);
    joints_.bracing.run(joints, joints_.rows.held_bodies(), settings, rows);
    continuous_.note_starts(rows, jobs);
    solver_.run({rows, contacts.touches, contacts.links, contacts.manifolds, joints, joints_.rows.sizes(),
                 registry, islands_, settings},
                *machine);
    warn_of_changed_rows(solver_.changed_rows(), joints, *definition.warnings, log);
    impacts_.shift_bodies(rows, jobs);
    const ccd_scene scene{*index_, bodies_.placed, bodies_.traits, contacts.marks, rules, settings, jobs};
    continuous_.stop_fast_bodies(scene, sources, waker, bodies_, events_);

    // What the next step, recordings and users find.
    // gather.cpp, contact_memory.cpp, joint_memory.cpp, outcomes.cpp, sleep.cpp, gluing.cpp
    write_bodies(index_->who, settings, jobs, rows, registry, events_);
    contacts_.remember(bodies_, settings, jobs, registry, store, events_, index_);
    remember_joints(joints, joint_types, rows, settings, registry);
    break_joints(joints, joint_types, settings, registry, events_);
    decide_outcomes(contacts.touches, rows, index_->who, registry);
    let_sleep(islands_, index_->who, settings, bodies_, registry, events_);
    glue.carry_all();
    drop_assemblies(registry, definition.blueprints, definition.shapes);

    changes.velocity_writes = count_velocity_writes(registry);
    changes.are_rows_gathered = false;
    events_.end_step();
    ++frame;
}

} // namespace orrery::rigid::detail
