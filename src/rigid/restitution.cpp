// Which islands have impacts that bounce, and their solution island by island.
#include "pipeline.hpp"

#include <orrery/core/parallel_for.hpp>
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
    }
    for (std::uint32_t number = 0; number < touches_.size(); ++number) {
        if (touches_[number].is_sensor) {
            continue;
        }
        const auto found = std::ranges::lower_bound(bouncing_islands_, island_of(touches_[number]));
        if (found != bouncing_islands_.end() && *found == island_of(touches_[number])) {
            impacts_[static_cast<std::size_t>(found - bouncing_islands_.begin())].touches.push_back(number);
        }
    }
    parallel_for(machine->jobs(), bouncing_islands_.size(), 1, [&](std::size_t place) {
        impacts_[place].solver.run(impacts_[place].touches, touches_, manifolds_, rows, settings);
    });
}

} // namespace orrery::rigid::detail
