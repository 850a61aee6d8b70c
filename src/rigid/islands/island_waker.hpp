// Wakes islands that sleep. The members of a sleeping island have the same label in their component `asleep`.
#pragma once

#include "rigid/step/event_log.hpp"

#include <orrery/core/registry/registry.hpp>
#include <orrery/rigid/detail/constraint_type.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

class island_waker {
public:
    // Writes `asleep`, `stillness` and events.
    island_waker(orrery::registry& registry, event_log& events,
                 const std::vector<constraint_type>& constraint_types) noexcept
        : registry_(registry)
        , events_(events)
        , constraint_types_(constraint_types) {}

    // Wakes the island of a body; false if it is none.
    bool wake(entity which);
    // Wakes a body and leaves the others of its island asleep.
    void wake_alone(entity which);
    // Wakes all bodies with one of these labels (sorted), except one. Returns them in the order of keys,
    // valid until the next call.
    std::span<const entity> wake_islands(std::span<const std::uint64_t> labels, entity except = {});
    // Wakes the islands of an entity, of what touches it and of what is joined to it, but not the entity: it
    // may be about to leave, and then nothing of it may be taken away before its time.
    void wake_neighbors(entity which);
    void wake_all();

private:
    void wake_body(entity which);

    orrery::registry& registry_;
    event_log& events_;
    const std::vector<constraint_type>& constraint_types_;
    std::vector<std::uint64_t> labels_;
    std::vector<entity> woken_;
    std::vector<entity> joints_;
};

} // namespace orrery::rigid::detail
