// How far around a body others can have been that it has felt, as a box: recordings keep it for each frame,
// and a change of the past is computed again only where such boxes meet.
#pragma once

#include "rigid/continuous/body_path.hpp"
#include "rigid/pairs/broad_phase.hpp"
#include "rigid/step/body_table.hpp"

#include <orrery/rigid/settings.hpp>

#include <cstdint>
#include <span>

namespace orrery::rigid::detail {

// Of a body that could move in the step that was just made.
[[nodiscard]] aabb3 influence_of_step(std::uint32_t number, const broad_phase_state& index,
                                      const body_table& bodies, std::span<const body_path> paths,
                                      const world_settings& settings);

// Of a body that rests: what touched it when it fell asleep.
[[nodiscard]] aabb3 influence_at_rest(std::uint32_t number, const roster& who, const registry_state& state,
                                      const world_settings& settings);

// Makes the first box meet the second.
void extend_to(aabb3& box, const aabb3& to) noexcept;

} // namespace orrery::rigid::detail
