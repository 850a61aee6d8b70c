// Which islands have impacts that bounce, and their solution island by island.
#pragma once

#include "rigid/impacts/impact.hpp"
#include "rigid/islands/island_map.hpp"

#include <orrery/core/jobs/scheduler.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

class impact_stage {
public:
    // Changes velocities of rows, impulses of touches and separations of manifolds.
    void bounce(const impact_scene& scene, const island_map& islands, scheduler& jobs);

    // When the step has moved the bodies: takes back what they have moved before their impacts.
    void shift_bodies(std::span<body_row> rows, scheduler& jobs) const;

private:
    struct island_impacts {
        std::vector<std::uint32_t> touches;
        std::vector<std::uint32_t> joints;
        impact_solver solver;
    };

    void list_bouncing_islands(const impact_scene& scene, const island_map& islands);
    void list_members(const impact_scene& scene, const island_map& islands);

    std::vector<std::uint32_t> bouncing_islands_;
    std::vector<island_impacts> impacts_; // of these islands
};

} // namespace orrery::rigid::detail
