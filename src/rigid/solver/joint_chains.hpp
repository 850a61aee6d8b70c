// Long chains of joints, solved directly. Iterations over single joints carry a force only a link or two
// onwards, so a chain of fifty would sag. The matrix of a chain is block tridiagonal, because a joint is
// coupled with its two neighbours alone: it is factorised as L D L^T from the first link to the last, and
// solved by substitution forwards and back (the block form of the Thomas algorithm; Baraff 1996,
// "Linear-time dynamics using Lagrange multipliers"). The cost grows with the length of the chain. Contacts
// and other joints of the bodies are solved by iteration as usual.
#pragma once

#include "rigid/constraints/constraint_edge.hpp"
#include "rigid/solver/chain_link.hpp"
#include "rigid/solver/solver_data.hpp"
#include "rigid/step/body_row.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

class joint_chains {
public:
    // Passes do well with fewer: chains of 20 links hold together within millimetres.
    static constexpr std::size_t shortest = 24; // joints

    // Takes chains out of the indices of edges: joints of which each shares a body with the next, with no
    // more than two at any body inside. Only joints whose rows are all stiff take part.
    void find(std::span<const constraint_edge> edges, std::vector<std::uint32_t>& edge_indices,
              std::span<const std::int32_t> solver_rows, std::int32_t first_body, std::int32_t end_body);

    void begin(std::span<const constraint_edge> edges);
    // At the beginning of each sub-step: the joints compute their rows again, and the matrix is factorised. A
    // taut chain swings between its links faster than a step can follow, and would tear itself apart if the
    // directions of its forces were those of the step's beginning. `bias_rate` is the speed of correction per
    // unit of error.
    void prepare(std::span<const constraint_edge> edges, std::span<const body_row> rows,
                 const registry_state& state, const solver_step& step, std::uint32_t substep,
                 scalar bias_rate);
    void warm_start(const solver_step& step) const;
    void solve(const solver_step& step, bool is_biased);
    void read_back(std::span<const constraint_edge> edges) const;

    using row_change = chain_row_change;

    // The first of the last step.
    [[nodiscard]] const std::optional<row_change>& changed_rows() const noexcept { return changed_rows_; }

private:
    using row_values = chain_link::row_values;
    using block = chain_link::block;
    using link = chain_link;

    [[nodiscard]] static link make_link(const constraint_edge& edge, std::uint32_t edge_index,
                                        std::span<const std::int32_t> solver_rows) noexcept;
    // Along the joints from one that may be the end of a chain.
    void follow(std::span<const constraint_edge> edges, std::span<const std::uint32_t> edge_indices,
                std::span<const std::int32_t> solver_rows, std::uint32_t from, std::int32_t first_body);

    void update_rows(std::size_t index, const constraint_edge& edge, std::span<const body_row> rows,
                     const registry_state& state, const solver_step& step, std::uint32_t substep);
    void eliminate(std::size_t index, std::span<const constraint_edge> edges, std::span<const body_row> rows);

    std::vector<link> links_; // one chain after the other
    std::vector<std::array<constraint_row, most_block_rows>> rows_;
    std::vector<joints_at_body> joints_at_bodies_;
    std::vector<std::uint8_t> visits_; // of each candidate
    scalar bias_rate_ = 0;
    std::optional<row_change> changed_rows_;
};

} // namespace orrery::rigid::detail
