// A touch between two bodies of an impact.
#pragma once

#include <orrery/math/scalar.hpp>

#include <cstdint>

namespace orrery::rigid::detail {

struct impact_edge {
    std::uint32_t touch = 0;
    std::uint32_t a = 0; // bodies; the last one of all stands for what cannot be pushed
    std::uint32_t b = 0;
    std::uint32_t round = 0; // in which it was last solved
    scalar approach = 0;     // before it is solved, at the surface
    scalar time = 0;         // of its impact
    scalar parting = 0;      // the speed to have afterwards, at the beginning of the step
};

// When the points of a touch run into each other, and how fast.
struct impact_meeting {
    scalar time = 0;
    scalar speed = 0; // not negative: they do not
};

} // namespace orrery::rigid::detail
