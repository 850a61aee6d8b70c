// How a body moved through a step.
#pragma once

#include "rigid/continuous/moving_collider.hpp"

#include <cstdint>

namespace orrery::rigid::detail {

struct body_path {
    body_sweep way;    // turned as its velocity at the end would have turned it
    scalar length = 0; // of the longest way that one of its points can have gone
    aabb3 swept;       // around a body that moves, on all its way
    // The same of all ways that were tried: what is on one of them may have led it to another.
    aabb3 tried = aabb3::empty();
    scalar reached = 1; // of the step, before it met something
    // The kinematic body that has pushed it aside, as a row.
    std::uint32_t pushed_by = no_row;
    scalar pushed_from = 0;   // of the step, when that began
    bool is_swift = false;    // so far that it may have passed through something without touching it
    bool is_fast = false;     // swift, and it can be stopped
    bool is_stray = false;    // its way leads out of the fat box that the broad phase knows
    bool is_slid = false;     // its way was bent along a surface
    bool is_bent = false;     // so was its way in front of a kinematic body, and it turns less
    bool is_off_push = false; // it was bent after it was pushed, and may be in front of the pusher again
};

// A body that moves less than this share of the largest ball inside it overlaps whatever it meets by so
// little that contacts push it out on the side it came from.
inline constexpr scalar safe_share = scalar(0.5);

} // namespace orrery::rigid::detail
