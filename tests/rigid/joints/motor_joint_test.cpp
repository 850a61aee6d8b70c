#include "tests/rigid/momentum.hpp"
#include "tests/rigid/small_world.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/make_joint.hpp>
#include <orrery/rigid/joints/motor_joint.hpp>

#include <gtest/gtest.h>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

namespace {

entity add_crate(small_world& in, entity_key key) {
    return in.add({.shape = box({scalar(0.5), scalar(0.3), scalar(0.2)}),
                   .mass = scalar(4),
                   .may_sleep = false,
                   .key = key});
}

} // namespace

TEST(motor_joint, brings_a_body_to_the_pose_it_is_told_by_an_input) {
    small_world in;
    const entity base = in.add({.kind = body_kind::fixed,
                                .position = {1, 2, 3},
                                .orientation = quaternion::from_axis_angle({0, 1, 0}, 1),
                                .key = entity_key{1}});
    const entity crate = add_crate(in, entity_key{2});
    ASSERT_TRUE(make_joint(in.world,
                           motor_joint{.a = base, .b = crate, .pivot = {scalar(0.5), 0, 0}, .frequency = 0},
                           entity_key{3}));
    const transform3 pose{{0, 1, -1}, quaternion::from_axis_angle({1, 0, 0}, 2)};
    in.step(input::drive(entity_key{2}, entity_key{3}, {}, pose));
    in.run(180);
    const transform3 from = placement(in.world, base);
    const transform3 reached = placement(in.world, crate);
    EXPECT_LT(length(transform_point(reached, {scalar(0.5), 0, 0}) - transform_point(from, pose.position)),
              2e-3);
    EXPECT_LT(angle_between(reached.rotation, from.rotation * pose.rotation), 2e-3);
}

TEST(motor_joint, holds_a_body_without_a_second_one_against_its_weight) {
    small_world in;
    const entity crate = add_crate(in, entity_key{2});
    const entity motor =
        make_joint(in.world,
                   motor_joint{.a = crate, .target_position = {0, 2, 0}, .largest_force = 60, .frequency = 2})
            .value();
    in.run(300);
    // A spring of 2 Hz sags by g / omega^2.
    const double omega = 2 * 3.14159265 * 2;
    EXPECT_NEAR(in.position(crate).y, 2 - 9.81 / (omega * omega), 0.002);
    // The row along y carries the weight, for a sub-step; a is pushed up, which is against the row.
    EXPECT_NEAR(in.world.registry().get<constraint_impulses>(motor).rows[1], -4 * 9.81 / 240, 1e-3);
}

TEST(motor_joint, pulls_with_no_more_than_its_largest_force) {
    small_world in;
    const entity crate = add_crate(in, entity_key{2});
    ASSERT_TRUE(make_joint(in.world, motor_joint{.a = crate,
                                                 .target_position = {0, 2, 0},
                                                 .largest_force = 30,
                                                 .largest_torque = 0,
                                                 .frequency = 0}));
    in.run(60);
    EXPECT_NEAR(in.velocity(crate).y, -(9.81 - 30.0 / 4), 0.01);
}

TEST(motor_joint, gives_two_free_bodies_no_momentum) {
    small_world in;
    const auto add = [&](vector3 place, scalar mass) {
        return in.add({.position = place,
                       .linear_velocity = {0, mass, 0},
                       .angular_velocity = {1, 0, 2},
                       .shape = sphere(scalar(0.5)),
                       .mass = mass,
                       .gravity = vector3{},
                       .may_sleep = false});
    };
    const entity a = add({}, 1);
    const entity b = add({3, 0, 0}, 2);
    ASSERT_TRUE(
        make_joint(in.world, motor_joint{.a = a, .b = b, .target_position = {0, 2, 0}, .frequency = 1}));
    const orrery::test::momentum_sum before = orrery::test::momentum_of(in.world);
    in.run(120);
    orrery::test::expect_conserved(orrery::test::momentum_of(in.world), before, 0.01);
}
