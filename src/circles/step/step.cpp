// One update of a world, stage by stage. Each stage is a function in the file named beside it. An update
// reads the frame there is and writes the next one; nobody sees that before it is finished.
#include "circles/step/pipeline.hpp"

#include <orrery/core/profile.hpp>

namespace orrery::circles::detail {

void pipeline::step(std::span<const input> inputs) {
    ORRERY_ZONE("step");
    begin(); // population.cpp: a new frame, and what it begins from

    // What happens before anything moves, to copies.
    apply(inputs);          // inputs.cpp: what people and scripts do
    settle_changes(events); // population.cpp: who comes and goes, and who no longer touches whom

    move(); // collider.cpp: forces, contacts at rest, impacts in the order of their times, who touches whom;
            // the heart of it is clock.cpp

    watch_assumptions(); // assumptions.cpp: whether this is the kind of world that is computed quickly
    finish();            // population.cpp: the frame is complete, and the world goes on from it
}

void pipeline::move() {
    ORRERY_ZONE("move");
    collider_.update(before_, touching_, *next_, events, statistics);
}

} // namespace orrery::circles::detail
