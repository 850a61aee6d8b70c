// One tick of a world, stage by stage. Each stage is a function in the file named beside it. A tick reads the
// frame before and writes the next one; nobody sees that before it is finished.
#include "hex/step/pipeline.hpp"

#include <orrery/core/profile.hpp>

namespace orrery::hex::detail {

void pipeline::step(std::span<const input> inputs) {
    ORRERY_ZONE("step");
    events.clear();
    statistics = {};
    wide_.clear();
    departed_.clear();

    // What happens before anything moves, to copies.
    carry_out_fates();       // fates.cpp: what the impacts of the last tick have done for good
    apply(inputs);           // inputs.cpp: what people and scripts do
    settle_changes();        // changes.cpp: composites that came apart, and their new records
    make_room_for_records(); // records.cpp: in the arena, or in another one

    move_objects(); // population.cpp: everything by its velocity, and the changed copies
    wake_objects(); // behaviour.cpp: those whose alarm has run out
    take_leave();   // population.cpp: who ceases to be
    welcome();      // population.cpp: who comes into being
    sort_objects(); // population.cpp: along the Hilbert curve, now and then

    find_collisions();   // collisions.cpp: who has met whom
    stop_at_contacts();  // stops.cpp: nobody goes on through another
    push_apart();        // collisions.cpp: impulses; positions follow in the next tick
    feel_surroundings(); // population.cpp: borders and regions
    finish();            // population.cpp: the frame is complete, and the world goes on from it
}

} // namespace orrery::hex::detail
