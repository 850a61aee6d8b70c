// The broad phase of a step: boxes around what has moved, and who is near whom.
#pragma once

#include "rigid/contacts/contact_store.hpp"
#include "rigid/pairs/pair_rules.hpp"
#include "rigid/step/body_table.hpp"
#include "rigid/step/world_changes.hpp"

#include <orrery/core/jobs/scheduler.hpp>

#include <cstdint>
#include <vector>

namespace orrery::rigid::detail {

class pair_finder {
public:
    // Puts the boxes of bodies that were gathered into the tree, and brings the candidates up to date:
    // contacts of pairs that are no more end, and candidates find the contacts that the registry has.
    void find(const body_table& bodies, const pair_rules& rules, const registry_state& state,
              const world_definition& definition, scheduler& jobs, world_changes& changes,
              contact_store& contacts, copy_on_write<broad_phase_state>& index);

    [[nodiscard]] const excluded_rows& excluded() const noexcept { return excluded_; }

private:
    void list_boxes(const broad_phase_state& index, const body_table& bodies, const world_settings& settings,
                    scheduler& jobs);
    void mark_excluded(copy_on_write<broad_phase_state>& index);
    void find_remembered_contacts(const registry_state& state, broad_phase_state& index);
    void end_lost_contacts(contact_store& contacts);

    broad_phase broad_phase_;
    excluded_rows excluded_;
    bool are_candidates_new_ = true; // since they were last compared with what is excluded
    std::vector<std::uint32_t> moved_colliders_;
    std::vector<aabb3> boxes_; // of these
    std::vector<vector3> displacements_;
    std::vector<entity> lost_contacts_;
};

} // namespace orrery::rigid::detail
