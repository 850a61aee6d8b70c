#include "tests/core/allocation_count.hpp"
#include "tests/spatial/box_list.hpp"

#include <orrery/spatial/traverse.hpp>

#include <gtest/gtest.h>

namespace orrery::spatial::test {
namespace {

// A root with many leaves, of one element each: more than a walk can keep without taking memory.
struct wide_tree {
    using box_type = aabb2i;
    using node_type = std::int32_t;
    std::int32_t count = 0;
    mutable int expanded = 0;

    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(count); }

    [[nodiscard]] static node_type root() { return -1; }

    [[nodiscard]] static aabb2i box(std::int32_t place) { return {{place, 0}, {place, 0}}; }

    template <typename OnChild, typename OnElement>
    void expand(node_type node, OnChild&& on_child, OnElement&& on_element) const {
        ++expanded;
        if (node >= 0) {
            on_element(static_cast<std::uint32_t>(node), box(node));
            return;
        }
        for (std::int32_t place = 0; place < count; ++place) {
            on_child(place, box(place));
        }
    }
};

TEST(traverse, reaches_everything_when_more_is_waiting_than_fits) {
    const wide_tree tree{.count = 1000};
    std::vector<int> times(1000);
    traverse(
        tree, [](const aabb2i&) { return true; },
        [&](std::uint32_t index, const aabb2i&) { ++times[index]; });
    EXPECT_EQ(times, std::vector<int>(1000, 1));
}

TEST(traverse, expands_nothing_after_the_visitor_has_seen_enough) {
    const wide_tree tree{.count = 1000};
    int visited = 0;
    traverse(
        tree, [](const aabb2i&) { return true; },
        [&](std::uint32_t, const aabb2i&) { return ++visited < 3; });
    EXPECT_EQ(visited, 3);
    EXPECT_EQ(tree.expanded, 1 + 3);
}

TEST(traverse, does_not_look_into_nodes_that_are_not_entered) {
    const wide_tree tree{.count = 100};
    std::vector<std::uint32_t> found;
    traverse(
        tree, [](const aabb2i& box) { return box.min.x % 40 == 7; },
        [&](std::uint32_t index, const aabb2i&) { found.push_back(index); });
    EXPECT_EQ(found, (std::vector<std::uint32_t>{87, 47, 7}));
    EXPECT_EQ(tree.expanded, 1 + 3);
}

TEST(traverse_nearest, goes_from_near_to_far_up_to_the_limit) {
    const wide_tree tree{.count = 1000};
    std::vector<std::uint32_t> found;
    traverse_nearest(
        tree, 10.0, [](const aabb2i& box) { return abs(box.min.x - 500.25); },
        [&](std::uint32_t index, const aabb2i&, double bound) {
            found.push_back(index);
            EXPECT_EQ(bound, abs(static_cast<double>(index) - 500.25));
            return 2.0; // a new limit, from the first on
        });
    EXPECT_EQ(found, (std::vector<std::uint32_t>{500, 501, 499, 502}));
}

TEST(traverse_nearest, visits_what_lies_exactly_at_the_limit) {
    const wide_tree tree{.count = 10};
    std::size_t visited = 0;
    traverse_nearest(
        tree, 3.0, [](const aabb2i& box) { return static_cast<double>(box.min.x); },
        [&](std::uint32_t, const aabb2i&, double) {
            ++visited;
            return 3.0;
        });
    EXPECT_EQ(visited, 4u);
}

TEST(inline_stack, takes_memory_only_when_it_overflows) {
    std::vector<int> popped;
    popped.reserve(200);
    EXPECT_EQ(orrery::test::allocations_during([&] {
                  spatial::detail::inline_stack<int, 100> stack;
                  for (int value = 0; value < 100; ++value) {
                      stack.push(value);
                  }
              }),
              0u);
    spatial::detail::inline_stack<int, 100> stack;
    for (int value = 0; value < 200; ++value) {
        stack.push(value);
    }
    EXPECT_EQ(stack.size(), 200u);
    EXPECT_EQ(stack.top(), 199);
    while (!stack.empty()) {
        popped.push_back(stack.pop());
    }
    for (int value = 0; value < 200; ++value) {
        EXPECT_EQ(popped[static_cast<std::size_t>(value)], 199 - value);
    }
}

} // namespace
} // namespace orrery::spatial::test
