// A tree over boxes that stay where they are: the triangles of a mesh, the walls of a level. It takes its
// time when it is built, by the surface-area heuristic, and is quick to ask. Nodes have up to eight
// slots whose boxes lie side by side, so a query tests a whole node at once; a slot is a child or an element.
// For the same boxes the tree is the same on any number of threads. static_tree_archive.hpp saves and loads
// it.
//
// Building takes about 0.2 microseconds a box. Memory is 28 bytes a box (2-D float; 39 in 3-D), and for
// building 60 more (84), which free_build_memory() gives back.
#pragma once

#include <orrery/spatial/box_pack.hpp>
#include <orrery/spatial/broad_phase.hpp>
#include <orrery/spatial/detail/split_hierarchy.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::spatial {

namespace detail {
template <any_box Box>
class static_tree_loader;
} // namespace detail

template <any_box Box>
class static_tree {
public:
    using box_type = Box;
    using node_type = std::uint32_t;
    static constexpr int width = 8;
    using packed_node_type = packed_node<Box, width>;

    void build(std::span<const Box> boxes);
    void build(std::span<const Box> boxes, scheduler& jobs);

    // Building again then allocates.
    void free_build_memory() noexcept { hierarchy_.clear(); }

    [[nodiscard]] std::size_t size() const noexcept { return elements_.size(); }

    // The indices of the boxes in the order of the tree: what lies side by side in space does so here. A
    // program may sort its own data the same way, so that queries find it close together.
    [[nodiscard]] std::span<const std::uint32_t> elements() const noexcept { return elements_; }

    // Gives each box its place in that order as its index: for a program that has sorted its data so.
    void number_by_place() noexcept {
        for (std::uint32_t place = 0; place < elements_.size(); ++place) {
            elements_[place] = place;
        }
    }

    // Around all boxes; the point zero when there are none.
    [[nodiscard]] const Box& bounds() const noexcept { return bounds_; }

    [[nodiscard]] node_type root() const noexcept { return 0; }

    template <typename OnChild, typename OnElement>
    void expand(node_type node, OnChild&& on_child, OnElement&& on_element) const {
        const packed_node_type& parent = nodes_[node];
        for (int slot = 0; slot < parent.child_count; ++slot) {
            const Box box = parent.boxes[slot];
            on_child(parent.first_child + static_cast<std::uint32_t>(slot), box);
        }
        for (int number = 0; number < parent.element_count; ++number) {
            const Box box = parent.boxes[parent.child_count + number];
            on_element(elements_[parent.first_element + static_cast<std::uint32_t>(number)], box);
        }
    }

    [[nodiscard]] std::size_t node_count() const noexcept { return nodes_.size(); }

    // The same for walks that look at all slots at once.
    [[nodiscard]] const packed_node_type& packed(node_type node) const noexcept { return nodes_[node]; }

    [[nodiscard]] std::uint32_t element(std::uint32_t place) const noexcept { return elements_[place]; }

    [[nodiscard]] std::uint32_t pair_tasks() const noexcept {
        return static_cast<std::uint32_t>(pair_tasks_.size());
    }

    void append_pairs(std::uint32_t task, pair_buffer& found) const;

private:
    friend class detail::static_tree_loader<Box>;

    // Two nodes between which pairs are to be found, or one and the same within which they are.
    struct node_pair {
        std::uint32_t first = 0;
        std::uint32_t second = 0;
    };

    void make_nodes();
    void make_pair_tasks();

    std::vector<packed_node_type> nodes_; // level by level
    std::vector<std::uint32_t> elements_;
    std::vector<node_pair> pair_tasks_;
    Box bounds_;
    detail::split_hierarchy<Box> hierarchy_;
};

extern template class static_tree<aabb2f>;
extern template class static_tree<aabb2d>;
extern template class static_tree<aabb2i>;
extern template class static_tree<aabb3f>;
extern template class static_tree<aabb3d>;
extern template class static_tree<aabb3i>;

} // namespace orrery::spatial
