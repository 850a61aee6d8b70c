// Bodies that come to a limit of their joint which gives back a share of their speed. They turn back when the
// step begins, before anything else looks at where they are going: the directions of joints are those of the
// middle of the step, and those for going on would be wrong for coming back. An arm would be turned by twice
// the angle of a step then, and lose in the step after what the new directions do not allow.
//
// The rebound happens between two steps, so its impulses act along the directions of that moment: first what
// these do not allow is taken away, then the joint turns back. What was taken away comes back when velocities
// are turned to the middle of the step (joint_turning.hpp), as half of it was in the step before.
//
// All joints of an island rebound together, as one system of equations, so that an elbow feels the shoulder;
// large structures are left to the solver.
#pragma once

#include "rigid/constraints/constraint_edge.hpp"
#include "rigid/constraints/joint_rows.hpp"
#include "rigid/islands/island_map.hpp"
#include "rigid/step/body_row.hpp"

#include <orrery/core/registry/registry.hpp>
#include <orrery/rigid/settings.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

class limit_rebound {
public:
    // Changes the velocities of bodies, and asks the joints of these again for their rows.
    void run(joint_rows& joints, const island_map& islands, const registry_state& state,
             const world_settings& settings, std::span<body_row> rows);

private:
    // The edges of bodies whose velocities it has changed, by number.
    [[nodiscard]] std::span<const std::uint32_t>
    turn_back(std::span<body_row> rows, std::span<const constraint_edge> edges, const island_map& islands,
              const registry_state& state, const world_settings& settings);

    // A row of one of the joints of an island, with its directions when the step begins.
    struct joint_row {
        std::uint32_t edge = 0;
        constraint_row now{};
        scalar speed = 0; // to have; of a limit at first the share that is given back
    };

    void list_edges(std::span<const constraint_edge> edges, const island_map& islands);
    void list_rows(std::span<const std::uint32_t> edges_of_island, std::span<const body_row> rows,
                   std::span<const constraint_edge> edges, const registry_state& state,
                   const world_settings& settings);
    // Gives the first rows the speeds they are to have.
    void solve(std::size_t count, std::span<body_row> rows, std::span<const constraint_edge> edges) const;

    std::vector<std::uint32_t> joints_of_island_;
    std::vector<std::uint8_t> is_rebounding_; // of islands
    std::vector<std::uint32_t> edges_;        // of these islands, one island after the other
    std::vector<joint_row> rows_;             // of an island: first the stiff ones, then those of its limits
    std::vector<joint_row> limits_;
};

} // namespace orrery::rigid::detail
