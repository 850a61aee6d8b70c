// Limits win over the motors of the same joint, however strong these are.
#include "tests/rigid/behaviour/playground.hpp"

#include <orrery/rigid/joints/hinge_joint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>
#include <orrery/rigid/joints/prismatic_joint.hpp>
#include <orrery/rigid/joints/six_dof_joint.hpp>
#include <orrery/rigid/joints/wheel_joint.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::test {
namespace {

constexpr scalar strong = scalar(1e6); // N or N m
constexpr rigid::joint_axis driven_up{
    .lowest = scalar(-0.5), .highest = scalar(0.5), .motor_speed = 2, .motor_force = strong};
constexpr rigid::joint_axis driven_down{
    .lowest = scalar(-0.5), .highest = scalar(0.5), .motor_speed = -2, .motor_force = strong};

struct joined_boxes : playground {
    entity post;
    entity box;

    explicit joined_boxes(rigid::body_kind kind = rigid::body_kind::fixed)
        : playground({.gravity = {}, .may_sleep = false})
        , post(add({.kind = kind, .shape = rigid::box(vector3::filled(scalar(0.5)))}))
        , box(add({.position = {1, 0, 0}, .shape = rigid::box(vector3::filled(scalar(0.5)))})) {}

    template <typename Joint>
    entity join(Joint joint) {
        joint.a = post;
        joint.b = box;
        return make_joint(world(), joint).value();
    }
};

// The largest |value| of three seconds, which is that of the limit if nothing yields.
template <typename Value>
double largest_of(playground& ground, Value value) {
    double largest = 0;
    for (int frame = 0; frame < 180; ++frame) {
        ground.step();
        largest = std::max(largest, static_cast<double>(abs(value())));
    }
    return largest;
}

TEST(limits_and_motors, a_hinge_yields_no_more_than_a_milliradian) {
    for (const rigid::body_kind kind : {rigid::body_kind::fixed, rigid::body_kind::dynamic}) {
        for (const rigid::joint_axis& turn : {driven_up, driven_down}) {
            joined_boxes ground(kind);
            const entity joint = ground.join(rigid::hinge_joint{
                .pivot_a = {scalar(0.5), 0, 0}, .pivot_b = {scalar(-0.5), 0, 0}, .turn = turn});
            const double largest =
                largest_of(ground, [&] { return rigid::hinge_angle(ground.world(), joint); });
            EXPECT_NEAR(largest, 0.5, 1e-3);
        }
    }
}

TEST(limits_and_motors, a_motor_holds_an_arm_at_the_limit_against_a_weaker_load) {
    joined_boxes ground;
    ground.state().emplace<rigid::steady_force>(ground.box, vector3{0, -1000, 0}, vector3{});
    rigid::joint_axis turn = driven_up;
    turn.motor_force = 2000; // the load pulls with at most 500 N m
    const entity joint = ground.join(
        rigid::hinge_joint{.pivot_a = {scalar(0.5), 0, 0}, .pivot_b = {scalar(-0.5), 0, 0}, .turn = turn});
    ground.run(2);
    for (int frame = 0; frame < 60; ++frame) {
        ground.step();
        ASSERT_NEAR(rigid::hinge_angle(ground.world(), joint), 0.5, 1e-3) << frame;
    }
}

TEST(limits_and_motors, a_slide_yields_no_more_than_a_millimetre) {
    for (const rigid::joint_axis& slide : {driven_up, driven_down}) {
        joined_boxes ground;
        ground.join(rigid::prismatic_joint{.pivot_a = {scalar(0.5), 0, 0},
                                           .pivot_b = {scalar(-0.5), 0, 0},
                                           .axis = {0, 0, 1},
                                           .slide = slide});
        EXPECT_NEAR(largest_of(ground, [&] { return ground.position(ground.box).z; }), 0.5, 1e-3);
    }
}

TEST(limits_and_motors, a_six_dof_joint_yields_no_more_than_a_milliradian) {
    for (const rigid::joint_axis& turn : {driven_up, driven_down}) {
        joined_boxes ground;
        rigid::six_dof_joint joint{.pivot_a = {scalar(0.5), 0, 0}, .pivot_b = {scalar(-0.5), 0, 0}};
        joint.slide = {rigid::locked_axis, rigid::locked_axis, rigid::locked_axis};
        joint.turn = {rigid::locked_axis, rigid::locked_axis, turn};
        ground.join(joint);
        EXPECT_NEAR(largest_of(ground, [&] { return rotation_vector(ground.orientation(ground.box)).z; }),
                    0.5, 1e-3);
    }
}

TEST(limits_and_motors, a_suspension_yields_no_more_than_a_millimetre) {
    joined_boxes ground;
    ground.join(rigid::wheel_joint{.pivot_a = {1, 0, 0}, .axle_b = {1, 0, 0}, .suspension = driven_up});
    EXPECT_NEAR(largest_of(ground, [&] { return ground.position(ground.box).y; }), 0.5, 1e-3);
}

} // namespace
} // namespace orrery::test
