// Bodies that come, go and break.
#pragma once

#include "rigid/islands/island_waker.hpp"
#include "rigid/objects/gluing.hpp"
#include "rigid/step/event_log.hpp"
#include "rigid/step/world_definition.hpp"
#include "rigid/world/departures.hpp"

#include <orrery/core/log.hpp>
#include <orrery/core/registry/registry.hpp>
#include <orrery/rigid/world.hpp>

namespace orrery::rigid::detail {

class body_editor {
public:
    // `owner` is the world of the registry.
    body_editor(world& owner, const world_definition& definition, orrery::registry& registry,
                island_waker& waker, gluing& glue, departures& departed, event_log& events,
                logger& log) noexcept
        : owner_(owner)
        , definition_(definition)
        , registry_(registry)
        , waker_(waker)
        , glue_(glue)
        , departed_(departed)
        , events_(events)
        , log_(log) {}

    // What is not possible is refused before anything has changed.
    [[nodiscard]] status create(const input& what);
    void destroy(entity id, scalar impulse);
    // Into the fragments of a pattern, or of its own pattern if none is named.
    [[nodiscard]] status break_up(entity id, fracture_id into, scalar impulse);

private:
    // With all that belongs to it, for a reason that becomes an event.
    void remove(entity id, const event& reason);
    void remove_joints(entity body_id);

    world& owner_;
    const world_definition& definition_;
    orrery::registry& registry_;
    island_waker& waker_;
    gluing& glue_;
    departures& departed_;
    event_log& events_;
    logger& log_;
};

} // namespace orrery::rigid::detail
