#include "tests/rigid/small_world.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/make_joint.hpp>
#include <orrery/rigid/joints/pulley_joint.hpp>

#include <gtest/gtest.h>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

namespace {

// Two weights on a rope over pulleys at a height of 10 m.
struct atwood_machine {
    atwood_machine(scalar mass_a, scalar mass_b, scalar ratio, scalar height_a = 5) {
        const auto add = [&](scalar x, scalar height, scalar mass) {
            return in.add(
                {.position = {x, height, 0}, .shape = sphere(scalar(0.2)), .mass = mass, .may_sleep = false});
        };
        a = add(0, height_a, mass_a);
        b = add(3, 5, mass_b);
        EXPECT_TRUE(make_joint(in.world, pulley_joint{.a = a,
                                                      .b = b,
                                                      .pivot_a = {0, scalar(0.2), 0},
                                                      .pivot_b = {0, scalar(0.2), 0},
                                                      .anchor_a = {0, 10, 0},
                                                      .anchor_b = {3, 10, 0},
                                                      .length = scalar(4.8) * (1 + ratio),
                                                      .ratio = ratio}));
    }

    small_world in;
    entity a;
    entity b;
};

} // namespace

TEST(pulley_joint, two_weights_move_like_in_an_atwood_machine) {
    for (const scalar ratio : {scalar(1), scalar(2)}) {
        atwood_machine machine(3, 2, ratio);
        machine.in.run(60);
        // With a rope of constant length l_a + r l_b: a = g r (r m_a - m_b) / (r^2 m_a + m_b).
        const double r = double(ratio);
        const double speed = 9.81 * r * (r * 3 - 2) / (r * r * 3 + 2);
        EXPECT_NEAR(machine.in.velocity(machine.a).y, -speed, speed * 0.01) << "ratio " << r;
        EXPECT_NEAR(machine.in.velocity(machine.b).y, speed / r, speed * 0.01) << "ratio " << r;
        EXPECT_NEAR((10 - machine.in.position(machine.a).y) + r * (10 - machine.in.position(machine.b).y),
                    5 * (1 + r), 0.01)
            << "the rope keeps its length";
    }
}

TEST(pulley_joint, a_tackle_holds_twice_the_weight) {
    atwood_machine machine(1, 2, 2);
    machine.in.run(120);
    EXPECT_NEAR(machine.in.position(machine.a).y, 5, 0.01);
    EXPECT_NEAR(machine.in.position(machine.b).y, 5, 0.01);
}

TEST(pulley_joint, only_pulls) {
    // There are three metres too much of rope, so both weights fall freely for a while.
    atwood_machine machine(3, 3, 1, 8);
    machine.in.run(30);
    EXPECT_NEAR(machine.in.velocity(machine.a).y, -4.905, 0.01);
    EXPECT_NEAR(machine.in.velocity(machine.b).y, -4.905, 0.01);
    machine.in.run(60);
    EXPECT_NEAR(machine.in.velocity(machine.a).y + machine.in.velocity(machine.b).y, 0, 0.02)
        << "then it is taut";
}

TEST(pulley_joint, is_refused_with_a_rope_of_negative_length) {
    small_world in;
    const entity a = in.add({.shape = sphere(1)});
    const auto answer = make_joint(in.world, pulley_joint{.a = a, .length = -1});
    ASSERT_FALSE(answer);
    EXPECT_NE(answer.reason().message.find("length"), std::string::npos) << answer.reason().message;
}
