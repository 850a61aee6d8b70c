// Bodies that have left the world since the last record, with the boxes in which they acted until then.
#pragma once

#include "rigid/continuous/body_path.hpp"
#include "rigid/pairs/broad_phase.hpp"
#include "rigid/step/body_table.hpp"

#include <orrery/core/entity.hpp>
#include <orrery/rigid/settings.hpp>

#include <span>
#include <utility>
#include <vector>

namespace orrery::rigid::detail {

class departures {
public:
    using entry = std::pair<entity_key, aabb3>;

    // A body that is about to leave.
    void add(entity id, const registry_state& state, const broad_phase_state& index, const body_table& bodies,
             std::span<const body_path> paths, const world_settings& settings);

    [[nodiscard]] std::span<const entry> all() const noexcept { return all_; }

    void clear() noexcept { all_.clear(); }

    // Nothing is noted before the first record.
    bool is_recorded = false;

private:
    std::vector<entry> all_;
};

} // namespace orrery::rigid::detail
