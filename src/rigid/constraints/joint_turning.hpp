// Velocities of bodies that swing on joints, when a step begins. The directions of a joint hold for a step
// and are those of its middle, so from step to step a swinging body's velocity has to turn. If the solver did
// that, it would take away what the new directions do not allow: cos^2 of the angle would be left of the
// energy, and a pendulum would stop after some minutes. Here the joint's impulses act along its directions at
// the moment between both steps, which lie halfway from the old ones to the new ones, so that the velocity
// turns and keeps its magnitude (as in RATTLE: Andersen, 1983).
//
// Gravity acts before bodies move, so their velocity is that of half a sub-step ago. What gravity has given
// them since then must not turn with them: it is along the new directions already. Half of what is added and
// taken away again here does turn, so it is that of a whole sub-step. Without this a pendulum would lose
// half a sub-step times g / l of its energy in a second.
//
// Few joints agree with each other after some passes; large structures are left to the solver.
#pragma once

#include "rigid/constraints/constraint_edge.hpp"
#include "rigid/islands/island_map.hpp"
#include "rigid/step/body_row.hpp"

#include <orrery/core/registry/registry.hpp>
#include <orrery/rigid/settings.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

class joint_turning {
public:
    void run(std::span<body_row> rows, std::span<const constraint_edge> edges, const island_map& islands,
             const registry_state& state, const world_settings& settings);

private:
    // A joint whose bodies turn, with the directions of its stiff rows when the step begins.
    struct turning_joint {
        std::uint32_t edge = 0;
        std::uint32_t count = 0;
        std::array<std::uint32_t, most_block_rows> numbers{}; // of these rows among all of the edge
        std::array<constraint_row, most_block_rows> now{};
    };

    void list_joints(std::span<const body_row> rows, std::span<const constraint_edge> edges,
                     const island_map& islands, const registry_state& state, const world_settings& settings);
    void list_bodies(std::span<const constraint_edge> edges);
    void accelerate(std::span<body_row> rows, scalar seconds) const noexcept;
    void turn_inertias(std::span<body_row> rows, scalar seconds) const noexcept;

    std::vector<turning_joint> joints_;
    std::vector<std::uint32_t> bodies_; // rows that these hold
    std::vector<std::uint32_t> joints_of_island_;
    std::vector<std::uint32_t> joints_of_row_;
};

} // namespace orrery::rigid::detail
