// A joint of a chain that is solved as a whole.
#pragma once

#include "rigid/constraints/constraint_edge.hpp"

#include <array>
#include <cstdint>

namespace orrery::rigid::detail {

struct chain_link {
    using row_values = std::array<scalar, most_block_rows>;
    using block = std::array<row_values, most_block_rows>;

    std::uint32_t edge = 0;
    std::uint32_t candidate = 0; // index among the candidates
    std::int32_t a = 0;          // in the solver
    std::int32_t b = 0;
    std::uint32_t rows = 0;
    bool does_a_move = false;
    bool does_b_move = false;
    bool is_entered_by_a = false; // the body it shares with the link before
    bool is_first = false;        // of its chain
    block factors{};              // of its diagonal block: L below the diagonal, 1 / D on it
    block to_previous{};          // coupling with the link before
    block from_next{};            // share of the next link's solution in this one
    row_values impulse{};
    row_values solution{};
};

// The joints at a body, as indices among the candidates.
struct joints_at_body {
    std::uint32_t count = 0;
    std::array<std::uint32_t, 2> joints{};
};

// A joint that had more or fewer stiff rows in a sub-step than at the beginning of the step, whose rows were
// used.
struct chain_row_change {
    std::uint32_t edge = 0;
    std::uint32_t before = 0;
    std::uint32_t now = 0;
};

} // namespace orrery::rigid::detail
