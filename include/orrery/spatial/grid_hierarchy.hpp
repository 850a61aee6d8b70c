// Grids for boxes of all sizes: boxes of similar size lie together in one grid, with cells as large as they
// are; those of different grids look each other up. This is the fastest broad phase for boxes that all move
// and are rebuilt each frame, whether they are spread evenly, clustered or mixed in size: about 20 ns a box
// for a build and all pairs of 80 000 boxes in the plane.
//
// Cells take no memory, so neither far outliers nor empty regions cost anything; only when more than 2^31
// cells would be needed do they become larger than the boxes in them. Boxes much longer than wide cost more,
// since the longest side decides where a box goes. Infinite ones are compared with all others.
#pragma once

#include <orrery/math/simd/level.hpp>
#include <orrery/spatial/broad_phase.hpp>
#include <orrery/spatial/detail/cell_level.hpp>
#include <orrery/spatial/detail/order_tree.hpp>
#include <orrery/spatial/detail/size_classes.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::spatial {

struct grid_hierarchy_settings {
    // How many boxes are compared at once; changes the speed and nothing else. Rows are short: more than
    // eight rarely have something to do.
    simd::level simd_level = std::min(simd::best_level(), simd::level::width8);
};

template <any_box Box>
class grid_hierarchy {
public:
    using box_type = Box;

    // A node of the tree over one grid; the root of all is above them.
    struct node_type {
        std::uint32_t grid = 0;
        typename detail::order_tree<Box>::node_type node{};
    };

    explicit grid_hierarchy(grid_hierarchy_settings settings = {})
        : settings_(settings) {}

    void build(std::span<const Box> boxes);
    void build(std::span<const Box> boxes, scheduler& jobs);

    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    [[nodiscard]] node_type root() const noexcept { return {all_grids, {}}; }

    template <typename OnChild, typename OnElement>
    void expand(node_type node, OnChild&& on_child, OnElement&& on_element) const {
        if (node.grid == all_grids) {
            for (std::uint32_t grid = 0; grid < grid_count_; ++grid) {
                on_child(node_type{grid, trees_[grid].root()}, trees_[grid].bounds());
            }
            for (std::size_t i = 0; i < unbounded_.size(); ++i) {
                on_element(unbounded_[i], unbounded_boxes_[i]);
            }
            return;
        }
        const detail::cell_level<Box>& level = levels_[node.grid];
        trees_[node.grid].expand(
            node.node, [&](auto child, const Box& bounds) { on_child(node_type{node.grid, child}, bounds); },
            [&](std::size_t begin, std::size_t end) {
                for (std::size_t place = begin; place < end; ++place) {
                    on_element(level.indices()[place], level.boxes()[place]);
                }
            });
    }

    [[nodiscard]] std::uint32_t pair_tasks() const noexcept {
        return static_cast<std::uint32_t>(tasks_.size());
    }

    void append_pairs(std::uint32_t task, pair_buffer& found) const;

    // How many grids the sizes of the boxes asked for.
    [[nodiscard]] std::size_t grid_count() const noexcept { return grid_count_; }

private:
    static constexpr std::uint32_t all_grids = 0xffff'ffff;

    // Boxes begin to end of one grid look for those of another, or of their own.
    struct pair_task {
        std::uint32_t seekers = 0; // all_grids: those without bounds
        std::uint32_t grid = 0;
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    void plan_tasks();
    void plan_tasks(std::uint32_t seekers, std::uint32_t grid, double cost_of_a_box);
    void append_unbounded_pairs(const pair_task& task, pair_buffer& found) const;

    grid_hierarchy_settings settings_;
    std::size_t size_ = 0;
    std::size_t grid_count_ = 0;
    std::vector<detail::cell_level<Box>> levels_; // the first grid_count_ are in use, largest boxes first
    std::vector<detail::order_tree<Box>> trees_;
    std::vector<std::uint32_t> unbounded_;
    std::vector<Box> unbounded_boxes_;
    std::vector<pair_task> tasks_;

    // Kept for the next build.
    detail::size_classes<Box> sizes_;
    detail::radix_sorter<std::uint32_t> sorter_;
    std::vector<detail::cell_entry> scratch_;
};

extern template class grid_hierarchy<aabb2f>;
extern template class grid_hierarchy<aabb2d>;
extern template class grid_hierarchy<aabb2i>;
extern template class grid_hierarchy<aabb3f>;
extern template class grid_hierarchy<aabb3d>;
extern template class grid_hierarchy<aabb3i>;

} // namespace orrery::spatial
