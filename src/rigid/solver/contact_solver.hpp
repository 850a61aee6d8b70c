// The equations of contact for runs of groups; see solver_data.hpp for the data and contact_solver.kernel.inl
// for the equations. What is computed does not depend on how a run is cut, nor on the SIMD level.
#pragma once

#include "rigid/solver/solver_data.hpp"

#include <orrery/math/simd/level.hpp>

namespace orrery::rigid::detail {

// The lanes of a group at a level: how the data must be laid out for it.
[[nodiscard]] int lanes_of(simd::level width) noexcept;

// One stage of the solver for the groups from begin to end of a run.
using contact_stage = void (*)(const contact_run& run, std::uint32_t begin, std::uint32_t end,
                               const solver_step& step) noexcept;

struct contact_stages {
    contact_stage prepare;
    contact_stage warm_start;
    contact_stage solve;
    contact_stage relax;
};

[[nodiscard]] contact_stage contact_relaxation_of(simd::level width) noexcept;
[[nodiscard]] contact_stages contact_stages_of(simd::level width) noexcept;

} // namespace orrery::rigid::detail
