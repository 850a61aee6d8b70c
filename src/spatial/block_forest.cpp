#include <orrery/spatial/detail/block_forest.hpp>

#include <algorithm>
#include <bit>
#include <numeric>
#include <spatial/block_forest_view.hpp>
#include <spatial/finite.hpp>

#define ORRERY_SIMD_KERNELS "spatial/block_forest.kernel.inl"
#include <orrery/math/simd/compile_kernels.hpp>

namespace orrery::spatial::detail {

namespace {

// Blocks of eight leave nothing to do for wider registers.
simd::level level_for_blocks(simd::level width) noexcept {
    return std::min(width, simd::level::width8);
}

} // namespace

template <any_box Box>
void block_forest<Box>::clear() noexcept {
    make_room(0);
}

template <any_box Box>
void block_forest<Box>::make_room(std::size_t block_count) {
    // The sizes of trees depend on the number of blocks before them alone.
    while (nodes_.size() < block_count) {
        add_node();
    }
    level_count_ = 0;
    nodes_.resize(block_count);
    own_bounds_.resize(block_count);
    used_.resize(block_count);
    indices_.resize(block_count * block_size);
    numbers_.resize(block_count * numbers_a_block);
}

template <any_box Box>
void block_forest<Box>::add_node() {
    const std::size_t count = nodes_.size();
    const std::size_t last = count > 0 ? nodes_[count - 1].size : 0;
    const std::size_t last_but_one = count > last ? nodes_[count - 1 - last].size : 0;
    const bool is_parent = last > 0 && last == last_but_one;
    nodes_.push_back({Box::empty(), static_cast<std::uint32_t>(is_parent ? 2 * last + 1 : 1)});
}

template <any_box Box>
void block_forest<Box>::write_element(std::uint32_t block, std::uint32_t lane, std::uint32_t index,
                                      const Box& box) noexcept {
    indices_[block * block_size + lane] = index;
    value_type* numbers = numbers_.data() + block * numbers_a_block + lane;
    for (int axis = 0; axis < Box::dimension; ++axis) {
        numbers[0] = box.min[axis];
        numbers[block_size] = box.max[axis];
        numbers += std::size_t{2} * block_size;
    }
}

template <any_box Box>
void block_forest<Box>::append(std::uint32_t index, const Box& box) {
    constexpr std::uint8_t full = (1u << block_size) - 1;
    if (used_.empty() || used_.back() == full) {
        make_room(nodes_.size() + 1);
        const std::uint32_t block = block_count() - 1;
        used_[block] = 0;
        own_bounds_[block] = Box::empty();
        nodes_[block].around = Box::empty();
        if (nodes_[block].size > 1) {
            for_each_child(block, [&](std::uint32_t child) {
                nodes_[block].around = merge(nodes_[block].around, nodes_[child].around);
            });
        }
    }
    const std::uint32_t block = block_count() - 1;
    const auto lane = static_cast<std::uint32_t>(std::countr_one(used_[block]));
    write_element(block, lane, index, box);
    used_[block] = static_cast<std::uint8_t>(used_[block] | 1u << lane);
    level_count_ = 0;
    own_bounds_[block] = merge(own_bounds_[block], box);
    nodes_[block].around = merge(nodes_[block].around, box);
}

template <any_box Box>
void block_forest<Box>::write_block(std::uint32_t block, const std::uint32_t* indices, const Box* boxes,
                                    std::uint32_t used) {
    Box bounds = Box::empty();
    for (std::uint32_t lane = 0; lane < block_size; ++lane) {
        if ((used >> lane & 1) != 0) {
            write_element(block, lane, indices[lane], boxes[lane]);
            bounds = merge(bounds, boxes[lane]);
        }
    }
    used_[block] = static_cast<std::uint8_t>(used);
    own_bounds_[block] = bounds;
}

template <any_box Box>
double block_forest<Box>::connect(simd::level width) {
    raise_levels(width);
    double sides = 0;
    for (std::uint32_t block = 0; block < block_count(); ++block) {
        // A leaf is its own children: no branch.
        const std::uint32_t half = nodes_[block].size / 2;
        const std::uint32_t right = block - (half > 0 ? 1 : 0);
        const std::uint32_t left = right - half;
        nodes_[block].around = own_bounds_[block];
        const Box below = merge(nodes_[left].around, nodes_[right].around);
        const Box around = merge(below, own_bounds_[block]);
        nodes_[block].around = around;
        for (int axis = 0; axis < Box::dimension; ++axis) {
            sides += max(finite_extent(around, axis), 0.0);
        }
    }
    return sides;
}

template <any_box Box>
void block_forest<Box>::raise_levels(simd::level width) {
    level_count_ = 0;
    if (block_count() == 0) {
        return;
    }
    std::size_t below = block_count();
    std::array<value_type*, max_forest_levels> levels;
    do {
        const std::size_t groups = (below + block_size - 1) / block_size;
        std::vector<value_type>& level = levels_[level_count_];
        level.resize(groups * numbers_a_block);
        levels[level_count_++] = level.data();
        below = groups;
    } while (below > 1);
    ORRERY_SIMD_KERNEL(level_for_blocks(width), forests::searcher<Box>::template raise_levels)
    (own_bounds_.data(), block_count(), levels.data(), level_count_);
}

template <any_box Box>
void block_forest<Box>::start_blocks(std::uint32_t first_index, std::uint32_t element_count) {
    constexpr std::uint32_t full = (1u << block_size) - 1;
    make_room((element_count + block_size - 1) / block_size);
    std::iota(indices_.begin(), indices_.end(), first_index);
    std::fill(used_.begin(), used_.end(), static_cast<std::uint8_t>(full));
    const std::uint32_t in_last = element_count % block_size;
    if (in_last != 0) {
        const std::uint32_t last = block_count() - 1;
        used_[last] = static_cast<std::uint8_t>((1u << in_last) - 1);
        for (std::uint32_t lane = in_last; lane < block_size; ++lane) {
            write_element(last, lane, indices_[last * block_size + lane], Box::empty());
        }
    }
}

template <any_box Box>
double block_forest<Box>::connect_blocks(simd::level width) {
    ORRERY_SIMD_KERNEL(level_for_blocks(width), forests::searcher<Box>::template find_bounds)
    (numbers_.data(), own_bounds_.data(), block_count());
    return connect(width);
}

template <any_box Box>
block_forest_view<Box> block_forest<Box>::view() const noexcept {
    block_forest_view<Box> made{nodes_.data(),   own_bounds_.data(), used_.data(), indices_.data(),
                                numbers_.data(), block_count(),      level_count_, {}};
    for (std::uint32_t level = 0; level < level_count_; ++level) {
        made.levels[level] = levels_[level].data();
    }
    return made;
}

template <any_box Box>
void block_forest<Box>::append_meeting(const Box& box, simd::level width,
                                       std::vector<std::uint32_t>& found) const {
    if (block_count() == 0) {
        return; // as it is for three of the four forests most of the time
    }
    ORRERY_SIMD_KERNEL(level_for_blocks(width), forests::searcher<Box>::template box_meets)(view(), box,
                                                                                            found);
}

template <any_box Box>
void block_forest<Box>::append_pairs_before(std::uint32_t begin, std::uint32_t end, simd::level width,
                                            pair_buffer& found) const {
    ORRERY_SIMD_KERNEL(level_for_blocks(width), forests::searcher<Box>::template pairs_before)(view(), begin,
                                                                                               end, found);
}

template <any_box Box>
void block_forest<Box>::append_pairs_with(const block_forest& other, std::uint32_t begin, std::uint32_t end,
                                          simd::level width, pair_buffer& found) const {
    ORRERY_SIMD_KERNEL(level_for_blocks(width), forests::searcher<Box>::template pairs_with)
    (view(), begin, end, other.view(), found);
}

template class block_forest<aabb2f>;
template class block_forest<aabb2d>;
template class block_forest<aabb2i>;
template class block_forest<aabb3f>;
template class block_forest<aabb3d>;
template class block_forest<aabb3i>;

} // namespace orrery::spatial::detail
