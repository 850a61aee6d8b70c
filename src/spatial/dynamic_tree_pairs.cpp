#include "spatial/dynamic_tree_pairs.hpp"

#include <algorithm>
#include <bit>

namespace orrery::spatial::detail {
namespace {

// The tree is cut at this depth into one subtree for each task.
constexpr std::uint32_t task_depth = 6;
constexpr std::size_t least_size_for_tasks = 1024;

} // namespace

template <any_box Box>
std::uint32_t dynamic_tree_pairs<Box>::task_count(const tree_type& tree) noexcept {
    if (tree.size() < 2) {
        return 0;
    }
    return tree.size() < least_size_for_tasks ? 1 : 1u << task_depth;
}

// The bits of the task's number are the way from the root to its subtree, 1 for the second child. The task
// finds the pairs within the subtree and those with everything that hangs to the right of the way. A leaf
// above the cut belongs to the task whose further bits are 0.
template <any_box Box>
void dynamic_tree_pairs<Box>::append_all(std::uint32_t task) {
    const std::uint32_t depth = task_count(tree_) == 1 ? 0 : task_depth;
    inline_stack<std::uint32_t, task_depth> beside; // branches on the way whose second child is beside it
    node_type node = tree_.root();
    Box bounds{};
    for (std::uint32_t step = 0; step < depth; ++step) {
        const std::uint32_t side = task >> (depth - 1 - step) & 1;
        if (tree_type::is_leaf(node)) {
            if (side == 1) {
                return;
            }
            continue;
        }
        if (side == 0) {
            beside.push(node);
        }
        bounds = tree_.branches_[node].boxes[side];
        node = tree_.branches_[node].children[side];
    }
    waiting_.push({node, node});
    run();
    while (!beside.empty()) {
        const auto& branch = tree_.branches_[beside.pop()];
        if (intersects(bounds, branch.boxes[1])) {
            waiting_.push({node, branch.children[1]});
            run();
        }
    }
}

template <any_box Box>
void dynamic_tree_pairs<Box>::run() {
    while (!waiting_.empty()) {
        const node_pair next = waiting_.pop();
        if (next.first == next.second) {
            within(next.first);
        } else {
            between(next.first, next.second);
        }
    }
}

template <any_box Box>
void dynamic_tree_pairs<Box>::within(node_type node) {
    if (tree_type::is_leaf(node)) {
        return;
    }
    const auto& branch = tree_.branches_[node];
    if (intersects(branch.boxes[0], branch.boxes[1])) {
        waiting_.push({branch.children[0], branch.children[1]});
    }
    waiting_.push({branch.children[1], branch.children[1]});
    waiting_.push({branch.children[0], branch.children[0]});
}

template <any_box Box>
void dynamic_tree_pairs<Box>::between(node_type first, node_type second) {
    if (tree_type::is_leaf(first) && tree_type::is_leaf(second)) {
        const std::uint32_t a = tree_type::id_of(first);
        const std::uint32_t b = tree_type::id_of(second);
        if (intersects(tree_.leaves_[a].box, tree_.leaves_[b].box)) {
            found_.push_back(ordered_pair(a, b));
        }
    } else if (tree_type::is_leaf(first)) {
        between_leaf_and_branch(first, second);
    } else if (tree_type::is_leaf(second)) {
        between_leaf_and_branch(second, first);
    } else {
        const auto& a = tree_.branches_[first];
        const auto& b = tree_.branches_[second];
        for (const std::size_t i : {0u, 1u}) {
            for (const std::size_t j : {0u, 1u}) {
                if (intersects(a.boxes[i], b.boxes[j])) {
                    waiting_.push({a.children[i], b.children[j]});
                }
            }
        }
    }
}

template <any_box Box>
void dynamic_tree_pairs<Box>::between_leaf_and_branch(node_type leaf, node_type branch) {
    const Box& box = tree_.leaves_[tree_type::id_of(leaf)].box;
    const auto& parent = tree_.branches_[branch];
    for (const std::size_t side : {0u, 1u}) {
        if (intersects(box, parent.boxes[side])) {
            waiting_.push({leaf, parent.children[side]});
        }
    }
}

template <any_box Box>
void dynamic_tree_pairs<Box>::append_moved(std::uint32_t task) {
    const std::size_t begin = task * words_a_task;
    const std::size_t end = std::min(begin + words_a_task, tree_.moved_.size());
    for (std::size_t word = begin; word < end; ++word) {
        for (std::uint64_t bits = tree_.moved_[word]; bits != 0; bits &= bits - 1) {
            append_partners(static_cast<std::uint32_t>(word * 64) +
                            static_cast<std::uint32_t>(std::countr_zero(bits)));
        }
    }
}

template <any_box Box>
void dynamic_tree_pairs<Box>::append_partners(std::uint32_t id) {
    if (tree_type::is_leaf(tree_.root())) {
        return; // it is alone
    }
    const Box fat = tree_.leaves_[id].fat;
    inline_stack<node_type, 64> waiting;
    waiting.push(tree_.root());
    while (!waiting.empty()) {
        const auto& branch = tree_.branches_[waiting.pop()];
        for (const std::size_t side : {0u, 1u}) {
            if (!intersects(fat, branch.boxes[side])) {
                continue;
            }
            const node_type child = branch.children[side];
            if (tree_type::is_leaf(child)) {
                append_moved_pair(id, tree_type::id_of(child));
            } else {
                waiting.push(child);
            }
        }
    }
}

// Where both have moved, the pair comes from the lower id.
template <any_box Box>
void dynamic_tree_pairs<Box>::append_moved_pair(std::uint32_t id, std::uint32_t other) {
    if (id < other || (other < id && !tree_.has_moved(other))) {
        found_.push_back(ordered_pair(id, other));
    }
}

template class dynamic_tree_pairs<aabb2f>;
template class dynamic_tree_pairs<aabb2d>;
template class dynamic_tree_pairs<aabb2i>;
template class dynamic_tree_pairs<aabb3f>;
template class dynamic_tree_pairs<aabb3d>;
template class dynamic_tree_pairs<aabb3i>;

} // namespace orrery::spatial::detail
