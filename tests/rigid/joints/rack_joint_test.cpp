#include "tests/rigid/momentum.hpp"
#include "tests/rigid/small_world.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/make_joint.hpp>
#include <orrery/rigid/joints/rack_joint.hpp>

#include <gtest/gtest.h>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

TEST(rack_joint, a_torque_at_the_wheel_pushes_the_rack) {
    small_world in;
    constexpr scalar radius = scalar(0.2);
    const entity wheel = in.add({.position = {0, radius, 0},
                                 .mass = scalar(1),
                                 .inertia = matrix3::identity() * scalar(0.5),
                                 .gravity = vector3{},
                                 .locked_axes = 63 & ~locked_axes::turn_z,
                                 .may_sleep = false,
                                 .key = entity_key{1}});
    const entity rack = in.add({.mass = scalar(4),
                                .inertia = matrix3::identity(),
                                .gravity = vector3{},
                                .locked_axes = 63 & ~locked_axes::move_x,
                                .may_sleep = false});
    ASSERT_TRUE(make_joint(in.world, rack_joint{.a = wheel, .b = rack, .radius = radius}));
    for (int step = 0; step < 600; ++step) {
        in.step({.target = entity_key{1}, .kind = input_kind::torque, .value = {0, 0, 2}});
    }
    // T = (I + m r^2) * acceleration; seen from the rack, the wheel moves on when it turns, so the rack moves
    // back.
    const double spin = 10 * 2 / (0.5 + 4 * 0.2 * 0.2);
    EXPECT_NEAR(in.spin(wheel).z, spin, spin * 1e-3);
    EXPECT_NEAR(in.velocity(rack).x, -0.2 * spin, spin * 1e-3);
    EXPECT_NEAR(in.position(rack).x, -0.2 * spin * 10 / 2, 0.02) << "after 24 turns";
}

TEST(rack_joint, a_wheel_rolls_along_a_rack_that_stands_still) {
    small_world in;
    const entity wheel = in.add({.position = {3, 1, 0},
                                 .angular_velocity = {0, 0, -4},
                                 .shape = sphere(scalar(0.5)),
                                 .mass = scalar(2),
                                 .gravity = vector3{},
                                 .may_sleep = false});
    ASSERT_TRUE(
        make_joint(in.world, rack_joint{.a = wheel, .direction_b = {2, 0, 0}, .radius = scalar(-0.5)}));
    in.world.step();
    // The energy of the spin is shared with the way: I w0 = (I + m r^2) w.
    const double spin = -4 * 0.4 / 1.4;
    EXPECT_NEAR(in.spin(wheel).z, spin, 0.01);
    const scalar begin = in.position(wheel).x;
    in.run(600);
    EXPECT_NEAR(in.position(wheel).x - begin, -0.5 * spin * 10, 0.01);
}

TEST(rack_joint, gives_two_free_bodies_no_momentum) {
    small_world in;
    const entity wheel = in.add({.position = {1, 1, 0},
                                 .angular_velocity = {1, 0, 5},
                                 .shape = sphere(scalar(0.5)),
                                 .mass = scalar(2),
                                 .gravity = vector3{},
                                 .filter = {.mask = 0},
                                 .may_sleep = false});
    const entity rack = in.add({.linear_velocity = {0, 1, 0},
                                .angular_velocity = {0, 1, scalar(0.5)},
                                .shape = box({2, scalar(0.2), scalar(0.2)}),
                                .mass = scalar(5),
                                .gravity = vector3{},
                                .may_sleep = false});
    ASSERT_TRUE(make_joint(in.world, rack_joint{.a = wheel, .b = rack, .radius = scalar(0.5)}));
    in.world.step(); // in which they come to fit together
    const orrery::test::momentum_sum before = orrery::test::momentum_of(in.world);
    in.run(60);
    orrery::test::expect_conserved(orrery::test::momentum_of(in.world), before, 0.01);
}

TEST(rack_joint, says_what_is_wrong_with_it) {
    EXPECT_EQ(fault_of(rack_joint{}), "");
    EXPECT_EQ(fault_of(rack_joint{.axis_a = {}}), "its axis_a has no direction");
    EXPECT_EQ(fault_of(rack_joint{.direction_b = {}}), "its direction_b is none");
    EXPECT_EQ(fault_of(rack_joint{.radius = 0}), "its radius is 0");
}
