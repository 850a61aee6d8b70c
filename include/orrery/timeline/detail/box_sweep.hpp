// Sets of boxes that hang together.
#pragma once

#include <orrery/timeline/detail/disjoint_sets.hpp>
#include <orrery/timeline/detail/reach_box.hpp>

#include <cstddef>
#include <vector>

namespace orrery::time::detail {

struct placed_box {
    reach_box around{};
    std::size_t place = 0; // of its owner in the sets
};

// Unites the owners of boxes that meet. Sorts the boxes along the axis on which they are farthest apart, and
// compares each with those that begin before it ends.
void unite_meeting(std::vector<placed_box>& boxes, disjoint_sets& sets);

} // namespace orrery::time::detail
