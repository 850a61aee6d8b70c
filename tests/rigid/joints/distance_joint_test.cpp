#include "tests/rigid/small_world.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/distance_joint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>

#include <gtest/gtest.h>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

namespace {

entity hang(small_world& in, const distance_joint& how) {
    const entity ball =
        in.add({.position = {0, -1, 0}, .shape = sphere(scalar(0.1)), .mass = scalar(1), .may_sleep = false});
    distance_joint joint = how;
    joint.a = ball;
    in.world.registry().emplace<distance_joint>(in.world.registry().create(), joint);
    return ball;
}

} // namespace

TEST(distance_joint, a_rod_keeps_its_length) {
    small_world in;
    const entity ball = hang(in, {.shortest = 1, .longest = 1});
    const input kick{in.world.registry().key_of(ball), input_kind::velocity, {2, 0, 0}};
    in.world.step({&kick, 1});
    for (int step = 0; step < 200; ++step) {
        in.world.step();
        EXPECT_NEAR(length(in.position(ball)), 1, 0.005);
    }
}

TEST(distance_joint, a_rope_is_slack_until_it_is_not) {
    small_world in;
    const entity ball = hang(in, {.shortest = 0, .longest = 3});
    in.run(20);
    EXPECT_NEAR(in.position(ball).y, -1 - 0.5 * 9.81 / 9, 0.05) << "falls freely";
    in.run(200);
    EXPECT_NEAR(in.position(ball).y, -3, 0.01);
}

TEST(distance_joint, a_spring_settles_where_force_and_weight_agree) {
    small_world in;
    const entity ball = hang(in, {.shortest = 1, .longest = 1, .frequency = 2, .damping = scalar(0.7)});
    in.run(300);
    const double omega = 2 * 3.14159265 * 2;
    EXPECT_NEAR(in.position(ball).y, -1 - 9.81 / (omega * omega), 0.005);
}

TEST(distance_joint, a_built_spring_stretches_by_weight_over_stiffness_whatever_hangs_on_it) {
    for (const scalar mass : {scalar(1), scalar(20)}) {
        small_world in;
        const entity ball =
            in.add({.position = {0, -1, 0}, .shape = sphere(scalar(0.1)), .mass = mass, .may_sleep = false});
        in.world.registry().emplace<distance_joint>(
            in.world.registry().create(), distance_joint{.a = ball, .stiffness = 500, .resistance = 100});
        in.run(400);
        EXPECT_NEAR(in.position(ball).y, -1 - mass * 9.81 / 500, 1e-3);
    }
}

TEST(distance_joint, with_its_lengths_the_wrong_way_round_is_refused) {
    small_world in;
    const entity ball = in.add({.shape = sphere(scalar(0.1))});
    EXPECT_EQ(make_joint(in.world, distance_joint{.a = ball, .shortest = 2, .longest = 1}).reason().message,
              "A joint is refused: distance_joint: its shortest length is above the longest.");
}
