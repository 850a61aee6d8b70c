#include "tests/rigid/small_world.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/fixed_joint.hpp>
#include <orrery/rigid/joints/hinge_joint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>
#include <orrery/rigid/joints/prismatic_joint.hpp>
#include <orrery/rigid/joints/six_dof_joint.hpp>

#include <gtest/gtest.h>

#include <cmath>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

namespace {

constexpr std::array<joint_axis, 3> all_locked{locked_axis, locked_axis, locked_axis};

// A beam that sticks out of a wall along x, held by its end.
struct walled_beam : small_world {
    entity wall;
    entity beam;

    walled_beam()
        : wall(add({.kind = body_kind::fixed}))
        , beam(add({.position = {1, 0, 0},
                    .linear_velocity = {0, 0, 1},
                    .shape = box({1, scalar(0.1), scalar(0.2)}),
                    .mass = scalar(3),
                    .may_sleep = false})) {}

    [[nodiscard]] six_dof_joint joint() const {
        return {.a = wall, .b = beam, .pivot_b = {-1, 0, 0}, .slide = all_locked, .turn = all_locked};
    }
};

// How two worlds go on, side by side.
void expect_alike(walled_beam& one, walled_beam& other, int steps, double tolerance) {
    for (int step = 0; step < steps; ++step) {
        one.world.step();
        other.world.step();
        ASSERT_LT(length(one.position(one.beam) - other.position(other.beam)), tolerance) << "step " << step;
    }
}

} // namespace

TEST(six_dof_joint, with_all_axes_locked_is_a_fixed_joint) {
    walled_beam in;
    walled_beam other;
    static_cast<void>(make_joint(in.world, in.joint()).value());
    static_cast<void>(
        make_joint(other.world, fixed_joint{.a = other.wall, .b = other.beam, .pivot_b = {-1, 0, 0}})
            .value());
    expect_alike(in, other, 120, 1e-3);
    EXPECT_LT(length(in.position(in.beam) - vector3{1, 0, 0}), 1e-3);
}

TEST(six_dof_joint, with_one_turn_free_is_a_hinge) {
    walled_beam in;
    walled_beam other;
    six_dof_joint joint = in.joint();
    const joint_axis turn{
        .lowest = -1, .highest = 1, .restitution = scalar(0.5), .damping = 1, .friction = 1};
    joint.turn[2] = turn;
    static_cast<void>(make_joint(in.world, joint).value());
    static_cast<void>(
        make_joint(other.world,
                   hinge_joint{.a = other.wall, .b = other.beam, .pivot_b = {-1, 0, 0}, .turn = turn})
            .value());
    expect_alike(in, other, 240, 5e-3);
    EXPECT_NEAR(in.position(in.beam).y, -std::sin(1.0), 5e-3) << "it lies on its limit";
}

TEST(six_dof_joint, with_one_turn_free_goes_round_and_round) {
    walled_beam in;
    six_dof_joint joint = in.joint();
    joint.turn[1] = {.motor_speed = 4, .motor_force = 1000};
    const entity id = make_joint(in.world, joint, entity_key{77}).value();
    for (int step = 0; step < 240; ++step) {
        in.world.step();
        ASSERT_NEAR(length(in.position(in.beam)), 1, 3e-3);
        ASSERT_NEAR(in.position(in.beam).y, 0, 5e-3);
    }
    EXPECT_NEAR(in.spin(in.beam).y, 4, 0.01);
    in.step({.target = in.world.registry().key_of(in.beam),
             .kind = input_kind::drive,
             .point = {0, -1, 0},
             .subject = static_cast<std::uint64_t>(in.world.registry().key_of(id))});
    in.run(10);
    EXPECT_NEAR(in.spin(in.beam).y, -1, 0.01);
}

TEST(six_dof_joint, with_one_slide_free_is_a_prismatic_joint) {
    walled_beam in;
    walled_beam other;
    six_dof_joint joint = in.joint();
    const joint_axis slide{.lowest = -1, .rest = scalar(-0.5), .stiffness = 40, .damping = 2};
    joint.slide[1] = slide;
    static_cast<void>(make_joint(in.world, joint).value());
    static_cast<void>(make_joint(other.world, prismatic_joint{.a = other.wall,
                                                              .b = other.beam,
                                                              .pivot_b = {-1, 0, 0},
                                                              .axis = {0, 1, 0},
                                                              .slide = slide})
                          .value());
    expect_alike(in, other, 240, 2e-3);
}

TEST(six_dof_joint, keeps_every_turn_between_its_limits_when_all_are_free_within_them) {
    walled_beam in;
    six_dof_joint joint = in.joint();
    joint.frame_a = joint.frame_b = quaternion::from_axis_angle({0, 1, 0}, scalar(0.7));
    joint.turn = {joint_axis{.lowest = scalar(-0.3), .highest = scalar(0.2)},
                  joint_axis{.lowest = scalar(-0.4), .highest = scalar(0.4)},
                  joint_axis{.lowest = scalar(-0.5), .highest = scalar(0.1)}};
    static_cast<void>(make_joint(in.world, joint).value());
    const input twist{in.world.registry().key_of(in.beam), input_kind::spin, {8, 5, -3}};
    in.step(twist);
    for (int step = 0; step < 240; ++step) {
        in.world.step();
        const quaternion seen =
            inverse(joint.frame_a) * placement(in.world, in.beam).rotation * joint.frame_b;
        const vector3 turn = rotation_vector(seen);
        for (int axis = 0; axis < 3; ++axis) {
            const joint_axis& limits = joint.turn[static_cast<std::size_t>(axis)];
            ASSERT_GT(turn[axis], limits.lowest - 0.04) << axis << " in step " << step;
            ASSERT_LT(turn[axis], limits.highest + 0.04) << axis << " in step " << step;
        }
    }
}

TEST(six_dof_joint, that_makes_no_sense_is_refused) {
    walled_beam in;
    six_dof_joint joint = in.joint();
    joint.turn[2] = {.lowest = 1, .highest = -1};
    EXPECT_EQ(make_joint(in.world, joint).reason().message,
              "A joint is refused: six_dof_joint: its lowest value is above the highest.");
    joint = in.joint();
    joint.frame_a = {0, 0, 0, 0};
    EXPECT_FALSE(make_joint(in.world, joint));
    joint = in.joint();
    joint.slide[0].restitution = 2;
    EXPECT_FALSE(make_joint(in.world, joint));
}
