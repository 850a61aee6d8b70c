// The rows of constraints for runs of groups; the counterpart of contact_solver.hpp.
#pragma once

#include "rigid/solver/solver_data.hpp"

#include <orrery/math/simd/level.hpp>

namespace orrery::rigid::detail {

using constraint_stage = void (*)(const constraint_run& run, std::uint32_t begin, std::uint32_t end,
                                  const solver_step& step) noexcept;

struct constraint_stages {
    constraint_stage prepare;
    constraint_stage warm_start;
    constraint_stage solve;
    constraint_stage relax;
};

[[nodiscard]] constraint_stages constraint_stages_of(simd::level width) noexcept;

} // namespace orrery::rigid::detail
