// What the kernel of `sweep` reads: boxes in ascending order of their upper bounds on one axis, each bound in
// an array of its own. Before the first place of an array there are as many readable ones as the widest lanes
// have.
#pragma once

#include <orrery/spatial/box.hpp>

#include <cstddef>
#include <cstdint>

namespace orrery::spatial {

inline constexpr std::size_t places_before_sweep_order = 16;

template <any_box Box>
struct sweep_order {
    using value_type = typename Box::value_type;

    const std::uint32_t* indices;
    const value_type* lower;
    const value_type* upper;
    // The axes across.
    const value_type* other_lower[Box::dimension - 1];
    const value_type* other_upper[Box::dimension - 1];
};

} // namespace orrery::spatial
