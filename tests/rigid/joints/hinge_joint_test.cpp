#include "tests/rigid/momentum.hpp"
#include "tests/rigid/small_world.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/hinge_joint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

namespace {

constexpr double pi = std::numbers::pi;

// A flywheel of a given moment of inertia that turns about z, held by its middle to the world.
struct hinged_wheel : small_world {
    static constexpr scalar inertia = 2; // kg m2
    entity wheel;
    entity joint;

    explicit hinged_wheel(const joint_axis& turn, scalar speed = 0)
        : wheel(add({.angular_velocity = {0, 0, speed},
                     .mass = scalar(5),
                     .inertia = matrix3::diagonal({3, 3, inertia}),
                     .may_sleep = false,
                     .key = entity_key{1}})) {
        const entity post = add({.kind = body_kind::fixed, .key = entity_key{2}});
        joint = make_joint(world, hinge_joint{.a = post, .b = wheel, .turn = turn}, entity_key{3}).value();
    }

    [[nodiscard]] double angle() const { return hinge_angle(world, joint); }

    [[nodiscard]] double speed() const { return spin(wheel).z; }
};

// A ball at the end of a light arm of two metres, that points along x when the angle is zero.
struct hinged_arm : small_world {
    entity ball;
    entity joint;

    explicit hinged_arm(const joint_axis& turn) {
        ball =
            add({.position = {2, 0, 0}, .shape = sphere(scalar(0.1)), .mass = scalar(3), .may_sleep = false});
        const entity post = add({.kind = body_kind::fixed});
        joint =
            make_joint(world, hinge_joint{.a = post, .b = ball, .pivot_b = {-2, 0, 0}, .turn = turn}).value();
    }

    [[nodiscard]] double angle() const { return hinge_angle(world, joint); }
};

} // namespace

TEST(hinge_joint, lets_a_rod_swing_with_the_period_of_a_compound_pendulum) {
    small_world in;
    const quaternion aside = quaternion::from_axis_angle({0, 0, 1}, scalar(0.1));
    const entity rod = in.add({.position = rotate(aside, {0, -1, 0}),
                               .orientation = aside,
                               .shape = box({scalar(0.05), 1, scalar(0.05)}),
                               .may_sleep = false});
    const entity joint =
        make_joint(in.world, hinge_joint{.a = rod, .pivot_a = {0, 1, 0}, .turn = {}}).value();
    std::vector<double> crossings; // in steps
    double before = hinge_angle(in.world, joint);
    for (int step = 1; step <= 600; ++step) {
        in.world.step();
        const double now = hinge_angle(in.world, joint);
        if ((now < 0) != (before < 0)) {
            crossings.push_back(step - now / (now - before));
        }
        before = now;
        EXPECT_LT(length(transform_point(placement(in.world, rod), {0, 1, 0})), 1e-3);
    }
    ASSERT_GT(crossings.size(), 6u);
    const double period =
        (crossings.back() - crossings.front()) / 60.0 / (static_cast<double>(crossings.size() - 1) / 2);
    const double inertia = (2 * 2 + 0.1 * 0.1) / 12 + 1; // for each kg, about the pivot
    EXPECT_NEAR(period, 2 * pi * std::sqrt(inertia / 9.81) * (1 + 0.1 * 0.1 / 16), 0.005 * period);
}

TEST(hinge_joint, has_a_spring_that_carries_an_arm_where_the_torques_agree) {
    hinged_arm in({.rest = scalar(0.3), .stiffness = 200, .damping = 60});
    in.run(400);
    EXPECT_NEAR(200 * (in.angle() - 0.3), -3 * 9.81 * 2 * std::cos(in.angle()), 0.1);
}

TEST(hinge_joint, swings_as_long_as_its_damper_says) {
    constexpr double stiffness = 200;
    constexpr double damping = 1;
    hinged_wheel in({.stiffness = scalar(stiffness), .damping = scalar(damping)}, 4);
    const double inertia = hinged_wheel::inertia;
    const double decay = damping / (2 * inertia);
    const double rate = std::sqrt(stiffness / inertia - decay * decay);
    double worst = 0;
    for (int step = 1; step <= 240; ++step) {
        in.world.step();
        const double t = step / 60.0;
        worst = std::max(worst, std::abs(in.angle() - 4 / rate * std::exp(-decay * t) * std::sin(rate * t)));
    }
    EXPECT_LT(worst, 0.06 * 4 / rate);
}

TEST(hinge_joint, is_stopped_by_friction_after_angular_momentum_by_torque) {
    hinged_wheel in({.friction = scalar(0.8)}, 2);
    constexpr double stop = hinged_wheel::inertia * 2 / 0.8; // 5 s
    in.run(static_cast<int>(stop * 30));
    EXPECT_NEAR(in.speed(), 1, 1e-3);
    in.run(static_cast<int>(stop * 30) + 2);
    EXPECT_NEAR(in.speed(), 0, 1e-4);
    EXPECT_NEAR(in.angle(), 2 * stop / 2, 0.02);
}

TEST(hinge_joint, has_a_motor_that_speeds_up_by_its_torque_until_it_is_fast_enough) {
    hinged_wheel in({.motor_speed = 3, .motor_force = 4});
    in.run(60);
    EXPECT_NEAR(in.speed(), 4 / hinged_wheel::inertia, 1e-3);
    in.run(60);
    EXPECT_NEAR(in.speed(), 3, 1e-4);
    EXPECT_NEAR(in.world.registry().get<constraint_impulses>(in.joint).rows[5], 0, 1e-5) << "nothing to do";
}

