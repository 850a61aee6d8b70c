// How a joint ends.
#pragma once

#include "rigid/step/event_log.hpp"

#include <orrery/core/registry/registry.hpp>
#include <orrery/rigid/detail/constraint_type.hpp>

namespace orrery::rigid::detail {

void end_joint(entity joint, const constraint_type& type, event_kind reason, scalar impulse,
               orrery::registry& registry, event_log& events);

} // namespace orrery::rigid::detail
