// What objects do by themselves when they wake: particles reach the end of their life, composites look
// around, steer and fire. They see others as they were in the frame before.
#pragma once

#include "hex/motion/movement.hpp"
#include "hex/step/object_changes.hpp"
#include "hex/step/reach_log.hpp"

#include <orrery/hex/frame.hpp>
#include <orrery/hex/rules.hpp>

namespace orrery::hex::detail {

// Wakes objects of the next frame. Particles whose life is over are removed, and shots come into being.
void wake_objects(const frame& before, const rules& types, frame& next, moved_objects& moved,
                  object_changes& objects, reach_log& reaches);

} // namespace orrery::hex::detail
