// Worlds and parts of worlds as bytes, driven by the field tables. There are two forms.
//
// An image (save_state, load_state) is the whole world exactly as it is, handles and order included: a
// keyframe or a file, from which the world goes on with the same bits.
//
// A portable set (save_entities, load_entities) is some entities named by their keys, with every reference
// written as a key: an island on its way to another thread, process or player, where handles differ.
//
// Both carry the field table of each type. A field that was added since is given its default; a field of
// another kind, a field or type that is not known here, or a value that its type refuses makes the whole load
// fail with one sentence, and the registry is as it was before.
#pragma once

#include <orrery/core/byte_archive.hpp>
#include <orrery/core/registry.hpp>
#include <orrery/core/result.hpp>

#include <span>
#include <vector>

namespace orrery {

void save_state(byte_writer& out, const registry_state& state);

// Puts the saved world in place of what the registry holds. The component types must have been registered.
status load_state(byte_reader& in, registry& into);

// Handles that are not valid are left out.
void save_entities(byte_writer& out, const registry_state& state, std::span<const entity> entities);

// Creates the entities that are not there yet and gives all of them the saved components, leaving others they
// have. Listeners hear of it as of any change. A reference to an entity that is unknown here becomes none.
// Answers with the entities, in the order in which they were saved.
result<std::vector<entity>> load_entities(byte_reader& in, registry& into);

} // namespace orrery
