// What a step leaves behind of its joints: impulses for the next step, and the end of those that break.
#pragma once

#include "rigid/constraints/constraint_edge.hpp"
#include "rigid/step/event_log.hpp"

#include <orrery/core/registry/registry.hpp>
#include <orrery/rigid/settings.hpp>

#include <span>
#include <vector>

namespace orrery::rigid::detail {

void remember_joints(std::span<const constraint_edge> edges, const std::vector<constraint_type>& types,
                     std::span<const body_row> rows, const world_settings& settings,
                     orrery::registry& registry);

void break_joints(std::span<const constraint_edge> edges, const std::vector<constraint_type>& types,
                  const world_settings& settings, orrery::registry& registry, event_log& events);

} // namespace orrery::rigid::detail
