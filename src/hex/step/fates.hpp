// What the impacts of the last tick have done for good: tiles are lost, virtual ones become real or vanish,
// particles are spent.
#pragma once

#include "hex/step/object_changes.hpp"

#include <orrery/hex/event.hpp>
#include <orrery/hex/frame.hpp>
#include <orrery/hex/rules.hpp>

#include <vector>

namespace orrery::hex::detail {

// Carries out the fates of the frame before, in their order.
void apply_fates(const frame& before, const rules& types, object_changes& objects,
                 std::vector<event>& events);

} // namespace orrery::hex::detail
