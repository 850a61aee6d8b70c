// What changes by hand have left behind: sleepers that cannot sleep, glue between bodies that lack what it
// needs, contacts of bodies that are not there. Each is brought to an end when the next step begins, so that
// all stages find sound bodies, and saved worlds may hold whatever a registry can. What is decided about an
// entity depends on its own state and on that of those it refers to, never on the order of changes.
#pragma once

#include "rigid/contacts/contact_store.hpp"
#include "rigid/objects/gluing.hpp"
#include "rigid/step/world_changes.hpp"

namespace orrery::rigid::detail {

void repair_state(orrery::registry& registry, gluing& glue, contact_store& contacts, event_log& events,
                  world_changes& changes);

} // namespace orrery::rigid::detail
