// A tree over boxes that already lie in an order in which neighbours are near each other: sorted along an
// axis, along the rows of a grid, along a curve. Each sixteen consecutive boxes get a box around them, each
// sixteen of those again, up to one root; there are no pointers, a child is found by its number. It answers
// queries for structures that find their pairs in another way.
//
// The tree knows positions in the order, not what lies there: the structure that owns it keeps its boxes and
// indices in that order and hands them on.
//
//   tree_.build(ordered_boxes_);                                   // after they have been put in order
//
//   using node_type = typename detail::order_tree<Box>::node_type;
//   std::size_t size() const { return tree_.size(); }
//   node_type root() const { return tree_.root(); }
//   void expand(node_type node, auto&& on_child, auto&& on_element) const {
//       tree_.expand(node, on_child, [&](std::size_t begin, std::size_t end) {
//           for (std::size_t place = begin; place < end; ++place) {
//               on_element(indices_[place], ordered_boxes_[place]);
//           }
//       });
//   }
//
// Building reads each box once, about 1 ns a box, and keeps a fifteenth as many; nothing is allocated for as
// many boxes as before.
#pragma once

#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/spatial/box.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::spatial::detail {

template <any_box Box>
class order_tree {
public:
    static constexpr std::size_t fan_out = 16;

    // The place counts within the level; on level 0 are the boxes around sixteen elements.
    struct node_type {
        std::uint32_t level = 0;
        std::uint32_t place = 0;
    };

    void build(std::span<const Box> ordered);
    void build(std::span<const Box> ordered, scheduler& jobs);

    // The number of boxes in the order.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    [[nodiscard]] node_type root() const noexcept { return {level_count_ - 1, 0}; }

    // The box around everything; there must be something.
    [[nodiscard]] const Box& bounds() const noexcept { return boxes_.back(); }

    // Calls on_child(node, box) for each child, or on_range(begin, end) with the positions of the elements.
    template <typename OnChild, typename OnRange>
    void expand(node_type node, OnChild&& on_child, OnRange&& on_range) const {
        const std::size_t begin = std::size_t{node.place} * fan_out;
        if (node.level == 0) {
            const std::size_t end = std::min(begin + fan_out, size_);
            on_range(begin, end);
            return;
        }
        const std::uint32_t level = node.level - 1;
        const std::size_t count = level_begin_[node.level] - level_begin_[level];
        const std::size_t end = std::min(begin + fan_out, count);
        const Box* const boxes = boxes_.data() + level_begin_[level];
        for (std::size_t place = begin; place < end; ++place) {
            on_child(node_type{level, static_cast<std::uint32_t>(place)}, boxes[place]);
        }
    }

private:
    // Makes room for the boxes of all levels and returns how many level 0 has.
    std::size_t lay_out(std::size_t count);
    void build_above_groups();

    // 16^8 boxes are more than an index can name.
    static constexpr std::size_t max_levels = 8;

    std::vector<Box> boxes_; // level after level, the root last
    std::array<std::size_t, max_levels + 1> level_begin_{};
    std::uint32_t level_count_ = 0;
    std::size_t size_ = 0;
};

extern template class order_tree<aabb2f>;
extern template class order_tree<aabb2d>;
extern template class order_tree<aabb2i>;
extern template class order_tree<aabb3f>;
extern template class order_tree<aabb3d>;
extern template class order_tree<aabb3i>;

} // namespace orrery::spatial::detail
