// Boxes that move a little from frame to frame, and now and then one that jumps.
#pragma once

#include "tests/spatial/distributions.hpp"

#include <span>
#include <vector>

namespace orrery::spatial::test {

// Moves each box by up to `step` on each axis; one in `jump_every` goes anywhere instead, if that is not 0.
template <any_box Box>
void move_boxes(std::span<Box> boxes, double step, std::uint64_t jump_every, xoshiro256& source) {
    for (Box& box : boxes) {
        const bool jumps = jump_every != 0 && uniform_below(source, jump_every) == 0;
        const double reach = jumps ? world_size : step;
        typename Box::vector_type path;
        for (int axis = 0; axis < Box::dimension; ++axis) {
            path[axis] = static_cast<typename Box::value_type>(uniform_real<double>(source, -reach, reach));
        }
        box = translate(box, path);
    }
}

} // namespace orrery::spatial::test
