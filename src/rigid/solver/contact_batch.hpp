// The contacts of some islands, laid out for the solver.
#pragma once

#include "rigid/contacts/touch.hpp"
#include "rigid/solver/aligned_buffer.hpp"
#include "rigid/solver/contact_solver.hpp"
#include "rigid/solver/lane_layout.hpp"
#include "rigid/solver/spring_terms.hpp"
#include "rigid/step/body_row.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

// How soft contacts are in a step.
struct contact_softness {
    spring_terms between_moving;
    spring_terms with_fixed;
    scalar substep = 0; // s
};

class contact_batch {
public:
    // How many kinds of contacts there are that are not solved side by side.
    static constexpr std::uint32_t size_count = 6;

    // Chooses places for the touches with these numbers, which must stay until they are read back.
    // `solver_rows` tells where bodies stand in the solver; those of the batch are first_body to end_body,
    // and spare rows follow (lane_layout.hpp).
    void lay_out(std::span<const touch> touches, std::span<const std::uint32_t> numbers,
                 std::span<const std::int32_t> solver_rows, std::int32_t first_body, std::int32_t end_body,
                 int lanes);

    // Fills the groups from begin to end of a run.
    void fill(std::size_t run_number, std::uint32_t begin, std::uint32_t end, std::span<const touch> touches,
              std::span<const manifold> manifolds, std::span<const body_row> rows,
              const contact_softness& softness) const;

    // Takes the impulses back out.
    void read_back(std::size_t run_number, std::uint32_t begin, std::uint32_t end, std::span<touch> touches,
                   std::span<const manifold> manifolds) const;

    [[nodiscard]] std::span<const contact_run> runs() const noexcept { return runs_; }

    [[nodiscard]] std::span<const lane_layout::color> colors() const noexcept { return layout_.colors(); }

private:
    // Numbers in the block of a group.
    [[nodiscard]] std::size_t block_size(const contact_run& run) const noexcept {
        return static_cast<std::size_t>(contact_fields::count(static_cast<int>(run.points))) *
               static_cast<std::size_t>(lanes_);
    }

    int lanes_ = 4;
    std::span<const std::uint32_t> numbers_;
    std::vector<lane_layout::item> items_;
    lane_layout layout_;
    std::vector<contact_run> runs_; // as those of the layout
    aligned_buffer<scalar> data_;
};

} // namespace orrery::rigid::detail
