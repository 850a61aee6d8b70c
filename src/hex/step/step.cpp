// One tick of a world, stage by stage. Each stage is in the file named beside it; it gets what it reads and,
// after that, what it writes. A tick reads the frame before and writes the next one; nobody sees that before
// it is finished.
#include "hex/step/behaviour.hpp"
#include "hex/step/fates.hpp"
#include "hex/step/finish.hpp"
#include "hex/step/frame_draft.hpp"
#include "hex/step/pipeline.hpp"
#include "hex/step/population.hpp"

#include <orrery/core/profile.hpp>
#include <orrery/hex/environment.hpp>

namespace orrery::hex::detail {

void pipeline::step(std::span<const input> inputs) {
    ORRERY_ZONE("step");
    const frame& before = *current;
    const hex::rules& types = *rules;
    const simd::level width = machine->simd_level();
    objects_.clear();
    events.clear();
    reaches_.begin_tick();

    // What happens before anything moves, to copies.
    // fates.cpp, inputs.cpp, composite_splitter.cpp, record_placer.cpp
    apply_fates(before, types, objects_, events);
    inputs_.apply(inputs, before, types, objects_, events, machine->log());
    splitter_.split(before, types, objects_, reaches_);
    records_.place(before, objects_, events);

    // Who is in the next frame, and where.
    // frame_draft.cpp, movement.cpp, behaviour.cpp, population.cpp, curve_sorter.cpp
    constexpr std::size_t room_for_births = 64;
    const std::size_t room = before.count + objects_.births.size() + room_for_births;
    frame_draft draft(before, before.number + 1, records_, room, *pool);
    frame& next = *draft;
    move_objects(before, width, records_, objects_, next, moved_);
    wake_objects(before, types, next, moved_, objects_, reaches_);
    remove_objects(moved_.removed, draft, events, reaches_);
    add_objects(objects_.births, draft, events);
    const bool has_sorted = sorter_.sort(broad_phase_, next);
    reaches_.note(next);

    // Who meets whom, where that stops them, and what it does to their velocities.
    // collision_finder.cpp, stop_stage.cpp, impact_stage.cpp, environment.cpp
    std::vector<meeting>& meetings = collisions_.find(width, broad_phase_, next);
    stops_.run(broad_phase_, next, meetings);
    const std::uint32_t impacts = impacts_.push_apart(meetings, stops_.stops(), types, next, events);
    if (objects_.has_virtual_tiles) {
        confirm_virtual_tiles(next);
    }
    act_on_all(types.environment, next.number, width, next.places(), {next.objects.motions(), next.count});

    // The frame is complete, and the world goes on from it. finish.cpp
    sort_fates(next);
    sort_events(events);
    statistics = {.pair_tests = collisions_.pairs().tests(),
                  .pairs = static_cast<std::uint32_t>(collisions_.pairs().size()),
                  .impacts = impacts,
                  .woken = static_cast<std::uint32_t>(moved_.woken.size()),
                  .has_sorted = has_sorted,
                  .has_collected = records_.has_collected()};
    current = draft.finish();
}

} // namespace orrery::hex::detail
