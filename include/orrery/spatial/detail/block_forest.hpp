// Boxes in an array that is a tree at the same time, without a pointer. Each eight consecutive boxes are a
// block, and a block is a node whose two children come before it: the array is a forest in post-order.
// Whenever the last two trees have the same size, the next block becomes their parent; otherwise it is a
// leaf. So all trees are full binary trees, all but the last two have different sizes, and the box around a
// node is known as soon as its block is written: nothing is ever built afterwards.
//
// Read backwards from a block, the array is all that came before it in pre-order: a node that is not met is
// skipped with all its blocks by subtracting their number. That is the whole search, and it needs no stack.
//
// Where many searches follow, there is a second tree above the blocks once they are connected: eight blocks
// are a group, eight groups one of the next level, and a step looks at eight boxes. It visits blocks in the
// same order.
#pragma once

#include <orrery/math/simd/level.hpp>
#include <orrery/spatial/box.hpp>
#include <orrery/spatial/pair_list.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::spatial::detail {

// A box around a block and all in the trees below it, and how many blocks that are.
template <any_box Box>
struct forest_node {
    Box around;
    std::uint32_t size;
};

template <any_box Box>
struct block_forest_view; // what its kernels read

inline constexpr std::size_t max_forest_levels = 10; // eight to the power of ten is more than all blocks

template <any_box Box>
class block_forest {
public:
    using value_type = typename Box::value_type;
    static constexpr std::uint32_t block_size = 8;

    void clear() noexcept;

    [[nodiscard]] std::uint32_t block_count() const noexcept {
        return static_cast<std::uint32_t>(nodes_.size());
    }

    // Adds an element behind all others; everything is up to date afterwards.
    void append(std::uint32_t index, const Box& box);

    // The other way to fill it, in any order and on several threads: make room for blocks, write each of
    // them, then connect. A place of a block whose bit in `used` is not set stays empty. Returns the sum of
    // the lengths of all sides of all nodes, in the unit of finite_extent: the less, the better the order.
    void make_room(std::size_t block_count);
    void write_block(std::uint32_t block, const std::uint32_t* indices, const Box* boxes, std::uint32_t used);
    double connect(simd::level width);

    // The third way, for elements with consecutive indices: make room for them, write bounds(), then connect.
    // Places behind the last element are empty and stay so when overwritten with empty boxes only.
    void start_blocks(std::uint32_t first_index, std::uint32_t element_count);

    // Of each block, for each axis: eight lower bounds, eight upper ones.
    [[nodiscard]] std::span<value_type> bounds() noexcept { return numbers_; }

    double connect_blocks(simd::level width);

    [[nodiscard]] const forest_node<Box>& node(std::uint32_t block) const noexcept { return nodes_[block]; }

    // The box around the elements of the block itself; not valid when there are none.
    [[nodiscard]] const Box& own_bounds(std::uint32_t block) const noexcept { return own_bounds_[block]; }

    // A bit for each place of the block that is not empty.
    [[nodiscard]] std::uint32_t used(std::uint32_t block) const noexcept { return used_[block]; }

    // Calls visit(index, box) for the elements of the block itself.
    template <typename Visit>
    void for_each_element(std::uint32_t block, Visit&& visit) const {
        for (std::uint32_t lane = 0; lane < block_size; ++lane) {
            if ((used_[block] >> lane & 1) != 0) {
                const Box box = element(block, lane);
                visit(indices_[block * block_size + lane], box);
            }
        }
    }

    // Calls visit(block) for the root of each tree, the last one first.
    template <typename Visit>
    void for_each_tree(Visit&& visit) const {
        for (std::size_t end = nodes_.size(); end > 0; end -= nodes_[end - 1].size) {
            visit(static_cast<std::uint32_t>(end - 1));
        }
    }

    // Calls visit(block) for the two children; the node must have more than its own block.
    template <typename Visit>
    void for_each_child(std::uint32_t block, Visit&& visit) const {
        visit(block - 1);
        visit(block - 1 - nodes_[block - 1].size);
    }

    // Appends the indices of all elements whose boxes meet the box.
    void append_meeting(const Box& box, simd::level width, std::vector<std::uint32_t>& found) const;

    // Appends the pairs among the blocks from begin to end and those before them.
    void append_pairs_before(std::uint32_t begin, std::uint32_t end, simd::level width,
                             pair_buffer& found) const;

    // Appends the pairs between the blocks from begin to end and all of another forest.
    void append_pairs_with(const block_forest& other, std::uint32_t begin, std::uint32_t end,
                           simd::level width, pair_buffer& found) const;

private:
    static constexpr std::size_t numbers_a_block = 2 * Box::dimension * block_size;

    [[nodiscard]] Box element(std::uint32_t block, std::uint32_t lane) const noexcept {
        const value_type* const numbers = numbers_.data() + block * numbers_a_block + lane;
        Box box;
        for (int axis = 0; axis < Box::dimension; ++axis) {
            box.min[axis] = numbers[static_cast<std::size_t>(axis) * 2 * block_size];
            box.max[axis] = numbers[static_cast<std::size_t>(axis) * 2 * block_size + block_size];
        }
        return box;
    }

    void write_element(std::uint32_t block, std::uint32_t lane, std::uint32_t index, const Box& box) noexcept;
    void add_node();
    void raise_levels(simd::level width);
    [[nodiscard]] block_forest_view<Box> view() const noexcept;

    std::vector<forest_node<Box>> nodes_;
    std::vector<Box> own_bounds_;
    std::vector<std::uint8_t> used_;
    std::vector<std::uint32_t> indices_;
    std::vector<value_type> numbers_; // of each block, for each axis: eight lower bounds, eight upper ones
    std::array<std::vector<value_type>, max_forest_levels> levels_; // the same of groups
    std::uint32_t level_count_ = 0;                                 // 0: not known
};

extern template class block_forest<aabb2f>;
extern template class block_forest<aabb2d>;
extern template class block_forest<aabb2i>;
extern template class block_forest<aabb3f>;
extern template class block_forest<aabb3d>;
extern template class block_forest<aabb3i>;

} // namespace orrery::spatial::detail
