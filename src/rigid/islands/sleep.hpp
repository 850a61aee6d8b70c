// Islands that have come to rest are put to sleep, and woken when something happens to them.
#pragma once

#include "rigid/islands/island_map.hpp"
#include "rigid/islands/island_waker.hpp"
#include "rigid/step/body_table.hpp"
#include "rigid/step/world_changes.hpp"

#include <orrery/core/registry/registry.hpp>
#include <orrery/rigid/settings.hpp>

#include <cstdint>

namespace orrery::rigid::detail {

// Wakes sleepers whose velocities were written in place. No listener is told of that. Who sleeps has no
// velocity, so it shows in the state itself, and a world that goes on from a snapshot finds the same.
void wake_moving(const registry_state& state, const world_changes& changes, island_waker& waker);

// How often velocities have been written, by whomever.
[[nodiscard]] std::uint64_t count_velocity_writes(const registry_state& state) noexcept;

// Puts islands to sleep that have rested long enough.
void let_sleep(const island_map& islands, const roster& who, const world_settings& settings,
               body_table& bodies, orrery::registry& registry, event_log& events);

} // namespace orrery::rigid::detail
