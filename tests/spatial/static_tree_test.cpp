#include "tests/core/allocation_count.hpp"
#include "tests/spatial/conformance.hpp"

#include <orrery/spatial/static_tree.hpp>

#include <algorithm>
#include <numeric>

namespace orrery::spatial::test {
namespace {

INSTANTIATE_TEST_SUITE_P(static_tree, broad_phase_conformance, for_boxes_of_all_types<static_tree>());

template <typename Tree>
class static_tree_of : public testing::Test {};

TYPED_TEST_SUITE(static_tree_of, for_all_boxes<static_tree>);

template <any_box Box>
void expect_same(const static_tree<Box>& a, const static_tree<Box>& b) {
    ASSERT_EQ(a.node_count(), b.node_count());
    EXPECT_TRUE(
        std::equal(a.elements().begin(), a.elements().end(), b.elements().begin(), b.elements().end()));
    for (std::uint32_t number = 0; number < a.node_count(); ++number) {
        const auto& first = a.packed(number);
        const auto& second = b.packed(number);
        ASSERT_EQ(first.first_child, second.first_child);
        ASSERT_EQ(first.first_element, second.first_element);
        ASSERT_EQ(first.child_count, second.child_count);
        ASSERT_EQ(first.element_count, second.element_count);
        for (int slot = 0; slot < first.child_count + first.element_count; ++slot) {
            ASSERT_EQ(first.boxes[slot], second.boxes[slot]);
        }
    }
}

template <any_box Box>
std::size_t depth(const static_tree<Box>& tree, std::uint32_t node) {
    std::size_t deepest = 0;
    tree.expand(
        node, [&](std::uint32_t child, const Box&) { deepest = std::max(deepest, 1 + depth(tree, child)); },
        [](std::uint32_t, const Box&) {});
    return deepest;
}

TYPED_TEST(static_tree_of, has_in_every_slot_the_smallest_box_around_what_is_below) {
    using box = box_of<TypeParam>;
    static_assert(packed_tree<TypeParam>);
    for_many_sets<box>([](std::span<const box> boxes, xoshiro256&) {
        TypeParam tree;
        tree.build(boxes);
        box all = boxes.empty() ? box{} : boxes[0];
        for (const box& each : boxes) {
            all = merge(all, each);
        }
        EXPECT_EQ(tree.bounds(), all);
        for (std::uint32_t number = 0; number < tree.node_count(); ++number) {
            const auto& node = tree.packed(number);
            EXPECT_GE(node.child_count + node.element_count, boxes.size() == 1 ? 1 : 2);
            for (int slot = 0; slot < node.child_count; ++slot) {
                const auto& child = tree.packed(node.first_child + static_cast<std::uint32_t>(slot));
                box below = child.boxes[0];
                for (int inner = 1; inner < child.child_count + child.element_count; ++inner) {
                    below = merge(below, child.boxes[inner]);
                }
                EXPECT_EQ(node.boxes[slot], below);
            }
        }
    });
}

TYPED_TEST(static_tree_of, lists_every_element_once_in_its_order) {
    using box = box_of<TypeParam>;
    TypeParam tree;
    tree.build(make_boxes<box>(distribution::clustered, 700, 3));
    std::vector<std::uint32_t> listed(tree.elements().begin(), tree.elements().end());
    std::vector<std::uint32_t> expected(700);
    std::iota(expected.begin(), expected.end(), 0u);
    EXPECT_NE(listed, expected);
    EXPECT_EQ(sorted(listed), expected);
    tree.number_by_place();
    EXPECT_TRUE(std::ranges::equal(tree.elements(), expected));
}

TYPED_TEST(static_tree_of, is_the_same_tree_on_any_number_of_threads) {
    using box = box_of<TypeParam>;
    for (const distribution kind : {distribution::uniform, distribution::clustered, distribution::extreme}) {
        const std::vector<box> boxes = make_boxes<box>(kind, 9000, 5);
        TypeParam alone;
        alone.build(boxes);
        for (const std::uint32_t threads : {1u, 2u, 3u}) {
            thread_pool jobs(threads);
            TypeParam together;
            together.build(boxes, jobs);
            expect_same(together, alone);
        }
    }
}

TYPED_TEST(static_tree_of, finds_every_pair_once_when_there_are_many_tasks) {
    using box = box_of<TypeParam>;
    for (const distribution kind : {distribution::uniform, distribution::mixed_by_1000}) {
        const std::vector<box> boxes = make_boxes<box>(kind, 3000, 6);
        TypeParam tree;
        tree.build(boxes);
        EXPECT_GE(tree.pair_tasks(), 64u);
        EXPECT_EQ(sorted(as_vector(pairs(tree))), all_pairs(std::span<const box>(boxes)));
    }
}

TYPED_TEST(static_tree_of, allocates_nothing_when_built_again_over_as_many_boxes) {
    using box = box_of<TypeParam>;
    const std::vector<box> boxes = make_boxes<box>(distribution::uniform, 5000, 5);
    TypeParam tree;
    tree.build(boxes);
    EXPECT_EQ(orrery::test::allocations_during([&] { tree.build(boxes); }), 0u);
    TypeParam copy = tree;
    tree.free_build_memory();
    tree.build(boxes);
    expect_same(tree, copy);
}

TYPED_TEST(static_tree_of, looks_at_few_boxes_for_a_small_area) {
    using box = box_of<TypeParam>;
    const std::vector<box> boxes = make_boxes<box>(distribution::uniform, 20000, 5);
    TypeParam tree;
    tree.build(boxes);
    std::size_t looked_at = 0;
    for (std::size_t query = 0; query < 100; ++query) {
        traverse(
            tree,
            [&](const box& each) {
                ++looked_at;
                return intersects(each, boxes[query]);
            },
            [](std::uint32_t, const box&) {});
    }
    // A leaf and its neighbours, and the way there.
    EXPECT_LT(looked_at / 100, box::dimension == 2 ? 90u : 160u);
}

TEST(static_tree, does_not_become_a_list_of_boxes_that_get_smaller_and_smaller) {
    std::vector<aabb2d> boxes;
    double place = 1e140;
    for (int number = 0; number < 10000; ++number) {
        boxes.push_back({{place, 0}, {place, 0}});
        place *= 0.937; // each cut between bins takes but one from the rest
    }
    static_tree<aabb2d> tree;
    tree.build(boxes);
    EXPECT_LE(depth(tree, tree.root()), 64u);
    EXPECT_EQ(intersecting(tree, boxes[9000]).size(), 1u);
}

} // namespace
} // namespace orrery::spatial::test
