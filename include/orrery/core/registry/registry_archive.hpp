// Worlds and parts of worlds as bytes, driven by the field tables. There are two forms.
//
// An image (save_state, load_state) is the whole world exactly as it is, handles and order included: a
// keyframe or a file, from which the world goes on with the same bits.
//
// A portable set (save_entities, load_entities) is some entities named by their keys, with every reference
// written as a key: an island on its way to another thread, process or player, where handles differ.
//
// Both carry the field table of each type. A field that was added since is given its default; a field of
// another kind, a field that is not known here, or a value that its type refuses makes the whole load fail
// with one sentence, and the registry is as it was before. A component type that is not known here makes an
// image fail, since the world could not go on with the same bits. A portable set is read without it, because
// who receives one need not know everything that its sender does; the answer names what was skipped.
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/registry/registry.hpp>
#include <orrery/core/result.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace orrery {

void save_state(byte_writer& out, const registry_state& state);

// Puts the saved world in place of what the registry holds. The component types must have been registered.
status load_state(byte_reader& in, registry& into);

// Handles that are not valid are left out, and so are repetitions.
void save_entities(byte_writer& out, const registry_state& state, std::span<const entity> entities);

// What a portable set has brought: a list of entities, and the names of what was left out.
struct loaded_entities {
    std::vector<entity> entities; // in the order in which they were saved
    // Names of component types that are not registered here and that an entity of the set has, in ascending
    // order; characters that cannot be printed are question marks.
    std::vector<std::string> skipped_types;

    [[nodiscard]] std::size_t size() const noexcept { return entities.size(); }

    [[nodiscard]] entity operator[](std::size_t ordinal) const noexcept { return entities[ordinal]; }

    [[nodiscard]] auto begin() const noexcept { return entities.begin(); }

    [[nodiscard]] auto end() const noexcept { return entities.end(); }
};

// Creates the entities that are not there yet and gives all of them the saved components, leaving others they
// have. Listeners hear of it as of any change. A reference to an entity that is unknown here becomes none.
result<loaded_entities> load_entities(byte_reader& in, registry& into);

} // namespace orrery
