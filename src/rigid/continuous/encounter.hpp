// Two colliders that may run into each other in a step, and what becomes of them.
#pragma once

#include <orrery/math/vector3.hpp>
#include <orrery/rigid/shapes/shape_cast.hpp>

#include <cstdint>

namespace orrery::rigid::detail {

// What becomes of a body that runs into another one.
struct continuous_stop {
    scalar reached = 1; // of the step, before it does
    // Not zero: it is there already, or pushed there, and may go on only along the surface, of which this is
    // the direction in.
    vector3 slides_along{};
    vector3 point{}; // where they meet
    // Not zero: the body touches the other one already, and it is its middle that would go into it.
    vector3 middle_into{};
};

// Two colliders, of which one is swift, that may come near each other on their ways.
struct encounter {
    std::uint32_t a = 0; // the lower number
    std::uint32_t b = 0;
    bool is_touching = false; // when the step began
    continuous_stop stop_a{};
    continuous_stop stop_b{};
};

} // namespace orrery::rigid::detail
