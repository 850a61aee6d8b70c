// Who takes part in a step: the roster of bodies and colliders after bodies or shapes have come or gone.
#pragma once

#include "rigid/contacts/contact_store.hpp"
#include "rigid/pairs/broad_phase.hpp"
#include "rigid/step/body_table.hpp"
#include "rigid/step/world_changes.hpp"

#include <orrery/core/copy_on_write.hpp>
#include <orrery/core/registry/registry.hpp>

namespace orrery::rigid::detail {

// Makes the roster anew if it has changed, with the tree's leaves and the candidates under their new numbers,
// and ends the contacts of those that are no more. Rows are then unknown until they are gathered.
void update_roster(orrery::registry& registry, const shape_store& shapes, contact_store& contacts,
                   world_changes& changes, copy_on_write<broad_phase_state>& index, body_table& bodies);

// The roster is another one: whatever goes by its numbers has to be found again.
void follow_new_roster(const roster& who, world_changes& changes, body_table& bodies);

} // namespace orrery::rigid::detail
