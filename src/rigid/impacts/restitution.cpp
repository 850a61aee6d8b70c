// Which islands have impacts that bounce, and their solution island by island.
#include "rigid/step/pipeline.hpp"

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/profile.hpp>

#include <algorithm>

namespace orrery::rigid::detail {

void pipeline::bounce() {
    ORRERY_ZONE("restitution");
    bouncing_islands_.clear();
    const auto island_of = [&](const touch& pair) {
        return islands_.island_of(pair.is_a_dynamic ? pair.row_a : pair.row_b);
    };
    for (const touch& pair : touches_) {
        if (pair.material.restitution > 0 && !pair.is_sensor &&
            approach_speed(pair, manifolds_[pair.candidate], rows, settings) < -settings.bounce_speed) {
            bouncing_islands_.push_back(island_of(pair));
        }
    }
    if (bouncing_islands_.empty()) {
        return;
    }
    std::ranges::sort(bouncing_islands_); // total order: plain numbers
    bouncing_islands_.erase(std::ranges::unique(bouncing_islands_).begin(), bouncing_islands_.end());
    if (impacts_.size() < bouncing_islands_.size()) {
        impacts_.resize(bouncing_islands_.size());
    }
    for (std::size_t place = 0; place < bouncing_islands_.size(); ++place) {
        impacts_[place].touches.clear();
        impacts_[place].joints.clear();
    }
    const auto impacts_of = [&](std::uint32_t island) -> island_impacts* {
        const auto found = std::ranges::lower_bound(bouncing_islands_, island);
        const bool is_bouncing = found != bouncing_islands_.end() && *found == island;
        return is_bouncing ? &impacts_[static_cast<std::size_t>(found - bouncing_islands_.begin())] : nullptr;
    };
    for (std::uint32_t number = 0; number < touches_.size(); ++number) {
        if (touches_[number].is_sensor) {
            continue;
        }
        if (island_impacts* const here = impacts_of(island_of(touches_[number]))) {
            here->touches.push_back(number);
        }
    }
    for (std::uint32_t number = 0; number < edges_.size(); ++number) {
        const constraint_edge& joint = edges_[number];
        const std::uint32_t row = joint.is_a_dynamic ? joint.row_a : joint.row_b;
        if (island_impacts* const here = impacts_of(islands_.island_of(row))) {
            here->joints.push_back(number);
        }
    }
    const impact_scene scene{
        .touches = touches_, .manifolds = manifolds_, .joints = edges_, .rows = rows, .settings = &settings};
    parallel_for(machine->jobs(), bouncing_islands_.size(), 1, [&](std::size_t place) {
        island_impacts& here = impacts_[place];
        here.solver.run(here.touches, here.joints, scene);
    });
}

void pipeline::shift_bounced() {
    parallel_for(machine->jobs(), bouncing_islands_.size(), 1,
                 [&](std::size_t place) { impacts_[place].solver.shift_bodies(rows); });
}

} // namespace orrery::rigid::detail
