// Components into rows, and rows back into components.
#pragma once

#include "rigid/islands/island_waker.hpp"
#include "rigid/pairs/broad_phase.hpp"
#include "rigid/step/body_table.hpp"
#include "rigid/step/world_changes.hpp"

#include <orrery/core/copy_on_write.hpp>
#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/core/registry/registry.hpp>
#include <orrery/rigid/settings.hpp>
#include <orrery/rigid/source_field.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

// What rows are made of.
struct row_sources {
    const registry_state& state;
    const copy_on_write<broad_phase_state>& index; // its roster
    const source_field& field;
    std::span<const std::uint8_t> has_joint; // of rows
    const world_settings& settings;
    scheduler& jobs;
};

// Reads the rows of all bodies that may have moved, or of all bodies if anything else has changed.
void gather_bodies(const row_sources& from, world_changes& changes, body_table& bodies);

// Wakes the islands with these labels, in any order, in the middle of a step and reads the rows of their
// bodies again. False if there is none.
bool wake_and_gather(std::vector<std::uint64_t>& labels, const row_sources& from, island_waker& waker,
                     body_table& bodies);

// Writes where the step has taken bodies.
void write_bodies(const roster& who, const world_settings& settings, scheduler& jobs,
                  std::span<body_row> rows, orrery::registry& registry, event_log& events);

} // namespace orrery::rigid::detail
