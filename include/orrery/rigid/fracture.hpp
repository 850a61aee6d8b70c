// What a body breaks into: its fracture_pattern. A fracture is a list of fragments, each a blueprint and its
// place in the frame of the whole body's shape. An input (input::break_up) or a rule (breaks_at) makes a body
// break: it is gone, and in its place are its fragments, with keys derived from its key and the frame.
//
// Together they have the mass, the momentum and the angular momentum of the whole: their masses are taken as
// shares of its mass, and all move as parts of one turning body. Fragments of a body that is not dynamic have
// the masses of their blueprints and start with its velocities.
//
//   const auto cells = shatter(*crate.shape, seeds, world.shapes()).value();
//   crate.fracture = add_fracture(world, crate, cells).value();
//   crate.breaks_at = 500;
#pragma once

#include <orrery/core/result.hpp>
#include <orrery/rigid/blueprint_store.hpp>
#include <orrery/rigid/shapes/shatter.hpp>

#include <span>

namespace orrery::rigid {

// Refused: no fragments or more than blueprint_store::max_fragments, blueprints that the world does not have,
// places that are not finite. The same fragments have the same id.
[[nodiscard]] result<fracture_id> add_fracture(world& where, std::span<const fragment> fragments);

// Whether add_fracture would take them.
[[nodiscard]] status check(std::span<const fragment> fragments, const world& where);

// Pieces of what `whole` defines: of its density, its material and all else that does not follow from the
// shape. They do not break further.
[[nodiscard]] result<fracture_id> add_fracture(world& where, const body_definition& whole,
                                               std::span<const shape_piece> pieces);

} // namespace orrery::rigid
