// What a time database is told of a frame. Only bodies that could move in the step are looked at: their rows
// are in the order of keys, and so are the places of the census.
#pragma once

#include "rigid/continuous/body_path.hpp"
#include "rigid/pairs/broad_phase.hpp"
#include "rigid/step/body_table.hpp"
#include "rigid/step/world_changes.hpp"
#include "rigid/step/world_definition.hpp"
#include "rigid/world/census_keeper.hpp"
#include "rigid/world/departures.hpp"

#include <orrery/simulation/frame_record.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

// The state that a record is made of, as the last step has left it.
struct recorded_state {
    const registry_state& state;
    const world_definition& definition;
    const broad_phase_state& index;
    body_table& bodies; // of which the moving rows are sorted
    std::span<const body_path> paths;
};

class frame_recorder {
public:
    // Fills in the census, motions and influence boxes of the record, and the bodies that have left.
    // A full record lists all bodies, one of changes those that can have moved since the record before.
    void record(const recorded_state& from, record_extent extent, world_changes& changes, departures& left,
                frame_record<world>& into);

private:
    census_keeper census_;
    roster roster_; // when bodies have come or gone since the step looked
    std::vector<std::uint32_t> new_numbers_;
};

} // namespace orrery::rigid::detail
