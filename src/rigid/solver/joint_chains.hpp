// Long chains of joints, solved as a whole. Passes over single joints carry a force only a link or two
// onwards, so a chain of fifty would hang by softness alone; here all its joints meet their demands at once,
// by elimination along the chain (a block tridiagonal system), in a time that grows with its length. Contacts
// and other joints of the bodies follow as ever.
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

    // Takes chains out of the numbers of edges: joints of which each shares a body with the next, and no more
    // than two of which are at any body inside. Only those take part whose rows are all stiff.
    void find(std::span<const constraint_edge> edges, std::vector<std::uint32_t>& numbers,
              std::span<const std::int32_t> solver_rows, std::int32_t first_body, std::int32_t end_body);

    void begin(std::span<const constraint_edge> edges);
    // When a sub-step begins: the joints are asked again for their rows. A chain that is taut swings to and
    // fro between its links faster than the steps can follow, and would tear itself apart if the directions
    // of its forces stayed where they were when the step began. `bias_rate` is the speed with which errors
    // are mended, by error.
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
    using numbers_of_rows = chain_link::numbers_of_rows;
    using block = chain_link::block;
    using link = chain_link;
    using meeting = joints_at_body;

    [[nodiscard]] static link make_link(const constraint_edge& edge, std::uint32_t number,
                                        std::span<const std::int32_t> solver_rows) noexcept;
    void walk(std::span<const constraint_edge> edges, std::span<const std::uint32_t> numbers,
              std::span<const std::int32_t> solver_rows, std::uint32_t from, std::int32_t first_body);

    void ask_for_rows(std::size_t number, const constraint_edge& edge, std::span<const body_row> rows,
                      const registry_state& state, const solver_step& step, std::uint32_t substep);
    void eliminate(std::size_t number, std::span<const constraint_edge> edges,
                   std::span<const body_row> rows);

    std::vector<link> links_; // one chain after the other
    std::vector<std::array<constraint_row, most_block_rows>> rows_;
    std::vector<meeting> meetings_;
    std::vector<std::uint8_t> states_; // of the numbers: not looked at, looked at, taken
    scalar bias_rate_ = 0;
    std::optional<row_change> changed_rows_;
};

} // namespace orrery::rigid::detail