TEST(hinge_joint, is_driven_by_inputs) {
    hinged_wheel in({});
    in.step(input::drive(entity_key{1}, entity_key{3}, {-2, 1000, 0}));
    in.run(5);
    EXPECT_NEAR(in.speed(), -2, 1e-3);
    in.step(input::drive(entity_key{1}, entity_key{3}, {5, -1, 0}));
    in.run(5);
    EXPECT_NEAR(in.speed(), 5, 1e-3) << "with the torque it had";
}

TEST(hinge_joint, stops_a_long_arm_at_its_limit_and_feels_its_weight_there) {
    hinged_arm in({.lowest = scalar(-0.5)});
    double deepest = 0;
    for (int step = 0; step < 240; ++step) {
        in.world.step();
        deepest = std::min(deepest, in.angle());
    }
    EXPECT_GT(deepest, -0.502);
    EXPECT_NEAR(in.angle(), -0.5, 1e-3);
    const constraint_impulses& rows = in.world.registry().get<constraint_impulses>(in.joint);
    EXPECT_NEAR(rows.rows[5] * 240, 3 * 9.81 * 2 * std::cos(0.5), 0.5) << "torque of the limit, N m";
    EXPECT_NEAR(rows.rows[1] * 240, 3 * 9.81, 0.3) << "force at the pivot, N";
}

TEST(hinge_joint, comes_back_from_a_limit_with_a_share_of_its_speed) {
    for (const scalar restitution : {scalar(0.25), scalar(0.5), scalar(1)}) {
        hinged_wheel in({.lowest = -1, .highest = 1, .restitution = restitution}, 3);
        in.run(40);
        EXPECT_NEAR(in.speed(), -3 * restitution, 1e-3);
    }
}

TEST(hinge_joint, is_caught_by_a_soft_stop_before_its_limit) {
    hinged_arm in(
        {.lowest = -1, .highest = 1, .bump_length = scalar(0.6), .bump_stiffness = 400, .bump_damping = 80});
    in.run(400);
    // The stop begins at an angle of -0.4.
    EXPECT_NEAR(400 * (-0.4 - in.angle()), 3 * 9.81 * 2 * std::cos(in.angle()), 0.5);
    EXPECT_LT(in.angle(), -0.5);
}

TEST(hinge_joint, counts_its_turns) {
    constexpr double turns = 10.25;
    hinged_wheel in({}, scalar(turns * 2 * pi / 2)); // in two seconds
    in.run(120);
    EXPECT_NEAR(in.angle(), turns * 2 * pi, 0.01);
    hinged_wheel fast({}, -180); // nearly half a turn in every step
    fast.run(60);
    EXPECT_NEAR(fast.angle(), -180, 0.05);
    // And a limit may be turns away.
    hinged_wheel wound({.lowest = 0, .highest = scalar(6 * pi)}, 20);
    wound.run(120);
    EXPECT_NEAR(wound.angle(), 6 * pi, 0.01);
}

TEST(hinge_joint, keeps_the_momentum_of_two_free_bodies) {
    small_world in({.gravity = {}});
    const entity a = in.add({.angular_velocity = {1, 2, -1}, .shape = sphere(scalar(0.8))});
    const entity b =
        in.add({.position = {2, 0, 0}, .linear_velocity = {0, 1, 0}, .shape = sphere(scalar(0.6))});
    const hinge_joint joint{.a = a,
                            .b = b,
                            .pivot_a = {1, 0, 0},
                            .pivot_b = {-1, 0, 0},
                            .turn = {.lowest = -1, .highest = 1, .restitution = scalar(0.5), .friction = 5}};
    static_cast<void>(make_joint(in.world, joint).value());
    const orrery::test::momentum_sum before = orrery::test::momentum_of(in.world);
    in.run(200);
    // Forces act at the pivots of the middle of each step, so angular momentum is kept to second order.
    orrery::test::expect_conserved(orrery::test::momentum_of(in.world), before, 0.01);
    const vector3 axis_a = rotate(placement(in.world, a).rotation, {0, 0, 1});
    const vector3 axis_b = rotate(placement(in.world, b).rotation, {0, 0, 1});
    EXPECT_LT(length(cross(axis_a, axis_b)), 2e-3);
}

TEST(hinge_joint, that_makes_no_sense_is_refused_with_a_sentence) {
    small_world in;
    const entity a = in.add({.mass = scalar(1), .inertia = matrix3::identity()});
    EXPECT_EQ(
        make_joint(in.world, hinge_joint{.a = a, .turn = {.lowest = 1, .highest = -1}}).reason().message,
        "A joint is refused: hinge_joint: its lowest value is above the highest.");
    EXPECT_FALSE(make_joint(in.world, hinge_joint{.a = a, .axis_a = {}}));
    EXPECT_FALSE(make_joint(in.world, hinge_joint{.a = a, .turn = {.friction = -1}}));
    EXPECT_FALSE(make_joint(in.world, hinge_joint{.a = a, .b = a}));
    // One that comes in by another door turns about some axis, and nothing becomes a NaN.
    in.world.registry().emplace<hinge_joint>(in.world.registry().create(),
                                             hinge_joint{.a = a, .axis_a = {}, .reference_b = {0, 0, 1}});
    in.run(5);
    EXPECT_TRUE(is_finite(in.position(a)));
}
