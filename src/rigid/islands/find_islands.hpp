// Who moves together in a step.
#pragma once

#include "rigid/constraints/constraint_edge.hpp"
#include "rigid/islands/island_map.hpp"

#include <span>

namespace orrery::rigid::detail {

void find_islands(std::span<const body_row> rows, std::span<const touch_link> touches,
                  std::span<const constraint_edge> joints, island_map& islands);

} // namespace orrery::rigid::detail
