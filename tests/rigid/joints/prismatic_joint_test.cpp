#include "tests/rigid/small_world.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/make_joint.hpp>
#include <orrery/rigid/joints/prismatic_joint.hpp>

#include <gtest/gtest.h>

#include <cmath>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

namespace {

// A weight of 2 kg on a rail through the origin.
struct railed_weight : small_world {
    entity weight;
    entity joint;
    vector3 along;

    railed_weight(vector3 axis, const joint_axis& slide, vector3 velocity = {})
        : weight(add({.linear_velocity = velocity,
                      .shape = box({scalar(0.5), scalar(0.1), scalar(0.2)}),
                      .mass = scalar(2),
                      .may_sleep = false,
                      .key = entity_key{1}}))
        , along(normalize(axis)) {
        const entity rail = add({.kind = body_kind::fixed, .key = entity_key{2}});
        // Held by its end, so that it would fall over if the joint let it turn.
        joint = make_joint(world,
                           prismatic_joint{.a = rail,
                                           .b = weight,
                                           .pivot_a = {scalar(-0.5), 0, 0},
                                           .pivot_b = {scalar(-0.5), 0, 0},
                                           .axis = axis,
                                           .slide = slide},
                           entity_key{3})
                    .value();
    }

    [[nodiscard]] double value() const { return dot(position(weight), along); }

    [[nodiscard]] double speed() const { return dot(velocity(weight), along); }

    [[nodiscard]] double astray() const {
        return length(position(weight) - along * dot(position(weight), along));
    }
};

} // namespace

TEST(prismatic_joint, lets_a_weight_slide_down_a_slope_by_the_share_of_gravity_along_it) {
    railed_weight in({3, -4, 0}, {});
    in.run(60);
    EXPECT_NEAR(in.speed(), 9.81 * 0.8, 2e-3);
    EXPECT_NEAR(in.value(), 9.81 * 0.8 / 2, 0.02);
    EXPECT_LT(in.astray(), 1e-4);
    EXPECT_NEAR(angle_between(placement(in.world, in.weight).rotation, {}), 0, 1e-4);
}

TEST(prismatic_joint, has_friction_that_slows_a_weight_and_then_holds_it) {
    railed_weight in({1, 0, 0}, {.friction = 4}, {3, 0, 0});
    in.run(45);
    EXPECT_NEAR(in.speed(), 3 - 4.0 / 2 * 0.75, 1e-3);
    in.run(60);
    EXPECT_NEAR(in.value(), 3.0 * 3 / 2 / 2, 0.02);
    railed_weight steep({3, -4, 0}, {.friction = scalar(0.81 * 2 * 9.81)});
    steep.run(60);
    EXPECT_NEAR(steep.value(), 0, 1e-4);
}

TEST(prismatic_joint, hangs_from_its_spring_by_weight_over_stiffness) {
    railed_weight in({0, 1, 0}, {.rest = scalar(0.2), .stiffness = 150, .damping = 30});
    in.run(300);
    EXPECT_NEAR(in.value(), 0.2 - 2 * 9.81 / 150, 1e-4);
}

TEST(prismatic_joint, is_pressed_into_its_soft_stop_by_weight_over_stiffness) {
    // The spring and the stop carry the weight together.
    railed_weight in({0, 1, 0}, {.lowest = scalar(-0.3),
                                 .highest = 1,
                                 .bump_length = scalar(0.2),
                                 .bump_stiffness = 200,
                                 .bump_damping = 10,
                                 .stiffness = 50,
                                 .damping = 10});
    in.run(300);
    EXPECT_NEAR(50 * in.value() + 200 * (in.value() + 0.1), -2 * 9.81, 0.02);
}

TEST(prismatic_joint, swings_without_losing_energy_when_nothing_damps_it) {
    railed_weight in({0, 0, 1}, {.stiffness = 400}, {0, 0, 1}); // 2.25 Hz
    in.run(600);
    const double energy = 2 * in.speed() * in.speed() / 2 + 400 * in.value() * in.value() / 2;
    EXPECT_NEAR(energy, 1, 0.1);
}

TEST(prismatic_joint, has_a_motor_as_strong_as_it_says) {
    railed_weight lift({0, 1, 0}, {.motor_speed = 1, .motor_force = 30});
    lift.run(6);
    EXPECT_NEAR(lift.speed(), (30 / 2.0 - 9.81) * 0.1, 2e-3);
    lift.run(60);
    EXPECT_NEAR(lift.speed(), 1, 1e-3);
    lift.step(input::drive(entity_key{1}, entity_key{3}, {0, 5, 0}));
    lift.run(60);
    EXPECT_LT(lift.speed(), -6) << "too weak now";
}

TEST(prismatic_joint, ends_at_its_limits) {
    railed_weight in({0, 1, 0}, {.lowest = -1, .highest = 2});
    in.run(120);
    EXPECT_NEAR(in.value(), -1, 1e-3);
    EXPECT_NEAR(in.world.registry().get<constraint_impulses>(in.joint).rows[5] * 240, 2 * 9.81, 0.1);
    railed_weight ball({1, 0, 0}, {.highest = 1, .restitution = scalar(0.6)}, {4, 0, 0});
    ball.run(30);
    EXPECT_NEAR(ball.speed(), -2.4, 1e-3);
}

TEST(prismatic_joint, turns_with_the_body_that_carries_the_rail) {
    // A bead on a rod that turns about z and is too heavy to mind: r'' = w^2 r, r = r0 cosh(w t).
    small_world in({.gravity = {}});
    const entity rod = in.add({.angular_velocity = {0, 0, 2},
                               .mass = scalar(1e6),
                               .inertia = matrix3::diagonal({1e6, 1e6, 1e6}),
                               .may_sleep = false});
    const entity bead = in.add({.position = {1, 0, 0},
                                .linear_velocity = {0, 2, 0},
                                .angular_velocity = {0, 0, 2},
                                .shape = sphere(scalar(0.1)),
                                .may_sleep = false});
    static_cast<void>(make_joint(in.world, prismatic_joint{.a = rod, .b = bead, .axis = {1, 0, 0}}).value());
    in.run(60);
    EXPECT_NEAR(length(in.position(bead)), std::cosh(2.0), 0.09); // half a step late: e^(2/120)
}

TEST(prismatic_joint, that_makes_no_sense_is_refused) {
    small_world in;
    const entity a = in.add({.mass = scalar(1), .inertia = matrix3::identity()});
    EXPECT_EQ(make_joint(in.world, prismatic_joint{.a = a, .axis = {}}).reason().message,
              "A joint is refused: prismatic_joint: its axis has no length.");
    EXPECT_FALSE(make_joint(in.world, prismatic_joint{.a = a, .slide = {.lowest = 1, .highest = 0}}));
}
