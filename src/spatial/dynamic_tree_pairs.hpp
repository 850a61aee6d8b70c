// How a dynamic tree finds pairs: all of its leaves' own boxes, or those of the fat boxes that changed.
#pragma once

#include <orrery/spatial/detail/inline_stack.hpp>
#include <orrery/spatial/dynamic_tree.hpp>

namespace orrery::spatial::detail {

template <any_box Box>
class dynamic_tree_pairs {
public:
    using tree_type = dynamic_tree<Box>;
    using node_type = typename tree_type::node_type;

    // Each task finds the pairs of so many ids, times 64, that have moved.
    static constexpr std::size_t words_a_task = 16;

    dynamic_tree_pairs(const tree_type& tree, pair_buffer& found) noexcept
        : tree_(tree)
        , found_(found) {}

    [[nodiscard]] static std::uint32_t task_count(const tree_type& tree) noexcept;

    // The pairs of all boxes.
    void append_all(std::uint32_t task);

    // The pairs of the fat boxes of leaves that have moved.
    void append_moved(std::uint32_t task);

private:
    // Two nodes with boxes that meet, or one and the same.
    struct node_pair {
        node_type first;
        node_type second;
    };

    void run();
    void within(node_type node);
    void between(node_type first, node_type second);
    void between_leaf_and_branch(node_type leaf, node_type branch);
    void append_partners(std::uint32_t id);
    void append_moved_pair(std::uint32_t id, std::uint32_t other);

    const tree_type& tree_;
    pair_buffer& found_;
    inline_stack<node_pair, 128> waiting_;
};

} // namespace orrery::spatial::detail
