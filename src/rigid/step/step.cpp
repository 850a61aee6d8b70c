// One step of a world, stage by stage. Each stage is a function in the file named beside it.
#include "rigid/step/pipeline.hpp"

#include <orrery/core/profile.hpp>

namespace orrery::rigid::detail {

void pipeline::step(world& owner, std::span<const input> inputs) {
    ORRERY_ZONE("step");
    events.swap(pending_events_);
    pending_events_.clear();
    is_stepping_ = true;
    owner_ = &owner;

    follow_structure();     // structure.cpp: what came or went without a step, before inputs ask for it
    mend_state();           // mending.cpp: what changes by hand have left incomplete
    find_sources();         // fields.cpp: who pulls others from afar, as the last frame has them
    meet_fates();           // rules.cpp: what the last step has done to bodies for good
    apply(inputs);          // inputs.cpp: what people and scripts do
    follow_materials();     // material_pair.cpp: what pairs of materials make together
    carry_glued();          // glue.cpp: with carriers that were put elsewhere
    follow_structure();     // structure.cpp: bodies and shapes that came or went by all this
    follow_constraints();   // constraints.cpp: joints that did
    wake_moving();          // sleep.cpp: sleepers whose velocities were written in place
    gather_bodies();        // gather.cpp: components into rows
    find_candidates();      // candidates.cpp: broad phase; who is near whom
    expect_surfaces();      // surfaces.cpp: pages of meshes that bodies come near
    find_contacts();        // contacts.cpp: narrow phase; who touches whom, and who is woken by it
    walk_characters();      // characters.cpp: how those who walk by themselves go on
    prepare_constraints();  // constraints.cpp: joints into rows of equations
    find_islands();         // islands.cpp: who moves together
    rebound_from_limits();  // limit_rebound.cpp: what comes to the limit of a joint and turns back
    bounce();               // restitution.cpp: impacts, from the fastest body on
    turn_with_joints();     // joint_turning.cpp: velocities of what swings, to where it will be
    brace_bodies();         // bracing.cpp: bodies that joints under load would swing too fast to be followed
    move_bodies();          // solver.cpp: forces, contacts, joints and motion in sub-steps
    stop_fast_bodies();     // continuous.cpp: continuous collision of bodies that move far in a step
    write_bodies();         // gather.cpp: rows into components
    remember_contacts();    // memory.cpp: impulses for the next step, and events
    remember_constraints(); // constraints.cpp
    judge_impacts();        // rules.cpp: who was hit too hard
    let_sleep();            // sleep.cpp: islands that have come to rest
    carry_glued();          // glue.cpp: what is glued goes where its carrier went
    drop_assemblies();      // glue.cpp: shapes of carriers that nobody has any more

    velocity_writes_ = count_velocity_writes();
    is_stepping_ = false;
    are_rows_gathered_ = false;
    ++frame;
}

} // namespace orrery::rigid::detail
