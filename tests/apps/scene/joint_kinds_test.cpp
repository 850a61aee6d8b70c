// Joints of every kind from documents: directions and poses come into the frames of the bodies, and what is
// not said is taken from how they are at first.
#include "apps/scene/rigid/constraint_reader.hpp"
#include "tests/apps/scene/built_scene.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/breakable.hpp>
#include <orrery/rigid/joints/cone_twist_joint.hpp>
#include <orrery/rigid/joints/gear_joint.hpp>
#include <orrery/rigid/joints/hinge_joint.hpp>
#include <orrery/rigid/joints/motor_joint.hpp>
#include <orrery/rigid/joints/null_joint.hpp>
#include <orrery/rigid/joints/prismatic_joint.hpp>
#include <orrery/rigid/joints/pulley_joint.hpp>
#include <orrery/rigid/joints/rack_joint.hpp>
#include <orrery/rigid/joints/six_dof_joint.hpp>
#include <orrery/rigid/joints/wheel_joint.hpp>

#include <gtest/gtest.h>

namespace orrery::scene_format {
namespace {

// b is turned by a quarter about z: its x points up, its y to where x falls.
[[nodiscard]] std::string with(const std::string& constraints) {
    return R"("bodies": [{"name": "a", "position": [0, 2, 0], "shape": {"kind": "sphere", "radius": 1}},
        {"name": "b", "position": [3, 2, 0], "rotation": {"axis": [0, 0, 1], "degrees": 90},
         "shape": {"kind": "sphere", "radius": 1}}],
        "constraints": [)" +
           constraints + "]";
}

[[nodiscard]] bool is_near(vector3 a, vector3 b) {
    return length(a - b) < scalar(1e-5);
}

TEST(joint_kinds, take_directions_of_the_world_into_both_frames) {
    built scene(with(R"({"kind": "hinge", "a": "a", "b": "b", "at": [1, 2, 0], "axis": [0, 1, 0],
        "turn": {"lowest": -1, "highest": 2, "motor_speed": 3, "motor_force": 4}, "breaks_at": {"force": 5}})"));
    const auto& hinge = scene.get<rigid::hinge_joint>(first_constraint_key);
    EXPECT_TRUE(is_near(hinge.pivot_a, {1, 0, 0}));
    EXPECT_TRUE(is_near(hinge.pivot_b, {0, 2, 0}));
    EXPECT_TRUE(is_near(hinge.axis_a, {0, 1, 0}));
    EXPECT_TRUE(is_near(hinge.axis_b, {1, 0, 0}));
    // Its angle is zero at first, so the references agree in the world, across the axis.
    EXPECT_NEAR(dot(hinge.reference_a, hinge.axis_a), 0, 1e-6);
    EXPECT_TRUE(is_near(rotate(quaternion::from_axis_angle({0, 0, 1}, scalar(1.57079633)), hinge.reference_b),
                        hinge.reference_a));
    EXPECT_EQ(hinge.turn.lowest, -1);
    EXPECT_EQ(hinge.turn.highest, 2);
    EXPECT_EQ(hinge.turn.motor_speed, 3);
    EXPECT_EQ(hinge.turn.motor_force, 4);
    EXPECT_EQ(scene.get<rigid::breakable>(first_constraint_key).force, 5);
    scene.made.world.step();
    EXPECT_NEAR(rigid::hinge_angle(scene.made.world, scene.at(first_constraint_key)), 0, 0.1);
}

TEST(joint_kinds, take_what_is_not_said_from_how_the_bodies_are_at_first) {
    built scene(with(R"({"kind": "prismatic", "a": "b", "b": "a", "axis": [0, 1, 0]},
        {"kind": "pulley", "a": "a", "b": "b", "anchor_a": [0, 6, 0], "anchor_b": [3, 5, 0], "ratio": 2},
        {"kind": "motor", "a": "a", "b": "b", "largest_force": 7},
        {"kind": "motor", "a": "b", "pivot": [1, 0, 0]})"));
    EXPECT_TRUE(is_near(scene.get<rigid::prismatic_joint>(first_constraint_key).axis, {1, 0, 0}));
    EXPECT_NEAR(scene.get<rigid::prismatic_joint>(first_constraint_key).turn.z, -0.70710678, 1e-5);
    EXPECT_NEAR(scene.get<rigid::pulley_joint>(first_constraint_key + 1).length, 4 + 2 * 3, 1e-5);
    const auto& between = scene.get<rigid::motor_joint>(first_constraint_key + 2);
    EXPECT_TRUE(is_near(between.target_position, {3, 0, 0}));
    EXPECT_NEAR(between.target_orientation.z, 0.70710678, 1e-5);
    EXPECT_EQ(between.largest_force, 7);
    EXPECT_TRUE(is_near(scene.get<rigid::motor_joint>(first_constraint_key + 3).target_position, {3, 3, 0}));
}

TEST(joint_kinds, are_all_there) {
    built scene(with(R"({"kind": "ball", "a": "a", "b": "b"}, {"kind": "fixed", "a": "a", "b": "b"},
        {"kind": "distance", "a": "a", "b": "b"},
        {"kind": "six_dof", "a": "a", "b": "b", "frame": {"axis": [0, 0, 1], "degrees": 90},
         "slide": [{"lowest": 0, "highest": 0}, {}, {"friction": 3}], "turn": [{}, {"stiffness": 2}, {}]},
        {"kind": "wheel", "a": "a", "b": "b", "axle": [0, 0, 1], "steering": 0.25},
        {"kind": "cone", "a": "a", "b": "b", "axis": [0, 1, 0], "side_angle": 0.25},
        {"kind": "cone_twist", "a": "a", "b": "b", "axis": [0, 1, 0], "lowest_twist": -0.125},
        {"kind": "cv", "a": "a", "b": "b"}, {"kind": "gear", "a": "a", "b": "b", "ratio": -0.5},
        {"kind": "rack", "a": "a", "b": "b", "radius": 0.5}, {"kind": "gravity", "a": "a", "b": "b"},
        {"kind": "null", "a": "a", "b": "b"})"));
    const auto& six = scene.get<rigid::six_dof_joint>(first_constraint_key + 3);
    EXPECT_NEAR(six.frame_a.z, 0.70710678, 1e-5);
    EXPECT_NEAR(six.frame_b.z, 0, 1e-5) << "b itself is turned like that";
    EXPECT_TRUE(rigid::is_locked(six.slide[0]));
    EXPECT_EQ(six.slide[2].friction, 3);
    EXPECT_EQ(six.turn[1].stiffness, 2);
    EXPECT_EQ(scene.get<rigid::wheel_joint>(first_constraint_key + 4).steering, scalar(0.25));
    const auto& shoulder = scene.get<rigid::cone_twist_joint>(first_constraint_key + 6);
    EXPECT_EQ(shoulder.lowest_twist, scalar(-0.125));
    EXPECT_NEAR(dot(shoulder.axis_a, shoulder.side_a), 0, 1e-6) << "the usual side lies along the axis";
    EXPECT_GT(length(shoulder.side_a), scalar(0.5));
    EXPECT_EQ(scene.get<rigid::gear_joint>(first_constraint_key + 8).ratio, scalar(-0.5));
    EXPECT_EQ(scene.get<rigid::rack_joint>(first_constraint_key + 9).radius, scalar(0.5));
    EXPECT_EQ(scene.count<rigid::null_joint>(), 1U);
    scene.made.world.step();
}

TEST(joint_kinds, are_refused_with_the_place_and_the_reason) {
    EXPECT_EQ(refusal_of(with(R"({"kind": "hinge", "a": "a", "axis": [0, 1, 0],
        "axis_a": [1, 0, 0]})")),
              "x.json:6: constraints[0].axis_a is an array of 3, expected none, because 'axis' says it");
    const std::string limits =
        refusal_of(with(R"({"kind": "hinge", "a": "a", "turn": {"lowest": 1, "highest": 0}})"));
    EXPECT_TRUE(limits.starts_with("x.json:5: constraints[0]: ")) << limits;
    EXPECT_NE(limits.find("lowest value is above the highest"), std::string::npos) << limits;
    EXPECT_EQ(refusal_of(with(
                  R"({"kind": "ball", "name": "x", "a": "a"}, {"kind": "ball", "name": "x", "a": "b"})")),
              "x.json:5: constraints[1].name is \"x\", expected a name that no other constraint has");
    const std::string joint = with(R"({"kind": "hinge", "name": "door", "a": "a"})") + ",\n";
    EXPECT_EQ(
        refusal_of(joint + R"("inputs": [{"kind": "drive", "frame": 0, "joint": "dor"}])"),
        "x.json:6: inputs[0].joint is \"dor\", expected the name of a constraint; did you mean 'door'?");
    EXPECT_EQ(refusal_of(joint + R"("inputs": [{"kind": "drive", "frame": 0}])"),
              "x.json:6: inputs[0]: either a joint is driven or a body");
}

} // namespace
} // namespace orrery::scene_format
