// Gluing bodies together: what a carrier is made of, and how the bodies that are glued to it follow it.
#pragma once

#include "rigid/islands/island_waker.hpp"
#include "rigid/pairs/broad_phase.hpp"
#include "rigid/step/body_table.hpp"
#include "rigid/step/event_log.hpp"

#include <orrery/core/copy_on_write.hpp>
#include <orrery/core/registry/registry.hpp>
#include <orrery/rigid/blueprint_store.hpp>
#include <orrery/rigid/glue.hpp>
#include <orrery/rigid/shapes/shape_store.hpp>

namespace orrery::rigid::detail {

class gluing {
public:
    // Writes the components of bodies, compounds for carriers, events, and the rows of bodies that are moved.
    gluing(orrery::registry& registry, shape_store& shapes, event_log& events, island_waker& waker,
           const copy_on_write<broad_phase_state>& index, body_table& bodies) noexcept
        : registry_(registry)
        , shapes_(shapes)
        , events_(events)
        , waker_(waker)
        , index_(index)
        , bodies_(bodies) {}

    // What is not possible is refused before anything has changed.
    [[nodiscard]] status glue(entity which, entity onto);
    [[nodiscard]] status unglue(entity which);
    // Lets go of all that is glued to a body.
    void release_members(entity carrier);
    // Takes a body off its carrier, which stays as it is.
    void let_go(entity which, entity carrier);
    // Makes a carrier of itself and all that is glued to it but one.
    [[nodiscard]] status reassemble(entity carrier, entity except);

    [[nodiscard]] bool is_carrying(entity id) const;

    // Puts all that is glued to where its carrier is.
    void carry_all();

private:
    void carry(entity which, const glued_to& glue);

    orrery::registry& registry_;
    shape_store& shapes_;
    event_log& events_;
    island_waker& waker_;
    const copy_on_write<broad_phase_state>& index_;
    body_table& bodies_;
};

// Drops the compounds of carriers that are no more, once there are many of them.
void drop_assemblies(const registry_state& state, const blueprint_store& blueprints, shape_store& shapes);

} // namespace orrery::rigid::detail
