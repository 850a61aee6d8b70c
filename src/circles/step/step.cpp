// One update of a world, stage by stage. Each stage is in the file named beside it; it gets what it reads
// and, after that, what it writes. An update reads the frame there is and writes the next one; nobody sees
// that before it is finished.
#include "circles/step/pipeline.hpp"

#include <orrery/core/profile.hpp>

namespace orrery::circles::detail {

void pipeline::step(std::span<const input> inputs) {
    ORRERY_ZONE("step");
    const frame& before = *current;
    const circles::rules& by = rules();
    logger& log = machine->log();
    events.clear();
    statistics = {};
    changes_.left.clear();

    // What happens before anything moves, to copies: who comes and goes, and who no longer touches whom.
    // inputs.cpp, population.cpp
    inputs_.apply(inputs, before, by, changes_, events, log);
    const update_start start = population_.settle(before, *walls, changes_, events);
    const std::shared_ptr<frame> made = pool_->take();
    frame& next = *made;
    next.number = before.number + 1;
    next.roster = start.roster;
    bodies_.follow(start.roster);

    // Forces, contacts at rest, and impacts in the order of their times.
    // force_stage.cpp, resting_contacts.cpp, clock.cpp, which is the heart of it
    statistics.fast = forces_.act(start.motions, bodies_, by);
    const std::span<motion> motions = forces_.motions();
    const std::span<const scalar> margins = forces_.margins();
    resting_.solve(start.contacts, bodies_, *walls, margins, motions);
    clock_.run(motions, margins, bodies_, statistics);
    const impact_log& impacts = clock_.happened();

    // Where all are, who touches whom, and what has begun and ended.
    // clock.cpp, impact_log.cpp, touching.cpp
    clock_.arrive(next.motions, reaches_);
    impacts.write_events(next.roster->keys, events);
    touching_.find(resting_.solved(), impacts, bodies_, *walls, margins, next, events);
    statistics.contacts = static_cast<std::uint32_t>(next.contacts.size());

    // The frame is complete, and the world goes on from it.
    // assumptions.cpp: whether this is the kind of world that is computed quickly
    assumptions_.look_at(next, statistics.fast, log);
    current = made;
    if (!listeners.empty()) {
        for (const event& each : events) {
            listeners.emit(each);
        }
    }
}

} // namespace orrery::circles::detail
