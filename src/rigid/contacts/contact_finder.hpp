// The contacts of a step: the narrow phase, which also finds out which sleepers are woken, and what is
// remembered of contacts for the next step.
#pragma once

#include "rigid/constraints/constraint_edge.hpp"
#include "rigid/contacts/contact_set.hpp"
#include "rigid/contacts/contact_store.hpp"
#include "rigid/contacts/surface_pairs.hpp"
#include "rigid/islands/island_waker.hpp"
#include "rigid/step/gather.hpp"
#include "rigid/surface/surface_room.hpp"

#include <orrery/core/copy_on_write.hpp>
#include <orrery/rigid/material.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

class contact_finder {
public:
    // Where candidates touch whose bodies may have moved. Bodies that sleep and are touched by, or joined to,
    // one that is awake wake up and are looked at, too. Candidates keep what helps to find their contact in
    // the next step. Valid until the next call.
    contact_set& find(const row_sources& sources, const material_table& materials,
                      std::span<const constraint_edge> joints, island_waker& waker, body_table& bodies,
                      copy_on_write<broad_phase_state>& index);

    // Writes the impulses of touches into contacts, creates those that begin and ends those that are over.
    // Candidates then know their contacts.
    void remember(const body_table& bodies, const world_settings& settings, scheduler& jobs,
                  orrery::registry& registry, contact_store& contacts, event_log& events,
                  copy_on_write<broad_phase_state>& index);

private:
    void collide(const body_table& bodies, const world_settings& settings, scheduler& jobs,
                 copy_on_write<broad_phase_state>& index);

    // Lists what touches, with the material between the two and the impulses of the last step.
    void list_touches(const registry_state& state, const broad_phase_state& index, const body_table& bodies,
                      const material_table& materials, scheduler& jobs);

    contact_set found_;
    surface_pairs surfaces_;
    surface_rooms rooms_;
    std::vector<std::uint32_t> piece_ends_;    // of the pieces in which touches are listed
    std::vector<std::uint32_t> touch_of_slot_; // by the slot of the contact's entity
};

} // namespace orrery::rigid::detail
