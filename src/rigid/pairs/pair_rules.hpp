// Which bodies may meet: their kinds, filters, layers, glue, the user's filter, joints and excluded pairs.
#pragma once

#include "rigid/pairs/broad_phase.hpp"
#include "rigid/step/body_table.hpp"
#include "rigid/step/world_definition.hpp"

#include <orrery/core/copy_on_write.hpp>
#include <orrery/core/registry/registry_state.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

// Pairs of bodies that do not meet because of a joint or an excluded_pair.
class excluded_rows {
public:
    void list(const registry_state& state, const std::vector<constraint_type>& constraint_types,
              const roster& who);

    [[nodiscard]] bool contains(std::uint32_t row_a, std::uint32_t row_b) const noexcept;

    [[nodiscard]] bool empty() const noexcept { return pairs_.empty(); }

private:
    std::vector<std::uint64_t> pairs_; // the lower row first; sorted
};

// Reads bodies as they are in the step. `owner` is the world that the user's filter is asked about.
class pair_rules {
public:
    pair_rules(const world& owner, const registry_state& state, const world_definition& definition,
               const copy_on_write<broad_phase_state>& index, const body_table& bodies,
               const excluded_rows& excluded) noexcept
        : owner_(owner)
        , state_(state)
        , definition_(definition)
        , index_(index)
        , bodies_(bodies)
        , excluded_(excluded) {}

    // Whether two bodies may be a candidate; a has the lower row.
    [[nodiscard]] bool may_meet(const collider& a, const collider& b) const;

    // The same in either order, and without pairs that are excluded: for stages that find pairs themselves.
    [[nodiscard]] bool may_encounter(const collider& own, const collider& other) const;

    // A user's filter is asked by one thread at a time.
    [[nodiscard]] bool asks_user() const noexcept { return definition_.pair_filter != nullptr; }

private:
    [[nodiscard]] bool do_filters_agree(entity a, entity b) const;

    const world& owner_;
    const registry_state& state_;
    const world_definition& definition_;
    const copy_on_write<broad_phase_state>& index_;
    const body_table& bodies_;
    const excluded_rows& excluded_;
};

} // namespace orrery::rigid::detail
