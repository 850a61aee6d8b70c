// The joints of a step: which there are, their rows, and what is done with them before the solver.
#pragma once

#include "rigid/constraints/bracing.hpp"
#include "rigid/constraints/joint_list.hpp"
#include "rigid/constraints/joint_rows.hpp"
#include "rigid/constraints/joint_turning.hpp"
#include "rigid/constraints/limit_rebound.hpp"

namespace orrery::rigid::detail {

struct joint_stage {
    joint_list list;
    joint_rows rows;
    limit_rebound rebound;
    joint_turning turning;
    joint_bracing bracing;
};

} // namespace orrery::rigid::detail
