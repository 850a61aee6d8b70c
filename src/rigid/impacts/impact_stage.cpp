#include "rigid/impacts/impact_stage.hpp"

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/profile.hpp>

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

[[nodiscard]] std::uint32_t island_of(const touch& pair, const island_map& islands) noexcept {
    return islands.island_of(pair.is_a_dynamic ? pair.row_a : pair.row_b);
}

} // namespace

void impact_stage::bounce(const impact_scene& scene, const island_map& islands, scheduler& jobs) {
    ORRERY_ZONE("restitution");
    list_bouncing_islands(scene, islands);
    if (bouncing_islands_.empty()) {
        return;
    }
    list_members(scene, islands);
    parallel_for(jobs, bouncing_islands_.size(), 1, [&](std::size_t place) {
        island_impacts& here = impacts_[place];
        here.solver.run(here.touches, here.joints, scene);
    });
}

void impact_stage::list_bouncing_islands(const impact_scene& scene, const island_map& islands) {
    bouncing_islands_.clear();
    const world_settings& settings = *scene.settings;
    for (const touch& pair : scene.touches) {
        if (pair.material.restitution > 0 && !pair.is_sensor &&
            approach_speed(pair, scene.manifolds[pair.candidate], scene.rows, settings) <
                -settings.bounce_speed) {
            bouncing_islands_.push_back(island_of(pair, islands));
        }
    }
    std::ranges::sort(bouncing_islands_); // total order: plain numbers
    bouncing_islands_.erase(std::ranges::unique(bouncing_islands_).begin(), bouncing_islands_.end());
}

void impact_stage::list_members(const impact_scene& scene, const island_map& islands) {
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
    for (std::uint32_t number = 0; number < scene.touches.size(); ++number) {
        if (scene.touches[number].is_sensor) {
            continue;
        }
        if (island_impacts* const here = impacts_of(island_of(scene.touches[number], islands))) {
            here->touches.push_back(number);
        }
    }
    for (std::uint32_t number = 0; number < scene.joints.size(); ++number) {
        const constraint_edge& joint = scene.joints[number];
        const std::uint32_t row = joint.is_a_dynamic ? joint.row_a : joint.row_b;
        if (island_impacts* const here = impacts_of(islands.island_of(row))) {
            here->joints.push_back(number);
        }
    }
}

void impact_stage::shift_bodies(std::span<body_row> rows, scheduler& jobs) const {
    parallel_for(jobs, bouncing_islands_.size(), 1,
                 [&](std::size_t place) { impacts_[place].solver.shift_bodies(rows); });
}

} // namespace orrery::rigid::detail
