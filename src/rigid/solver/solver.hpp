// Moves the awake bodies through one step: sub-steps of forces, warm start, contacts and joints, motion, and
// relaxation. Islands are independent, so they are solved in batches that fit into the cache, one task each;
// islands that are too large for that share one batch, in which the groups of a colour are spread over the
// threads. Bodies that nothing touches fly by themselves. How it is cut depends on the number of threads;
// what is computed does not.
#pragma once

#include "rigid/contacts/touch.hpp"
#include "rigid/islands/island_map.hpp"
#include "rigid/solver/body_motion.hpp"
#include "rigid/solver/constraint_batch.hpp"
#include "rigid/solver/contact_batch.hpp"
#include "rigid/solver/joint_chains.hpp"
#include "rigid/step/body_row.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/rigid/settings.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

struct solver_scene {
    // The solver writes velocities and poses of rows, and impulses of touches and edges.
    std::span<body_row> rows;
    std::span<touch> touches;
    std::span<const touch_link> links; // of the touches
    std::span<const manifold> manifolds;
    std::span<const constraint_edge> edges;
    std::span<const row_counts> edge_sizes;
    const registry_state& state; // joints whose rows change in sub-steps read their components
    const island_map& islands;
    const world_settings& settings;
};

class solver {
public:
    void run(const solver_scene& scene, engine& machine);

    // The first joint of the last step that asked for other rows in a sub-step; see joint_chains.
    [[nodiscard]] std::optional<joint_chains::row_change> changed_rows() const noexcept;

private:
    struct batch {
        contact_batch contacts;
        constraint_batch constraints;
        joint_chains chains;
        std::vector<std::uint32_t> rows;
        std::vector<four_tumblers> tumblers; // of each four rows; the last ones, fewer than four, have none
        std::vector<std::uint32_t> touches;  // indices
        std::vector<std::uint32_t> edges;
        std::int32_t first_body = 0; // in the solver
        std::int32_t end_body = 0;   // behind it come the spare rows
    };

    struct job;

    void cut(const solver_scene& scene, std::uint32_t threads);
    void place_bodies(std::span<const body_row> rows, const world_settings& settings);
    // On the jobs if there are any, otherwise on this thread.
    void solve_batch(batch& part, const job& work, scheduler* jobs);

    std::vector<batch> batches_; // the first one for large islands
    std::size_t batch_count_ = 0;
    std::uint32_t spare_rows_ = 0; // behind the bodies of each batch, for lanes that are empty
    std::vector<std::uint32_t> batch_of_island_;
    std::vector<std::uint32_t> weights_; // of islands
    std::vector<std::uint32_t> flying_;  // rows that nothing touches or holds
    std::vector<std::int32_t> solver_rows_;
    aligned_buffer<scalar> bodies_;
    aligned_buffer<scalar> inertias_;
    std::vector<body_motion> motions_; // as the solver's bodies
};

} // namespace orrery::rigid::detail
