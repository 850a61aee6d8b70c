#include "tests/rigid/small_world.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/ball_joint.hpp>
#include <orrery/rigid/joints/cv_joint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>

#include <gtest/gtest.h>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

namespace {

constexpr scalar bend = scalar(3.14159265 / 6);

} // namespace

TEST(cv_joint, passes_a_spin_on_at_every_moment_through_a_bend_of_30_degrees) {
    small_world in;
    constexpr scalar spin = 8;
    // The driving shaft runs along x; the other one goes on from it at an angle, and turns in a socket at its
    // far end.
    const quaternion turn = quaternion::from_axis_angle({0, 0, 1}, bend);
    const vector3 axis = rotate(turn, vector3{1, 0, 0});
    const entity engine_shaft = in.add({.kind = body_kind::kinematic, .angular_velocity = {spin, 0, 0}});
    const entity shaft = in.add({.position = axis * scalar(0.5),
                                 .orientation = turn,
                                 .shape = box({scalar(0.4), scalar(0.1), scalar(0.06)}),
                                 .mass = scalar(3),
                                 .gravity = vector3{},
                                 .may_sleep = false});
    ASSERT_TRUE(
        make_joint(in.world, ball_joint{.a = shaft, .pivot_a = {scalar(0.5), 0, 0}, .pivot_b = axis}));
    ASSERT_TRUE(
        make_joint(in.world, cv_joint{.a = engine_shaft, .b = shaft, .pivot_b = {scalar(-0.5), 0, 0}}));
    in.run(30);
    for (int step = 0; step < 240; ++step) {
        in.world.step();
        // A universal joint would vary between cos(30) = 0.87 and 1.15 of it.
        ASSERT_NEAR(dot(in.spin(shaft), axis), spin, spin * 0.003) << "step " << step;
    }
    // And the angles agree, too: nothing has slipped in six turns and more.
    const quaternion straight = inverse(turn) * in.world.registry().get<orientation>(shaft).value;
    const quaternion driver = in.world.registry().get<orientation>(engine_shaft).value;
    EXPECT_LT(angle_between(straight, driver), 0.02);
}

TEST(cv_joint, bends_no_further_than_it_may) {
    small_world in;
    const entity hub = in.add({.kind = body_kind::fixed});
    const entity shaft = in.add({.position = {scalar(0.5), 0, 0},
                                 .shape = box({scalar(0.4), scalar(0.1), scalar(0.1)}),
                                 .may_sleep = false});
    ASSERT_TRUE(make_joint(
        in.world, cv_joint{.a = hub, .b = shaft, .pivot_b = {scalar(-0.5), 0, 0}, .largest_bend = bend}));
    for (int step = 0; step < 120; ++step) {
        in.world.step();
        ASSERT_GT(in.position(shaft).y, -0.256);
    }
    EXPECT_NEAR(in.position(shaft).y, -0.25, 0.003);
}

TEST(cv_joint, says_what_is_wrong_with_it) {
    EXPECT_EQ(fault_of(cv_joint{}), "");
    EXPECT_EQ(fault_of(cv_joint{.axis_b = {0, 1, 0}}), "its side_b is along axis_b or has no direction");
}
