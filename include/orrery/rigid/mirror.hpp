// The application's copy of a world. A mirror brings a registry that belongs to the application up to a frame
// of a world: entities that came and went, components that came, changed and went. The registry may hold more
// than that: entities of its own, which a mirror does not touch, and components of its own (meshes, sounds)
// on the entities that the mirror has created. Those entities are the world's: they go with all their
// components when the world's entity goes, and when the mirror is detached or destroyed. Then the registry
// holds what it would hold without the mirror. Listeners of the registry hear of everything, as of any
// change.
//
// Mirrored are the component types that both registries know: register_body_components() for what bodies are
// made of, register_component<contact>() and the like for more, at any time. An entity is mirrored as long as
// it has such a component. Handles differ between the two registries, so references inside components are
// translated; a reference to an entity that is not mirrored is none, until it is. Entities have the key they
// have in the world, unless the application has given it to an entity of its own.
//
// The registry may be moved, or destroyed before the mirror.
//
// Cost: pages that did not change since the frame before are not looked at. References that could not be
// translated are tried again when entities have become visible. When one becomes visible again after it had
// gone (it lost all mirrored components for a while, or the world went back in time), and when one goes that
// others refer to, every component with a reference is looked at once.
#pragma once

#include <orrery/core/registry/registry.hpp>
#include <orrery/rigid/presentation.hpp>

#include <bitset>
#include <cstdint>
#include <vector>

namespace orrery::rigid {

// All that make_body emplaces.
void register_body_components(orrery::registry& registry);

class mirror {
public:
    mirror() = default;
    mirror(const mirror&) = delete;
    mirror& operator=(const mirror&) = delete;

    ~mirror() { detach(); }

    // With another registry than before, the mirror is detached from that one first. Restoring the registry
    // confuses the mirror: detach it before.
    void follow(const snapshot& frame, orrery::registry& mine);

    // Gives every body of the frame that was followed last its present_position and present_orientation.
    // Listeners hear of the first time only.
    void present(const presented_frame& shown, orrery::registry& mine);

    // Destroys every entity that the mirror has created. It may follow again, into any registry.
    void detach();

    // The registry that is being kept up to date; null before the first frame, after detach(), and when the
    // registry has been destroyed.
    [[nodiscard]] orrery::registry* target() const noexcept { return target_.get(); }

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
        entity_key key{}; // of mine
        // The highest generation that the slot ever had a link for.
        std::uint32_t newest = 0;
        bool is_referred_to = false; // a reference to it has been translated
    };

    // A component of the world with a reference that could not be translated.
    struct unresolved {
        const component_type* type;
        entity worlds;
    };

    using type_set = std::bitset<orrery::detail::max_component_types>; // by component_type::sequence

    [[nodiscard]] const component_pool* pool_before(const component_type& type) const noexcept;
    void remove_lost(const snapshot& frame, orrery::registry& mine);
    void add_entities(const snapshot& frame, orrery::registry& mine);
    void add_link(entity worlds, entity_key key, orrery::registry& mine);
    void remove_link(std::uint32_t index, orrery::registry& mine);
    [[nodiscard]] bool is_visible(const snapshot& frame, std::uint32_t index) const noexcept;
    void copy_values(const snapshot& frame, orrery::registry& mine);
    void copy_value(const component_pool& pool, std::size_t position, const snapshot& frame,
                    orrery::registry& mine, std::size_t own_pool);
    void translate_again(const snapshot& frame, orrery::registry& mine, std::vector<unresolved> earlier);
    void translate_all(const snapshot& frame, orrery::registry& mine);

    weak_registry target_;
    snapshot seen_;
    type_set shared_;         // the types that both know
    type_set shared_before_;  // when seen_ was followed
    std::vector<link> links_; // by the slot of the world's entity
    std::vector<unresolved> unresolved_;
    std::vector<std::byte> value_;
    bool has_new_links_ = false; // in this call of follow()
    bool has_returned_ = false;  // one of them may have had a link before
    bool has_left_ = false;      // one that components refer to has lost its link
};

} // namespace orrery::rigid
