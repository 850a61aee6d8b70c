#include "tests/rigid/small_world.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/gear_joint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>

#include <gtest/gtest.h>

#include <cmath>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

namespace {

constexpr std::uint32_t only_spins_about_z = 63 & ~locked_axes::turn_z;
constexpr scalar ratio = scalar(-0.375);

// A wheel in a bearing, with an inertia about z.
entity add_gear(small_world& in, body_kind kind, vector3 place, scalar inertia, scalar spin, entity_key key) {
    return in.add({.kind = kind,
                   .position = place,
                   .angular_velocity = {0, 0, spin},
                   .mass = scalar(1),
                   .inertia = matrix3::identity() * inertia,
                   .gravity = vector3{},
                   .locked_axes = kind == body_kind::dynamic ? only_spins_about_z : 0u,
                   .may_sleep = false,
                   .key = key});
}

double gear_angle(const small_world& in, entity id) {
    const quaternion turn = in.world.registry().get<orientation>(id).value;
    return 2 * std::atan2(double(turn.z), double(turn.w));
}

} // namespace

TEST(gear_joint, a_torque_moves_both_wheels_like_one_inertia) {
    small_world in;
    const entity a = add_gear(in, body_kind::dynamic, {}, 2, 0, entity_key{1});
    const entity b = add_gear(in, body_kind::dynamic, {1, 0, 0}, 8, 0, entity_key{2});
    ASSERT_TRUE(make_joint(in.world, gear_joint{.a = a, .b = b, .ratio = ratio}));
    for (int step = 0; step < 60; ++step) {
        in.step({.target = entity_key{1}, .kind = input_kind::torque, .value = {0, 0, 6}});
    }
    const double together = 2 + double(ratio) * double(ratio) * 8;
    EXPECT_NEAR(in.spin(a).z, 6 / together, 1e-3);
    EXPECT_NEAR(in.spin(b).z, double(ratio) * 6 / together, 1e-3);
}

TEST(gear_joint, has_not_slipped_after_a_thousand_turns) {
    small_world in;
    constexpr scalar a_turn_in_six_steps = scalar(20 * 3.14159265358979);
    const entity a = add_gear(in, body_kind::kinematic, {}, 1, a_turn_in_six_steps, entity_key{1});
    const entity b = add_gear(in, body_kind::dynamic, {1, 0, 0}, 1, 0, entity_key{2});
    const entity gear =
        make_joint(in.world, gear_joint{.a = a, .b = b, .axis_b = {0, 0, 2}, .ratio = ratio}).value();
    // The second wheel was at rest when the first one already ran: from here on they turn together.
    in.run(60);
    double turn_a = 0;
    double turn_b = 0;
    double last_a = gear_angle(in, a);
    double last_b = gear_angle(in, b);
    constexpr double full = 2 * 3.14159265358979;
    for (int step = 0; step < 6000; ++step) {
        in.world.step();
        turn_a += std::remainder(gear_angle(in, a) - last_a, full);
        turn_b += std::remainder(gear_angle(in, b) - last_b, full);
        last_a = gear_angle(in, a);
        last_b = gear_angle(in, b);
    }
    EXPECT_NEAR(turn_a / full, 1000, 0.1);
    EXPECT_NEAR(turn_b, double(ratio) * turn_a, 1e-3);
    EXPECT_NEAR(in.spin(b).z, ratio * a_turn_in_six_steps, 0.01);
    EXPECT_NEAR(turns_of_gear(in.world.registry().get<constraint_memory>(gear)), turn_a / full + 10, 0.2);
}

TEST(gear_joint, brings_back_a_wheel_that_was_turned_by_hand) {
    small_world in;
    const entity a = add_gear(in, body_kind::dynamic, {}, 2, 0, entity_key{1});
    const entity b = add_gear(in, body_kind::dynamic, {1, 0, 0}, 1, 0, entity_key{2});
    ASSERT_TRUE(make_joint(in.world, gear_joint{.a = a, .b = b, .ratio = ratio}));
    in.world.step();
    in.step(input::place(entity_key{2}, {{1, 0, 0}, quaternion::from_axis_angle({0, 0, 1}, scalar(0.3))}));
    in.run(60);
    EXPECT_NEAR(gear_angle(in, b), double(ratio) * gear_angle(in, a), 1e-3);
    EXPECT_LT(gear_angle(in, b), 0.29) << "both have moved";
}

TEST(gear_joint, says_what_is_wrong_with_it) {
    EXPECT_EQ(fault_of(gear_joint{}), "");
    EXPECT_EQ(fault_of(gear_joint{.axis_b = {}}), "one of its axes has no direction");
    EXPECT_EQ(fault_of(gear_joint{.ratio = 0}), "its ratio is 0");
}
