#include "tests/rigid/small_world.hpp"

#include <orrery/rigid/joints/ball_joint.hpp>
#include <orrery/rigid/joints/cone_twist_joint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>
#include <orrery/rigid/joints/motor_joint.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <string>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

namespace {

class joint_maker : public testing::Test {
protected:
    // The sentence with which a joint is refused. Nothing may have been created then.
    template <typename T>
    std::string refusal_of(const T& what, entity_key key = entity_key::none) {
        const std::uint64_t before = in.world.hash();
        const result<entity> answer = make_joint(in.world, what, key);
        EXPECT_EQ(in.world.hash(), before);
        return answer ? "it is made" : answer.reason().message;
    }

    small_world in;
    entity a = in.add({.shape = sphere(1), .key = entity_key{1}});
    entity b = in.add({.position = {3, 0, 0}, .shape = sphere(1), .key = entity_key{2}});
};

TEST_F(joint_maker, makes_a_joint_with_the_key_it_is_given) {
    const result<entity> made = make_joint(in.world, ball_joint{.a = a, .b = b}, entity_key{9});
    ASSERT_TRUE(made);
    EXPECT_EQ(in.world.registry().key_of(*made), entity_key{9});
    EXPECT_EQ(in.world.registry().get<ball_joint>(*made).b, b);
}

TEST_F(joint_maker, refuses_ends_that_are_no_two_bodies) {
    EXPECT_EQ(refusal_of(ball_joint{.a = a, .b = a}),
              "A ball_joint is refused: both of its ends are the same body.");
    EXPECT_EQ(refusal_of(ball_joint{.b = b}),
              "A ball_joint is refused: it has no body a, which only b may lack, when it holds the world.");
    const entity gone = in.add({.shape = sphere(1)});
    in.world.registry().destroy(gone);
    EXPECT_EQ(refusal_of(ball_joint{.a = gone, .b = b}),
              "A ball_joint is refused: its a is not a body of this world, or one that is gone.");
    EXPECT_EQ(refusal_of(ball_joint{.a = a, .b = gone}),
              "A ball_joint is refused: its b is not a body of this world, or one that is gone.");
    EXPECT_EQ(refusal_of(ball_joint{.a = a, .b = in.world.registry().create()})
                  .find("A ball_joint is refused: its b"),
              0u);
}

TEST_F(joint_maker, refuses_a_key_that_is_taken) {
    EXPECT_EQ(refusal_of(ball_joint{.a = a, .b = b}, entity_key{2}),
              "A ball_joint is refused: the key 2 is taken.");
}

TEST_F(joint_maker, refuses_numbers_that_the_joint_does_not_allow) {
    EXPECT_EQ(refusal_of(cone_twist_joint{.a = a, .b = b, .lowest_twist = 1, .highest_twist = 0}),
              "A joint is refused: cone_twist_joint: its lowest_twist is above its highest_twist.");
    const scalar nothing = std::numeric_limits<scalar>::quiet_NaN();
    EXPECT_EQ(refusal_of(ball_joint{.a = a, .b = b, .pivot_a = {0, nothing, 0}}),
              "A joint is refused: ball_joint.pivot_a.y is nan, expected a finite number.");
    EXPECT_NE(refusal_of(motor_joint{.a = a, .b = b, .largest_force = -1}).find("largest_force"),
              std::string::npos);
    EXPECT_NE(refusal_of(motor_joint{.a = a, .b = b, .frequency = nothing}).find("frequency"),
              std::string::npos);
}

} // namespace
