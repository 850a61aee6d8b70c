// What has changed since a step last looked at it. The change tracker and the stages set these; the stage
// named beside a state looks at it, brings what it stands for up to date and clears it.
//
// A world begins, and goes on after a restore, with everything to be looked at. A snapshot hands its derived
// data (trees, pairs, candidates) to another world only while roster, contacts and soundness are clear.
#pragma once

#include <orrery/core/entity.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace orrery::rigid::detail {

struct world_changes {
    // Bodies or shapes have come, gone or changed, or may meet others than before: update_roster.
    bool roster = true;
    // The registry was restored and no step has seen it: what the roster says of entities does not count.
    bool is_roster_foreign = false;
    // Components of bodies that do not move have changed, so all rows are read again: gather_bodies.
    bool rows = true;
    // Joints or excluded pairs have come, gone or changed: find_pairs.
    bool exclusions = true;
    // Joints have come, gone or changed, or the rows of their bodies have: update_joints.
    bool joints = true;
    // Contacts have come or gone outside of a step, so candidates look for theirs: find_pairs.
    bool contacts = false;
    // Components have come, gone or changed outside of a step, so they may not fit together: repair_state.
    bool soundness = false;
    // The materials of pairs have changed: step.
    bool materials = true;
    // Bodies may be elsewhere than the last record says without having moved in a step: frame_recorder.
    bool motions = true;
    // Rows have been gathered in this step, so what is written to components now is not in them.
    bool are_rows_gathered = false;

    std::vector<entity> reconsidered; // bodies that may meet others than before: update_roster

    // Counted up whenever there is another roster or list of joints, for the census of recordings.
    std::uint64_t roster_version = 0;
    std::uint64_t joints_version = 0;
    // How often velocities had been written when the last step ended: wake_moving.
    std::uint64_t velocity_writes = 0;

    // Says whether a state was set, and clears it.
    [[nodiscard]] static bool take(bool& state) noexcept { return std::exchange(state, false); }
};

} // namespace orrery::rigid::detail
