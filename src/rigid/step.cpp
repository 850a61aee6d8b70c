// One step of a world, stage by stage. Each stage is a function in the file named beside it.
#include "pipeline.hpp"

#include <orrery/core/profile.hpp>

namespace orrery::rigid::detail {

void pipeline::step(const world& owner, std::span<const input> inputs) {
    ORRERY_ZONE("step");
    events.swap(pending_events_);
    pending_events_.clear();
    is_stepping_ = true;
    owner_ = &owner;

    follow_structure();     // structure.cpp: bodies and shapes that came or went since the last step
    follow_constraints();   // constraints.cpp: joints that did
    apply(inputs);          // inputs.cpp: what people and scripts do
    find_sources();         // fields.cpp: who pulls others from afar
    gather_bodies();        // gather.cpp: components into rows
    find_candidates();      // candidates.cpp: broad phase; who is near whom
    find_contacts();        // contacts.cpp: narrow phase; who touches whom, and who is woken by it
    prepare_constraints();  // constraints.cpp: joints into rows of equations
    find_islands();         // islands.cpp: who moves together
    bounce();               // restitution.cpp: impacts, from the fastest body on
    move_bodies();          // solver.cpp: forces, contacts, joints and motion in sub-steps
    stop_fast_bodies();     // continuous.cpp: at what they would have passed through
    write_bodies();         // gather.cpp: rows into components
    remember_contacts();    // memory.cpp: impulses for the next step, and events
    remember_constraints(); // constraints.cpp
    let_sleep();            // sleep.cpp: islands that have come to rest

    is_stepping_ = false;
    are_rows_gathered_ = false;
    ++frame;
}

} // namespace orrery::rigid::detail
