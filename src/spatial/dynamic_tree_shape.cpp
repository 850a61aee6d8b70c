#include "spatial/dynamic_tree_shape.hpp"

#include <orrery/spatial/detail/inline_stack.hpp>
#include <orrery/spatial/detail/tree_measure.hpp>

#include <utility>

namespace orrery::spatial::detail {

template <any_box Box>
std::uint32_t dynamic_tree_shape<Box>::take_branch() {
    if (tree_.free_branch_ == tree_type::none) {
        tree_.branches_.emplace_back();
        return static_cast<std::uint32_t>(tree_.branches_.size() - 1);
    }
    const std::uint32_t taken = tree_.free_branch_;
    tree_.free_branch_ = tree_.branches_[taken].place;
    return taken;
}

template <any_box Box>
void dynamic_tree_shape<Box>::hang(std::uint32_t id, node_type likely_sibling) {
    const node_type added = id | tree_type::leaf_bit;
    if (tree_.root_ == tree_type::none) {
        tree_.root_ = added;
        tree_.leaves_[id].place = tree_type::none;
        return;
    }
    const Box fat = tree_.leaves_[id].fat;
    const node_type beside = find_sibling(fat, id, likely_sibling);
    const Box beside_box = tree_.box_of_node(beside);
    const std::uint32_t parent = take_branch();
    tree_.put(parent, beside_box, tree_.place_of(beside)); // mend_upwards() sees that it has grown
    tree_.put(beside, beside_box, parent * 2);
    tree_.put(added, fat, parent * 2 + 1);
    mend_upwards(parent);
}

template <any_box Box>
auto dynamic_tree_shape<Box>::unhang(std::uint32_t id) -> node_type {
    const place_type place = tree_.leaves_[id].place;
    if (place == tree_type::none) {
        tree_.root_ = tree_type::none;
        return tree_type::none;
    }
    const std::uint32_t parent = place / 2;
    const node_type beside = tree_.branches_[parent].children[1 - place % 2];
    const place_type parent_place = tree_.branches_[parent].place;
    tree_.put(beside, tree_.branches_[parent].boxes[1 - place % 2], parent_place);
    tree_.branches_[parent] = {};
    tree_.branches_[parent].place = std::exchange(tree_.free_branch_, parent);
    if (parent_place != tree_type::none) {
        mend_upwards(parent_place / 2);
    }
    return beside;
}

// By how much the measure of all branches grows when a leaf with this box becomes the sibling of the node.
template <any_box Box>
real_of<Box> dynamic_tree_shape<Box>::cost_beside(node_type node, const Box& box) const noexcept {
    real_of<Box> cost = tree_measure(merge(tree_.box_of_node(node), box));
    for (place_type place = tree_.place_of(node); place != tree_type::none;
         place = tree_.branches_[place / 2].place) {
        const Box around = merge(tree_.branches_[place / 2].boxes[0], tree_.branches_[place / 2].boxes[1]);
        cost += tree_measure(merge(around, box)) - tree_measure(around);
    }
    return cost;
}

// Branch and bound (Bittner, Hapala and Havran, "Fast Insertion-Based Optimization of Bounding Volume
// Hierarchies", 2013), the more promising child first. A likely place to start from leaves little to look at.
template <any_box Box>
auto dynamic_tree_shape<Box>::find_sibling(const Box& box, std::uint32_t id, node_type likely) const
    -> node_type {
    using real = real_of<Box>;

    struct candidate {
        real inherited; // what the branch and those above grow by
        node_type branch;
    };

    const real least = tree_measure(box);
    node_type best = likely == tree_type::none ? tree_.root_ : likely;
    real best_cost = cost_beside(best, box);
    detail::inline_stack<candidate, 64> waiting;
    const auto look_at = [&](node_type node, const Box& around, real inherited) {
        const real direct = tree_measure(merge(around, box));
        if (inherited + direct < best_cost) {
            best_cost = inherited + direct;
            best = node;
        }
        return candidate{inherited + direct - tree_measure(around), node};
    };
    const auto keep = [&](const candidate& each) {
        if (!tree_type::is_leaf(each.branch) && each.inherited + least < best_cost) {
            waiting.push(each);
        }
    };
    keep(look_at(tree_.root_, tree_.box_of_node(tree_.root_), 0));
    while (!waiting.empty()) {
        const candidate next = waiting.pop();
        if (next.inherited + least >= best_cost) {
            continue;
        }
        const branch& parent = tree_.branches_[next.branch];
        const candidate first = look_at(parent.children[0], parent.boxes[0], next.inherited);
        const candidate second = look_at(parent.children[1], parent.boxes[1], next.inherited);
        const bool is_first_better = first.inherited < second.inherited;
        keep(is_first_better ? second : first);
        keep(is_first_better ? first : second);
    }
    // Among boxes that are all the same nothing is better than anything else: the bits of the id then spread
    // the leaves, which would become a list otherwise.
    for (std::uint32_t bits = id; !tree_type::is_leaf(best); bits >>= 1) {
        const branch& tied = tree_.branches_[best];
        if (!orrery::contains(tied.boxes[0], box) || !orrery::contains(tied.boxes[1], box)) {
            break;
        }
        best = tied.children[bits & 1];
    }
    return best;
}

// A branch has changed: so may the boxes around it have. Stops where they have not.
template <any_box Box>
void dynamic_tree_shape<Box>::mend_upwards(std::uint32_t number) noexcept {
    while (true) {
        rotate(number);
        const place_type place = tree_.branches_[number].place;
        if (place == tree_type::none) {
            return;
        }
        const Box box = tree_.box_of_node(number);
        Box& known = tree_.branches_[place / 2].boxes[place % 2];
        if (known == box) {
            return;
        }
        known = box;
        number = place / 2;
    }
}

// Exchanges a child for a grandchild on the other side where that makes the branch between them smaller
// (Kensler, "Tree Rotations for Improving Bounding Volume Hierarchies", 2008).
template <any_box Box>
void dynamic_tree_shape<Box>::rotate(std::uint32_t number) noexcept {
    branch& upper = tree_.branches_[number];
    real_of<Box> best_gain = 0;
    std::size_t best_side = 0;
    std::size_t best_slot = 0;
    for (const std::size_t side : {0u, 1u}) {
        if (tree_type::is_leaf(upper.children[side])) {
            continue;
        }
        const branch& lower = tree_.branches_[upper.children[side]];
        const real_of<Box> now = tree_measure(upper.boxes[side]);
        for (const std::size_t slot : {0u, 1u}) {
            const real_of<Box> gain = now - tree_measure(merge(upper.boxes[1 - side], lower.boxes[1 - slot]));
            if (gain > best_gain) {
                best_gain = gain;
                best_side = side;
                best_slot = slot;
            }
        }
    }
    if (!(best_gain > real_of<Box>{0})) {
        return;
    }
    const auto lower_number = upper.children[best_side];
    const branch& lower = tree_.branches_[lower_number];
    const node_type child = upper.children[1 - best_side];
    const Box child_box = upper.boxes[1 - best_side];
    const node_type grandchild = lower.children[best_slot];
    const Box grandchild_box = lower.boxes[best_slot];
    tree_.put(child, child_box, lower_number * 2 + static_cast<std::uint32_t>(best_slot));
    tree_.put(grandchild, grandchild_box, number * 2 + static_cast<std::uint32_t>(1 - best_side));
    upper.boxes[best_side] = tree_.box_of_node(lower_number);
}

template class dynamic_tree_shape<aabb2f>;
template class dynamic_tree_shape<aabb2d>;
template class dynamic_tree_shape<aabb2i>;
template class dynamic_tree_shape<aabb3f>;
template class dynamic_tree_shape<aabb3d>;
template class dynamic_tree_shape<aabb3i>;

} // namespace orrery::spatial::detail
