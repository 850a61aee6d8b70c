// What the kernels of block_forest read.
#pragma once

#include <orrery/spatial/detail/block_forest.hpp>

namespace orrery::spatial::detail {

template <any_box Box>
struct block_forest_view {
    const forest_node<Box>* nodes;
    const Box* own_bounds;
    const std::uint8_t* used;
    const std::uint32_t* indices;
    const typename Box::value_type* numbers;
    std::uint32_t block_count;
    // The levels above the blocks, as far as they are known: eight bounds of each kind like those of a block,
    // of eight blocks on the first level, of eight groups of these on the next. The last has one group.
    std::uint32_t level_count;
    const typename Box::value_type* levels[max_forest_levels];
};

} // namespace orrery::spatial::detail
