// What becomes of bodies that were hit too hard: decided at the end of a step, done when the next one begins.
#pragma once

#include "rigid/contacts/touch.hpp"
#include "rigid/objects/body_editor.hpp"
#include "rigid/step/roster.hpp"

#include <orrery/core/registry/registry.hpp>

#include <span>

namespace orrery::rigid::detail {

// Destroys, breaks and glues what the last step has decided on, in the order of keys.
void apply_outcomes(orrery::registry& registry, body_editor& editor, gluing& glue);

// Notes for each body that an impact was too hard for what becomes of it.
void decide_outcomes(std::span<const touch> touches, std::span<const body_row> rows, const roster& who,
                     orrery::registry& registry);

} // namespace orrery::rigid::detail
