// How a kd_tree lies in memory. The tree is complete: every leaf is `splits` levels below the root. Nodes are
// numbered in order (left subtree, node, right subtree), so that leaves are even, parents of leaves stand
// between them, and the number alone says where the relatives are. The elements lie in the same order, those
// of a subtree side by side: one offset for each node tells all ranges.
#pragma once

#include <orrery/core/jobs/chunks.hpp>
#include <orrery/spatial/box.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery::spatial::detail {

// Elements in places [begin, end) of the tree's order.
struct place_range {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    [[nodiscard]] constexpr std::uint32_t size() const noexcept { return end - begin; }

    [[nodiscard]] constexpr bool empty() const noexcept { return begin == end; }

    [[nodiscard]] constexpr std::uint32_t middle() const noexcept { return begin + size() / 2; }

    friend bool operator==(const place_range&, const place_range&) = default;
};

// How many levels a node is above the leaves.
[[nodiscard]] constexpr std::uint32_t kd_height(std::uint32_t node) noexcept {
    return static_cast<std::uint32_t>(std::countr_one(node));
}

[[nodiscard]] constexpr bool is_kd_leaf(std::uint32_t node) noexcept {
    return (node & 1) == 0;
}

// How far the children of a node that is no leaf are from it.
[[nodiscard]] constexpr std::uint32_t kd_child_distance(std::uint32_t node) noexcept {
    return ((node + 1) & ~node) >> 1;
}

// The node at a place of a level, counted from the root's.
[[nodiscard]] constexpr std::uint32_t kd_node_at(std::uint32_t splits, std::uint32_t level,
                                                 std::uint32_t place) noexcept {
    return ((2 * place + 1) << (splits - level)) - 1;
}

template <any_box Box>
struct kd_nodes {
    // A list longer than this is cut in halves again and again; the pieces have boxes of their own.
    static constexpr std::uint32_t longest_run = 16;

    std::uint32_t splits = 0;
    std::vector<std::uint32_t> begins;      // of a node's own elements; one more for the end
    std::vector<Box> bounds;                // around all elements of the subtree
    std::vector<Box> own_bounds;            // around those of the inner node 2 i + 1 itself
    std::vector<std::array<Box, 2>> halves; // around both halves of a long run, see halves_at

    [[nodiscard]] std::uint32_t root() const noexcept { return (1u << splits) - 1; }

    [[nodiscard]] std::uint32_t count() const noexcept { return (2u << splits) - 1; }

    // Room for the nodes of so many elements; where the nodes' own begin is still open.
    void resize(std::size_t elements) {
        begins.resize(count() + 1);
        bounds.resize(count());
        own_bounds.resize(count() / 2);
        halves.resize(elements / (longest_run / 2) + 1);
        begins.front() = 0;
        begins.back() = static_cast<std::uint32_t>(elements);
    }

    // The elements that belong to the node itself.
    [[nodiscard]] place_range own(std::uint32_t node) const noexcept {
        return {begins[node], begins[node + 1]};
    }

    // Those of its children and their children as well.
    [[nodiscard]] place_range all(std::uint32_t node) const noexcept {
        const std::uint32_t reach = (node + 1) & ~node;
        return {begins[node - reach + 1], begins[node + reach]};
    }

    // Runs have at least half of longest_run elements, so their middles fall into different slots.
    [[nodiscard]] std::array<Box, 2>& halves_at(place_range run) noexcept {
        return halves[run.middle() / (longest_run / 2)];
    }

    [[nodiscard]] const std::array<Box, 2>& halves_at(place_range run) const noexcept {
        return halves[run.middle() / (longest_run / 2)];
    }
};

} // namespace orrery::spatial::detail
