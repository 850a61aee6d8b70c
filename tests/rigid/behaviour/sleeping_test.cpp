#include "playground.hpp"
#include "scenes/walls.hpp"

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

} // namespace
} // namespace orrery::test
