// The constraints of some islands, laid out for the solver; the counterpart of contact_batch.hpp.
#pragma once

#include "rigid/constraints/constraint_edge.hpp"
#include "rigid/solver/aligned_buffer.hpp"
#include "rigid/solver/constraint_solver.hpp"
#include "rigid/solver/lane_layout.hpp"
#include "rigid/solver/spring_terms.hpp"
#include "rigid/step/body_row.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

class constraint_batch {
public:
    void lay_out(std::span<const constraint_edge> edges, std::span<const row_counts> sizes,
                 std::span<const std::uint32_t> numbers, std::span<const std::int32_t> solver_rows,
                 std::int32_t first_body, std::int32_t end_body, int lanes);

    // `stiff` is the spring of rows that ask for none.
    void fill(std::span<const constraint_edge> edges, std::span<const body_row> rows,
              const spring_terms& stiff, scalar substep) const;
    void read_back(std::span<const constraint_edge> edges) const;

    // Lets constraints that want to look at what the solver has come to, in the groups from begin to end of a
    // run. Nothing for runs without such ones.
    void iterate(std::size_t run_number, std::uint32_t begin, std::uint32_t end,
                 std::span<const constraint_edge> edges, const registry_state& state,
                 const solver_step& step) const;

    [[nodiscard]] std::span<const constraint_run> runs() const noexcept { return runs_; }

    [[nodiscard]] std::span<const lane_layout::color> colors() const noexcept { return layout_.colors(); }

private:
    [[nodiscard]] std::size_t block_size(const constraint_run& run) const noexcept {
        return static_cast<std::size_t>(constraint_fields::count(run.block_rows, run.single_rows)) *
               static_cast<std::size_t>(lanes_);
    }

    // Whether one of a run wants to be asked.
    [[nodiscard]] bool is_iterating(std::span<const constraint_edge> edges, std::size_t run_number) const;
    // Of a joint in a lane; the bodies are those of the lane, in the solver.
    void iterate(const constraint_edge& edge, const constraint_run& run, const scalar* first,
                 const scalar* second, scalar* lane, const registry_state& state,
                 const solver_step& step) const;

    // Calls function(number of the edge, its lane, its run).
    template <typename Function>
    void for_each_lane(Function function) const;

    int lanes_ = 4;
    std::span<const std::uint32_t> numbers_;
    std::vector<lane_layout::item> items_;
    lane_layout layout_;
    std::vector<constraint_run> runs_;
    std::vector<std::uint8_t> does_iterate_; // of runs
    aligned_buffer<scalar> data_;
};

} // namespace orrery::rigid::detail
