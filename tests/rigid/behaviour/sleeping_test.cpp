#include "scenes/builders/walls.hpp"
#include "tests/rigid/behaviour/playground.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

using rigid::input;
using rigid::input_kind;

class two_stacks {
public:
    two_stacks() {
        ground.add_floor();
        for (int level = 0; level < 3; ++level) {
            left.push_back(add_box({-5, scalar(level) + scalar(0.5), 0}));
            right.push_back(add_box({5, scalar(level) + scalar(0.5), 0}));
        }
    }

    entity add_box(vector3 position) {
        return ground.add({.position = position, .shape = rigid::box(vector3::filled(scalar(0.5)))});
    }

    // Steps while the topmost box of the left stack is pushed a little every now and then.
    void disturb_left(int frames) {
        const entity_key top = ground.state().key_of(left.back());
        for (int frame = 0; frame < frames; ++frame) {
            const scalar sign = frame / 10 % 2 == 0 ? scalar(1) : scalar(-1);
            const input push{top, input_kind::impulse, {0, 0, sign * 250}, {}};
            ground.world().step(frame % 10 == 0 ? std::span(&push, 1) : std::span<const input>());
        }
    }

    [[nodiscard]] bool is_asleep(const std::vector<entity>& stack) const {
        return std::all_of(stack.begin(), stack.end(), [&](entity each) { return ground.is_asleep(each); });
    }

    [[nodiscard]] bool is_awake(const std::vector<entity>& stack) const {
        return std::none_of(stack.begin(), stack.end(), [&](entity each) { return ground.is_asleep(each); });
    }

    playground ground;
    std::vector<entity> left;
    std::vector<entity> right;
};

TEST(sleeping, two_stacks_on_one_floor_are_two_islands) {
    two_stacks stacks;
    stacks.disturb_left(180);
    EXPECT_TRUE(stacks.is_awake(stacks.left));
    EXPECT_TRUE(stacks.is_asleep(stacks.right));
}

TEST(sleeping, what_sleeps_does_not_move_at_all) {
    two_stacks stacks;
    stacks.ground.run(3);
    ASSERT_TRUE(stacks.is_asleep(stacks.left));
    const std::uint64_t before = stacks.ground.state().hash();
    stacks.ground.run(5);
    EXPECT_EQ(stacks.ground.state().hash(), before);
}

TEST(sleeping, what_is_hit_wakes_up_with_all_it_leans_on) {
    two_stacks stacks;
    stacks.ground.run(3);
    ASSERT_TRUE(stacks.is_asleep(stacks.left));
    stacks.ground.add({.position = {scalar(-5.2), 6, 0}, .shape = rigid::sphere(scalar(0.5))});
    stacks.ground.run(scalar(1.2));
    EXPECT_TRUE(stacks.is_awake(stacks.left));
    EXPECT_TRUE(stacks.is_asleep(stacks.right));
}

TEST(sleeping, what_stood_on_a_body_that_is_taken_away_falls) {
    two_stacks stacks;
    stacks.ground.run(3);
    ASSERT_TRUE(stacks.is_asleep(stacks.left));
    stacks.ground.state().destroy(stacks.left.front());
    stacks.ground.run(2);
    EXPECT_NEAR(stacks.ground.position(stacks.left.back()).y, scalar(1.5), scalar(0.02));
}

// Changes one box of a stack that sleeps: all of it is awake after the next step.
template <typename Change>
void expect_waking(Change change) {
    two_stacks stacks;
    stacks.ground.run(3);
    ASSERT_TRUE(stacks.is_asleep(stacks.left));
    change(stacks.ground.state(), stacks.left[1]);
    stacks.ground.step();
    EXPECT_TRUE(stacks.is_awake(stacks.left));
    EXPECT_TRUE(stacks.is_asleep(stacks.right));
}

TEST(sleeping, a_change_of_damping_locked_axes_or_the_right_to_sleep_wakes) {
    expect_waking(
        [](registry& state, entity id) { state.emplace<rigid::damping>(id, scalar(0.1), scalar(0.1)); });
    expect_waking([](registry& state, entity id) { state.emplace<rigid::locked_axes>(id, 1u); });
    expect_waking([](registry& state, entity id) { state.emplace<rigid::never_sleeps>(id); });
    expect_waking([](registry& state, entity id) {
        state.emplace<rigid::center_of_mass>(id, vector3{scalar(0.01), 0, 0});
    });
}

TEST(sleeping, a_velocity_written_in_place_wakes) {
    expect_waking(
        [](registry& state, entity id) { state.get<rigid::linear_velocity>(id).value = {0, 1, 0}; });
    expect_waking(
        [](registry& state, entity id) { state.get<rigid::angular_velocity>(id).value = {0, 1, 0}; });
    expect_waking([](registry& state, entity id) {
        state.view<rigid::linear_velocity>().each([&](entity each, rigid::linear_velocity& velocity) {
            velocity.value = each == id ? vector3{0, 1, 0} : velocity.value;
        });
    });
}

TEST(sleeping, a_velocity_written_in_place_wakes_in_a_world_that_goes_on_from_a_snapshot_too) {
    two_stacks stacks;
    stacks.ground.run(3);
    stacks.ground.state().get<rigid::linear_velocity>(stacks.left[1]).value = {0, 1, 0};
    two_stacks other;
    other.ground.world().restore(stacks.ground.world().snapshot());
    stacks.ground.step();
    other.ground.step();
    EXPECT_TRUE(other.is_awake(other.left));
    EXPECT_EQ(other.ground.world().hash(), stacks.ground.world().hash());
}

} // namespace
} // namespace orrery::test
