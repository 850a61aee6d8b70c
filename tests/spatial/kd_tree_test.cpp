#include "tests/core/allocation_count.hpp"
#include "tests/spatial/conformance.hpp"

#include <orrery/spatial/kd_tree.hpp>

namespace orrery::spatial::test {
namespace {

INSTANTIATE_TEST_SUITE_P(kd_tree, broad_phase_conformance, for_boxes_of_all_types<kd_tree>());

template <typename Box>
class kd_tree_of : public testing::Test {};

using all_boxes = testing::Types<aabb2f, aabb2d, aabb2i, aabb3f, aabb3d, aabb3i>;
TYPED_TEST_SUITE(kd_tree_of, all_boxes);

TYPED_TEST(kd_tree_of, keeps_the_boxes_in_its_own_order) {
    for_many_sets<TypeParam>([](std::span<const TypeParam> boxes, xoshiro256&) {
        kd_tree<TypeParam> tree;
        tree.build(boxes);
        ASSERT_EQ(tree.order().size(), boxes.size());
        ASSERT_EQ(tree.boxes().size(), boxes.size());
        std::vector<int> times(boxes.size());
        for (std::size_t place = 0; place < boxes.size(); ++place) {
            EXPECT_EQ(tree.boxes()[place], boxes[tree.order()[place]]);
            ++times[tree.order()[place]];
        }
        EXPECT_EQ(times, std::vector<int>(boxes.size(), 1));
    });
}

TYPED_TEST(kd_tree_of, built_in_place_is_the_same_and_gives_the_boxes_back) {
    thread_pool jobs(2);
    for_many_sets<TypeParam>([&](std::span<const TypeParam> boxes, xoshiro256&) {
        kd_tree<TypeParam> copied;
        copied.build(boxes);
        for (const bool is_parallel : {false, true}) {
            std::vector<TypeParam> borrowed(boxes.begin(), boxes.end());
            kd_tree<TypeParam> tree;
            if (is_parallel) {
                tree.build_in_place(borrowed, jobs);
            } else {
                tree.build_in_place(borrowed);
            }
            EXPECT_EQ(tree.boxes().data(), borrowed.data());
            EXPECT_EQ(as_vector(pairs(tree)), as_vector(pairs(copied)));
            tree.release();
            EXPECT_EQ(tree.size(), 0u);
            EXPECT_TRUE(pairs(tree).empty());
            EXPECT_EQ(borrowed, std::vector<TypeParam>(boxes.begin(), boxes.end()));
        }
    });
}

TEST(kd_tree, gives_borrowed_boxes_back_when_it_is_built_again_moved_to_or_destroyed) {
    const std::vector<aabb2f> original = make_boxes<aabb2f>(distribution::uniform, 500, 1);
    std::vector<aabb2f> first = original;
    std::vector<aabb2f> second = original;
    {
        kd_tree<aabb2f> tree;
        tree.build_in_place(first);
        EXPECT_NE(first, original);
        tree.build_in_place(second);
        EXPECT_EQ(first, original);

        kd_tree<aabb2f> other = std::move(tree);
        EXPECT_EQ(tree.size(), 0u); // NOLINT(bugprone-use-after-move): what is left is an empty tree
        EXPECT_NE(second, original);
        EXPECT_EQ(sorted(as_vector(pairs(other))), all_pairs(std::span<const aabb2f>(original)));
        other = kd_tree<aabb2f>();
        EXPECT_EQ(second, original);
        other.build_in_place(first);
    }
    EXPECT_EQ(first, original);
}

TYPED_TEST(kd_tree_of, finds_places_in_rounds_whose_tasks_have_no_element_in_common) {
    for (const distribution kind :
         {distribution::uniform, distribution::mixed_by_12, distribution::in_a_line}) {
        const std::vector<TypeParam> boxes = make_boxes<TypeParam>(kind, 4000, 2);
        kd_tree<TypeParam> tree;
        tree.build(boxes);
        ASSERT_GT(tree.pair_rounds(), 1u);
        std::vector<index_pair> found;
        for (std::uint32_t round = 0; round < tree.pair_rounds(); ++round) {
            std::vector<std::uint32_t> owner(boxes.size(), tree.tasks_of_round(round));
            for (std::uint32_t task = 0; task < tree.tasks_of_round(round); ++task) {
                pair_buffer places;
                tree.append_places(round, task, places);
                for (const auto [first, second] : places.pairs()) {
                    for (const std::uint32_t place : {first, second}) {
                        EXPECT_TRUE(owner[place] == tree.tasks_of_round(round) || owner[place] == task);
                        owner[place] = task;
                    }
                    found.push_back({tree.order()[first], tree.order()[second]});
                    EXPECT_LT(found.back().first, found.back().second);
                }
            }
        }
        EXPECT_EQ(sorted(found), sorted(as_vector(pairs(tree))));
    }
}

void expect_even_division(const kd_tree<aabb2f>& tree) {
    const auto& nodes = tree.nodes();
    for (std::uint32_t node = 1; node < nodes.count(); node += 2) {
        const std::uint32_t size = nodes.all(node).size();
        if (size >= 64) {
            const auto own = nodes.own(node);
            EXPECT_LE(own.begin - nodes.all(node).begin, size / 4 * 3);
            EXPECT_LE(nodes.all(node).end - own.end, size / 4 * 3);
        }
    }
}

// A stride through the array could find only the far ones; a sampled median must not be taken in.
TEST(kd_tree, divides_evenly_whatever_the_order_of_the_boxes) {
    for (const std::size_t period : {1, 2, 3, 7, 64, 1000}) {
        std::vector<aabb2f> boxes;
        for (std::size_t i = 0; i < 20000; ++i) {
            const auto x = static_cast<float>(i % period == 0 ? i : i + 1'000'000);
            const auto y = static_cast<float>(i * 7919 % 20011);
            boxes.push_back({{x, y}, {x, y}});
        }
        kd_tree<aabb2f> tree;
        tree.build(boxes);
        expect_even_division(tree);
    }
}

// The builder's own first sample, all of it on one side.
TEST(kd_tree, divides_evenly_when_the_sample_is_the_worst_possible) {
    std::vector<aabb2f> boxes;
    for (std::uint32_t i = 0; i < 20000; ++i) {
        const auto x = static_cast<float>(i);
        const auto y = static_cast<float>(i * 7919 % 20011);
        boxes.push_back({{x, y}, {x, y}});
    }
    std::uint32_t turn = 0x8000'0000;
    for (int i = 0; i < 64; ++i, turn += 0x9e37'79b9) {
        aabb2f& box = boxes[std::uint64_t{turn} * boxes.size() >> 32];
        box.min.x += 1'000'000;
        box.max.x += 1'000'000;
    }
    kd_tree<aabb2f> tree;
    tree.build(boxes);
    expect_even_division(tree);
}

TEST(kd_tree, allocates_nothing_when_it_is_built_again_over_as_many_boxes) {
    for (const bool is_in_place : {false, true}) {
        std::vector<aabb3f> boxes = make_boxes<aabb3f>(distribution::uniform, 3000, 3);
        std::vector<aabb3f> others = make_boxes<aabb3f>(distribution::mixed_by_1000, 3000, 4);
        kd_tree<aabb3f> tree;
        const auto build = [&](std::vector<aabb3f>& from) {
            if (is_in_place) {
                tree.build_in_place(from);
            } else {
                tree.build(from);
            }
        };
        build(boxes);
        EXPECT_EQ(orrery::test::allocations_during([&] {
                      build(others);
                      build(boxes);
                  }),
                  0u);
    }
}

} // namespace
} // namespace orrery::spatial::test
