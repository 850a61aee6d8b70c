#include "tests/rigid/small_world.hpp"

#include <orrery/math/elementary.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/cone_twist_joint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>

#include <gtest/gtest.h>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

namespace {

constexpr scalar limb_inertia = scalar(0.4) * 2 * scalar(0.25); // of a ball of 2 kg, 0.5 m

// A ball in a socket at its centre, so that it only turns.
struct shoulder {
    explicit shoulder(cone_twist_joint joint, vector3 spin = {}) {
        joint.a = in.add({.kind = body_kind::fixed});
        limb = in.add({.angular_velocity = spin,
                       .shape = sphere(scalar(0.5)),
                       .mass = scalar(2),
                       .gravity = vector3{},
                       .may_sleep = false,
                       .key = entity_key{7}});
        joint.b = limb;
        EXPECT_TRUE(make_joint(in.world, joint));
    }

    [[nodiscard]] vector3 turn() const {
        return rotation_vector(in.world.registry().get<orientation>(limb).value);
    }

    void push(vector3 torque, int steps) {
        for (int step = 0; step < steps; ++step) {
            in.step({.target = entity_key{7}, .kind = input_kind::torque, .value = torque});
        }
    }

    small_world in;
    entity limb;
};

} // namespace

TEST(cone_twist_joint, twists_between_its_limits) {
    const cone_twist_joint joint{.lowest_twist = scalar(-0.3), .highest_twist = scalar(0.7)};
    for (const scalar spin : {scalar(5), scalar(-5)}) {
        shoulder of(joint, {spin, 0, 0});
        for (int step = 0; step < 60; ++step) {
            of.in.world.step();
            ASSERT_LT(of.turn().x, 0.71);
            ASSERT_GT(of.turn().x, -0.31);
        }
        EXPECT_NEAR(of.turn().x, spin > 0 ? 0.7 : -0.3, 0.01) << "it stays at the stop";
    }
}

TEST(cone_twist_joint, that_was_turned_by_half_and_more_twists_about_the_middle_of_its_limits) {
    shoulder of({.lowest_twist = scalar(2.5), .highest_twist = scalar(4)}, {});
    const quaternion start = quaternion::from_axis_angle({1, 0, 0}, scalar(3));
    of.in.step(input::place(entity_key{7}, {{}, start}));
    of.push({scalar(0.2), 0, 0}, 120);
    EXPECT_NEAR(of.turn().x, 4 - 2 * 3.14159265, 0.01) << "beyond half a turn angles are counted on";
}

TEST(cone_twist_joint, bends_inside_an_ellipse_however_it_is_twisted) {
    const cone_twist_joint joint{
        .side_angle = scalar(0.8), .other_angle = scalar(0.3), .lowest_twist = -2, .highest_twist = 2};
    // A bend towards the side is a turn about z, one at right angles to it a turn about y.
    shoulder to_side(joint);
    to_side.push({0, 0, 1}, 180);
    EXPECT_NEAR(to_side.turn().z, 0.8, 0.01);
    shoulder to_other(joint, {1, 0, 0});
    to_other.push({0, 1, 0}, 180);
    const vector3 axis =
        rotate(to_other.in.world.registry().get<orientation>(to_other.limb).value, {1, 0, 0});
    const scalar aside = orrery::sqrt(axis.y * axis.y + axis.z * axis.z);
    const vector3 bend = vector3{0, axis.y, axis.z} * (orrery::atan2(aside, axis.x) / aside);
    EXPECT_NEAR(length(vector3{0, bend.y / scalar(0.8), bend.z / scalar(0.3)}), 1, 0.02);
    EXPECT_LT(bend.z, -0.25);
}

TEST(cone_twist_joint, a_torque_along_no_main_axis_of_the_ellipse_is_held_where_the_border_is_across_it) {
    shoulder of({.side_angle = scalar(0.2), .other_angle = scalar(0.1)});
    of.in.world.registry().emplace_or_replace<damping>(of.limb, damping{.angular = 3});
    of.push({0, -1, 1}, 240);
    // It bends by y towards the side and by z across it until the gradient (y / 0.04, z / 0.01) is along (1,
    // 1): y = 4 z on the ellipse.
    const vector3 axis = rotate(of.in.world.registry().get<orientation>(of.limb).value, {1, 0, 0});
    EXPECT_NEAR(axis.z, 0.0447, 0.003);
    EXPECT_NEAR(axis.y, 0.1789, 0.003);
}

TEST(cone_twist_joint, friction_stops_a_spin_after_inertia_times_spin_by_torque) {
    shoulder of({.lowest_twist = -10, .highest_twist = 10, .friction = scalar(0.5)}, {3, 0, 0});
    const scalar duration = limb_inertia * 3 / scalar(0.5);
    of.in.run(static_cast<int>(duration * 60 * scalar(0.5)));
    EXPECT_NEAR(of.in.spin(of.limb).x, 1.5, 0.05);
    of.in.run(static_cast<int>(duration * 60 * scalar(0.5)) + 3);
    EXPECT_NEAR(of.in.spin(of.limb).x, 0, 1e-3);
    of.push({scalar(0.45), 0, 0}, 60);
    EXPECT_NEAR(of.in.spin(of.limb).x, 0, 1e-3) << "it holds what it can bear";
    of.push({scalar(0.6), 0, 0}, 60);
    EXPECT_NEAR(of.in.spin(of.limb).x, 0.1 / limb_inertia, 0.02) << "and slows down the rest";
}

TEST(cone_twist_joint, a_soft_stop_gives_way_by_torque_over_stiffness) {
    shoulder of({.lowest_twist = scalar(-0.3),
                 .highest_twist = scalar(0.3),
                 .stop_stiffness = 40,
                 .stop_resistance = 4});
    of.push({8, 0, 0}, 240);
    EXPECT_NEAR(of.turn().x, 0.3 + 8.0 / 40, 0.005);
    shoulder bent({.side_angle = scalar(0.3), .stop_stiffness = 40, .stop_resistance = 4});
    bent.push({0, 0, 8}, 240);
    EXPECT_NEAR(bent.turn().z, 0.3 + 8.0 / 40, 0.005);
    // Before the stop is reached neither its spring nor its damper is felt.
    shoulder free({.lowest_twist = -1, .highest_twist = 1, .stop_stiffness = 40, .stop_resistance = 40},
                  {2, 0, 0});
    free.in.run(24);
    EXPECT_NEAR(free.in.spin(free.limb).x, 2, 1e-4);
}

TEST(cone_twist_joint, says_what_is_wrong_with_it) {
    EXPECT_EQ(fault_of(cone_twist_joint{}), "");
    EXPECT_EQ(fault_of(cone_twist_joint{.lowest_twist = 1}), "its lowest_twist is above its highest_twist");
    EXPECT_EQ(fault_of(cone_twist_joint{.side_b = {}}), "its side_b is along axis_b or has no direction");
}
