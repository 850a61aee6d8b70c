#include "tests/core/allocation_count.hpp"
#include "tests/spatial/dynamic_tree_twin.hpp"

#include <orrery/core/jobs/thread_pool.hpp>
#include <orrery/spatial/persistent_pairs.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

namespace orrery::spatial::test {
namespace {

using pair_vector = std::vector<index_pair>;

pair_vector listed(std::span<const index_pair> pairs) {
    return {pairs.begin(), pairs.end()};
}

template <typename Box>
class persistent_pairs_of : public testing::Test {};

using all_boxes = testing::Types<aabb2f, aabb2d, aabb2i, aabb3f, aabb3d, aabb3i>;
TYPED_TEST_SUITE(persistent_pairs_of, all_boxes);

TYPED_TEST(persistent_pairs_of, hold_what_meets_and_nothing_that_is_apart) {
    using box = TypeParam;
    moving_boxes<box> world(1);
    persistent_pairs<box> contacts;
    for (int round = 0; round < 40; ++round) {
        world.change(30);
        contacts.update(world.tree);
        const pair_vector meet = world.pairs_where([&](std::uint32_t a, std::uint32_t b) {
            return intersects(world.tree.fat_box(a), world.tree.fat_box(b));
        });
        const pair_vector near = world.pairs_where(
            [&](std::uint32_t a, std::uint32_t b) { return !world.tree.have_parted(a, b); });
        const pair_vector held = listed(contacts.pairs());
        EXPECT_TRUE(std::includes(held.begin(), held.end(), meet.begin(), meet.end()));
        EXPECT_TRUE(std::includes(near.begin(), near.end(), held.begin(), held.end()));
    }
}

TYPED_TEST(persistent_pairs_of, are_those_before_plus_joined_minus_parted) {
    using box = TypeParam;
    moving_boxes<box> world(2);
    moving_boxes<box> twin(2);
    persistent_pairs<box> contacts;
    persistent_pairs<box> on_jobs;
    thread_pool jobs(3);
    pair_vector before;
    for (int round = 0; round < 40; ++round) {
        world.change(30);
        contacts.update(world.tree);
        pair_vector remaining;
        std::set_difference(before.begin(), before.end(), contacts.parted().begin(), contacts.parted().end(),
                            std::back_inserter(remaining));
        EXPECT_EQ(remaining.size() + contacts.parted().size(), before.size());
        pair_vector after;
        std::set_union(remaining.begin(), remaining.end(), contacts.joined().begin(), contacts.joined().end(),
                       std::back_inserter(after));
        EXPECT_EQ(remaining.size() + contacts.joined().size(), after.size());
        EXPECT_EQ(listed(contacts.pairs()), after);
        before = after;

        twin.change(30);
        on_jobs.update(twin.tree, jobs);
        EXPECT_EQ(listed(on_jobs.joined()), listed(contacts.joined()));
        EXPECT_EQ(listed(on_jobs.parted()), listed(contacts.parted()));
    }
}

TEST(persistent_pairs, do_not_join_and_part_while_a_leaf_trembles_at_the_limit) {
    dynamic_tree<aabb2f> tree({.margin = 1, .prediction = 0, .separation = 3});
    persistent_pairs<aabb2f> contacts;
    tree.insert({{0, 0}, {1, 1}});
    const std::uint32_t id = tree.insert({{2, 0}, {3, 1}});
    contacts.update(tree);
    EXPECT_EQ(listed(contacts.joined()), (pair_vector{{0, 1}}));
    for (int times = 0; times < 4; ++times) {
        const float x = times % 2 == 0 ? 5.0f : 2.0f; // the fat boxes are 2 from each other, or meet
        EXPECT_TRUE(tree.move(id, {{x, 0}, {x + 1, 1}}));
        contacts.update(tree);
        EXPECT_TRUE(contacts.joined().empty());
        EXPECT_TRUE(contacts.parted().empty());
    }
    tree.move(id, {{6.5f, 0}, {7.5f, 1}});
    contacts.update(tree);
    EXPECT_EQ(listed(contacts.parted()), (pair_vector{{0, 1}}));
    tree.move(id, {{5, 0}, {6, 1}});
    contacts.update(tree);
    EXPECT_TRUE(contacts.joined().empty()); // near enough to stay, not to join
    tree.move(id, {{2, 0}, {3, 1}});
    contacts.update(tree);
    EXPECT_EQ(listed(contacts.joined()), (pair_vector{{0, 1}}));
}

TEST(persistent_pairs, part_and_join_when_an_id_goes_to_another_leaf) {
    dynamic_tree<aabb2f> tree;
    persistent_pairs<aabb2f> contacts;
    tree.insert({{0, 0}, {1, 1}});
    tree.insert({{0, 0}, {1, 1}});
    contacts.update(tree);
    tree.remove(1);
    EXPECT_EQ(tree.insert({{0, 0}, {1, 1}}), 1u);
    contacts.update(tree);
    EXPECT_EQ(listed(contacts.parted()), (pair_vector{{0, 1}}));
    EXPECT_EQ(listed(contacts.joined()), (pair_vector{{0, 1}}));
    EXPECT_EQ(contacts.pairs().size(), 1u);
    tree.remove(0);
    contacts.update(tree);
    EXPECT_EQ(listed(contacts.parted()), (pair_vector{{0, 1}}));
    EXPECT_TRUE(contacts.pairs().empty());
}

TEST(persistent_pairs, go_on_from_a_copy) {
    moving_boxes<aabb3f> world(7);
    persistent_pairs<aabb3f> contacts;
    world.change(200);
    contacts.update(world.tree);
    moving_boxes<aabb3f> later = world;
    persistent_pairs<aabb3f> copy(contacts);
    world.change(100);
    contacts.update(world.tree);
    later.change(100);
    copy.update(later.tree);
    EXPECT_EQ(listed(copy.pairs()), listed(contacts.pairs()));
    EXPECT_EQ(listed(copy.joined()), listed(contacts.joined()));
    EXPECT_EQ(listed(copy.parted()), listed(contacts.parted()));
}

TEST(persistent_pairs, allocate_nothing_once_they_have_been_as_many) {
    const std::vector<aabb2f> start = make_boxes<aabb2f>(distribution::uniform, 1000, 1);
    dynamic_tree<aabb2f> tree;
    tree.build(start);
    persistent_pairs<aabb2f> contacts;
    const auto there_and_back = [&] {
        for (const float x : {9.0f, 0.0f}) {
            for (std::uint32_t id = 0; id < start.size(); id += 10) {
                tree.move(id, translate(start[id], {x, 0}));
            }
            contacts.update(tree);
        }
    };
    there_and_back();
    there_and_back();
    EXPECT_EQ(orrery::test::allocations_during(there_and_back), 0u);
}

} // namespace
} // namespace orrery::spatial::test
