// What is left out of a tick because the arena has no room for its records.
#pragma once

#include "hex/step/object_changes.hpp"

#include <orrery/hex/event.hpp>
#include <orrery/hex/frame.hpp>

#include <cstdint>
#include <vector>

namespace orrery::hex::detail {

// Takes back changes and births for which these grains are not enough, those with the lowest keys last. Whole
// changes: a composite that comes apart does so completely or not at all.
void drop_changes_without_room(const frame& before, std::uint32_t free_grains, object_changes& objects,
                               std::vector<event>& events);

} // namespace orrery::hex::detail
