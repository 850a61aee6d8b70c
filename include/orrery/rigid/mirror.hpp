// The application's copy of a world. A mirror brings a registry that belongs to the application up to a frame
// of a world: entities that came and went, components that came, changed and went. The registry may hold more
// than that: entities of its own, and components of its own (meshes, sounds) on the entities of the world; a
// mirror does not touch them, except that an entity goes with all its components when the world destroys it.
// Listeners of the registry hear of everything, as of any change.
//
// Mirrored are the component types that both registries know: register_body_components() for what bodies are
// made of, register_component<contact>() and the like for more. Handles differ between the two registries, so
// references inside components are translated. Entities have the key they have in the world, unless the
// application has given it to an entity of its own.
//
// Cost: pages that did not change since the frame before are not looked at.
#pragma once

#include <orrery/core/registry.hpp>
#include <orrery/rigid/presentation.hpp>

#include <cstdint>
#include <vector>

namespace orrery::rigid {

// All that make_body emplaces.
void register_body_components(orrery::registry& registry);

class mirror {
public:
    // Always with the same registry; restoring that one confuses the mirror.
    void follow(const snapshot& frame, orrery::registry& mine);

    // Gives every body of the frame that was followed last its present_position and present_orientation.
    // Listeners hear of the first time only.
    void present(const presented_frame& shown, orrery::registry& mine);

    // The application's entity for one of the world's, or none.
    [[nodiscard]] entity local_of(entity worlds) const noexcept {
        const bool is_known = worlds.index < links_.size() && links_[worlds.index].worlds == worlds;
        return is_known && worlds ? links_[worlds.index].mine : entity{};
    }

    // The frame that was followed last.
    [[nodiscard]] const snapshot& frame() const noexcept { return seen_; }

private:
    struct link {
        entity worlds;
        entity mine;
    };

    void remove_lost(const snapshot& frame, orrery::registry& mine);
    void add_entities(const snapshot& frame, orrery::registry& mine);
    void copy_values(const snapshot& frame, orrery::registry& mine);

    snapshot seen_;
    std::vector<link> links_; // by the slot of the world's entity
    std::vector<std::byte> value_;
};

} // namespace orrery::rigid
