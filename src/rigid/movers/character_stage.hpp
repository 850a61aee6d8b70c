// Characters set their own velocities, from what they touch in this step and from what is around them that
// cannot be pushed. All of them decide before any of them changes anything.
#pragma once

#include "rigid/contacts/contact_set.hpp"
#include "rigid/movers/character_step.hpp"
#include "rigid/pairs/pair_rules.hpp"
#include "rigid/step/body_table.hpp"

#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/core/registry/registry.hpp>
#include <orrery/rigid/settings.hpp>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace orrery::rigid::detail {

class character_stage {
public:
    // Changes the velocities and accelerations of characters, and takes friction from what they touch: they
    // brake by themselves.
    void walk(const broad_phase_state& index, const pair_rules& rules, const world_settings& settings,
              scheduler& jobs, orrery::registry& registry, contact_set& contacts, body_table& bodies);

private:
    // A character that is awake.
    struct entry {
        entity id{};
        std::uint32_t row = 0;
        std::size_t first_touch = 0; // among all foot touches
        std::size_t touch_count = 0;
        walk_state before{};
        stride next{};
    };

    void list_characters(const registry_state& state, const roster& who, std::span<const body_row> rows);
    void list_foot_touches(const broad_phase_state& index, const body_table& bodies,
                           const world_settings& settings, contact_set& contacts);
    [[nodiscard]] stride next_stride(const entry& each, const registry_state& state,
                                     const broad_phase_state& index, const body_table& bodies,
                                     const pair_rules& rules, const world_settings& settings) const;

    std::vector<entry> characters_; // in the order of rows
    std::vector<foot_touch> foot_touches_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> character_of_touch_; // and the touch
};

} // namespace orrery::rigid::detail
