// Changes of the tiles of one composite.
#pragma once

#include "hex/step/change.hpp"

#include <orrery/core/entity.hpp>
#include <orrery/hex/cell.hpp>
#include <orrery/hex/event.hpp>
#include <orrery/hex/frame.hpp>

#include <cstdint>
#include <vector>

namespace orrery::hex::detail {

// Reads the tiles of the composite, unless they have been read in this tick.
void load_tiles(const frame& before, change& target);

// Takes hit points from a tile, which is lost with the last of them. Does nothing where none is left.
void damage_tile(const frame& before, change& target, cell at, std::uint32_t amount, entity_key by,
                 std::vector<event>& events);

} // namespace orrery::hex::detail
