// How a dynamic tree gets and keeps its shape: where a new leaf goes, what happens when one is taken out, and
// the rotations on the way up.
#pragma once

#include <orrery/spatial/dynamic_tree.hpp>

namespace orrery::spatial::detail {

template <any_box Box>
class dynamic_tree_shape {
public:
    using tree_type = dynamic_tree<Box>;
    using node_type = typename tree_type::node_type;

    explicit dynamic_tree_shape(tree_type& tree) noexcept
        : tree_(tree) {}

    // Puts a leaf that is in no tree beside the node where it adds least to the measure of all branches.
    // Knowing a sibling that is likely to be good, or `none`, saves time.
    void hang(std::uint32_t id, node_type likely_sibling);

    // Takes a leaf out of the tree; its sibling takes the place of their parent, and is returned.
    node_type unhang(std::uint32_t id);

private:
    using branch = typename tree_type::branch;
    using place_type = typename tree_type::place_type;

    [[nodiscard]] std::uint32_t take_branch();
    [[nodiscard]] real_of<Box> cost_beside(node_type node, const Box& box) const noexcept;
    [[nodiscard]] node_type find_sibling(const Box& box, std::uint32_t id, node_type likely) const;
    void mend_upwards(std::uint32_t number) noexcept;
    void rotate(std::uint32_t number) noexcept;

    tree_type& tree_;
};

} // namespace orrery::spatial::detail
