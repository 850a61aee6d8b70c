// What a page is told of a world, as JSON: what its entities look like, what there is to say about one of
// them, and what only the whole world can tell. Specialised for each kind of world, in rigid/rigid_page.hpp,
// circles/circles_page.hpp and hex/hex_page.hpp; what a world is like is in its world_traits.
#pragma once

#include "apps/json/json_writer.hpp"
#include "apps/studio/session/census_difference.hpp"
#include "apps/world/world_traits.hpp"

#include <orrery/timeline/history.hpp>

#include <concepts>
#include <cstdint>

namespace orrery::studio {

template <typename World>
struct world_page;

// What a specialisation has; all members are static. `look` is what the scene says about names and colours.
template <typename World>
concept shown_world =
    apps::described_world<World> &&
    requires(entity_key key, const typename World::form_type& form, const typename World::motion_type& motion,
             std::span<const typename World::source_type> sources, const World& there,
             const time::frame_view<World>& view, const time::history<World>& known,
             const census_excerpt<typename World::form_type>& who, const apps::scene_look<World>& look,
             json::writer& out) {
        // A hash of all that is shown of an entity beside its pose.
        { world_page<World>::look_hash(key, form) } -> std::same_as<std::uint64_t>;
        // The members "keys", "shapes" and "entities" of a census.
        world_page<World>::write_census(who, known, look, out);
        // Contacts, islands, boxes, energy and the hash of a frame.
        world_page<World>::write_details(there, view, known, out);
        // Whether details tell of the step that made a frame, so that the world has to make it.
        { world_page<World>::has_step_details } -> std::convertible_to<bool>;
        // Motion, mass, energy, material and all fields of one entity.
        world_page<World>::write_state(key, form, motion, sources, there, out);
    };

} // namespace orrery::studio
