// What belongs to a part; that it goes through the same bits is in behaviour/parts_test.cpp.
#include "tests/rigid/small_world.hpp"

#include <orrery/rigid/contact.hpp>
#include <orrery/rigid/joints/ball_joint.hpp>
#include <orrery/rigid/parts.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace orrery::rigid {
namespace {

// Two stacks of two on a floor, one joint in the first, and a pair that does not meet in the second.
struct two_stacks {
    two_stacks() {
        in.add_floor();
        for (std::uint64_t number = 0; number < 4; ++number) {
            const auto height = scalar(0.5) + static_cast<scalar>(number % 2);
            ids[number] = in.add({.position = {number < 2 ? scalar(0) : scalar(5), height, 0},
                                  .shape = box({scalar(0.5), scalar(0.5), scalar(0.5)}),
                                  .key = entity_key{number + 1}});
        }
        registry& state = in.world.registry();
        state.emplace<ball_joint>(state.create(), ball_joint{.a = ids[0],
                                                             .b = ids[1],
                                                             .pivot_a = {0, scalar(0.5), 0},
                                                             .pivot_b = {0, scalar(-0.5), 0},
                                                             .do_bodies_meet = 1});
        state.emplace<excluded_pair>(state.create(), ids[2], ids[3]);
        in.run(10);
        whole = in.world.snapshot();
    }

    orrery::test::small_world in;
    std::array<entity, 4> ids{};
    world_snapshot whole;
};

constexpr entity_key floor_key{1'000'000};

TEST(parts, have_the_contacts_and_joints_of_their_bodies) {
    const two_stacks world;
    ASSERT_EQ(world.whole.state().count<contact>(), 3u);
    const std::array first{entity_key{1}, entity_key{2}, floor_key, entity_key{99}};
    const world_snapshot part = part_of(world.whole, first);
    EXPECT_EQ(part.state().count<body>(), 3u);
    EXPECT_EQ(part.state().count<contact>(), 2u);
    EXPECT_EQ(part.state().count<ball_joint>(), 1u);
    EXPECT_EQ(part.state().count<excluded_pair>(), 0u);
    EXPECT_EQ(part.frame(), world.whole.frame());

    const std::array second{entity_key{3}, entity_key{4}, floor_key};
    EXPECT_EQ(part_of(world.whole, second).state().count<contact>(), 1u);
    EXPECT_EQ(part_of(world.whole, second).state().count<excluded_pair>(), 1u);
}

TEST(parts, have_no_contacts_with_bodies_that_they_do_not_have) {
    const two_stacks world;
    const std::array fixed{floor_key};
    EXPECT_EQ(part_of(world.whole, fixed).state().size(), 1u);
}

TEST(parts, of_no_keys_are_empty_worlds_that_go_on) {
    two_stacks world;
    const world_snapshot nothing = part_of(world.whole, {});
    EXPECT_EQ(nothing.state().size(), 0u);
    EXPECT_EQ(with_part(world.whole, {}, nothing).hash(), world.whole.hash());
    world.in.world.restore(nothing);
    world.in.world.step();
    EXPECT_EQ(world.in.world.frame(), world.whole.frame() + 1);
}

TEST(parts, that_are_gone_leave_nothing_behind) {
    const two_stacks world;
    const std::array first{entity_key{1}, entity_key{2}, floor_key};
    const std::array floor_alone{floor_key};
    const world_snapshot rest = with_part(world.whole, first, part_of(world.whole, floor_alone));
    EXPECT_EQ(rest.state().count<body>(), 3u);
    EXPECT_EQ(rest.state().count<contact>(), 1u);
    EXPECT_EQ(rest.state().count<ball_joint>(), 0u);
}

// Without their bodies they would fall apart in the part, and be lost to the whole.
TEST(parts, have_a_joint_or_a_contact_that_is_named_only_with_its_bodies) {
    const two_stacks world;
    std::vector<entity_key> keys;
    const auto add = [&](entity id, const auto&) { keys.push_back(world.whole.state().key_of(id)); };
    world.whole.state().view<ball_joint>().each(add);
    world.whole.state().view<contact>().each(add);
    ASSERT_EQ(keys.size(), 4u);
    EXPECT_EQ(owners_of(world.whole, keys.front()), (std::vector{entity_key{1}, entity_key{2}}));
    EXPECT_TRUE(owners_of(world.whole, entity_key{1}).empty());
    EXPECT_TRUE(owners_of(world.whole, entity_key{99}).empty());
    std::ranges::sort(keys);
    const world_snapshot part = part_of(world.whole, keys);
    EXPECT_EQ(part.state().size(), 0u);
    EXPECT_EQ(with_part(world.whole, keys, part).hash(), world.whole.hash());
}

} // namespace
} // namespace orrery::rigid
