// Some entities of a world as a world of their own, and put back later: how an island goes through time by
// itself. Handles are given anew in a part and references are translated by keys, so what counts as state
// (keys and values, and with them the hash) is the same there. The part is on the pages of the whole, so it
// costs no memory but what its entities need.
//
//   const snapshot part = copy_part(whole, island);
//   ... a registry goes on from it ...
//   const snapshot later = replace_part(whole, island, registry.snapshot());
//
// Both take time for the entities of the part and, a little, for each component type; pages of others stay
// shared with the whole. A reference to an entity that is not in the part is a handle that is never valid
// there, and is given back as it was.
#pragma once

#include <orrery/core/registry/registry_state.hpp>

#include <span>

namespace orrery {

// A world of the chosen entities alone; handles that are not valid are left out. It has given as many keys.
[[nodiscard]] snapshot copy_part(const registry_state& whole, std::span<const entity> chosen);

// The whole without the entities that are replaced and with all that are in the part. An entity that is in
// both keeps its handle, and pages on which nothing differs stay as they are.
[[nodiscard]] snapshot replace_part(const registry_state& whole, std::span<const entity> replaced,
                                    const registry_state& part);

// The same world without the components of some types: to hold on to the others at no cost to whoever writes
// these.
[[nodiscard]] snapshot without_components(const registry_state& whole,
                                          std::span<const component_type* const> types);

} // namespace orrery
