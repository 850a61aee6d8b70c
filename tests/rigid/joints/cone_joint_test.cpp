#include "tests/rigid/small_world.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/ball_joint.hpp>
#include <orrery/rigid/joints/cone_joint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>

#include <gtest/gtest.h>

#include <cmath>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

namespace {

// A rod that stands on a socket and would fall, if a cone about the vertical did not hold it.
entity lean_rod(small_world& in, cone_joint cone, vector3 push) {
    const entity socket = in.add({.kind = body_kind::fixed, .key = entity_key{1}});
    const entity rod = in.add({.position = {0, 1, 0},
                               .linear_velocity = push,
                               .shape = capsule(scalar(0.1), scalar(0.4)),
                               .mass = scalar(2),
                               .may_sleep = false,
                               .key = entity_key{2}});
    EXPECT_TRUE(make_joint(in.world, ball_joint{.a = socket, .b = rod, .pivot_b = {0, -1, 0}}));
    cone.a = socket;
    cone.b = rod;
    cone.axis_a = {0, 3, 0};
    cone.side_a = {5, 1, 0};
    cone.axis_b = {0, 1, 0};
    EXPECT_TRUE(make_joint(in.world, cone));
    return rod;
}

struct lean {
    double angle;
    double share; // of what the ellipse allows: 1 on its border
};

lean lean_of(const small_world& in, entity rod, const cone_joint& cone) {
    const vector3 top = in.position(rod);
    const double aside = std::hypot(double(top.x), double(top.z));
    const double angle = std::atan2(aside, double(top.y));
    const double side = angle * double(top.x) / std::max(aside, 1e-9) / double(cone.side_angle);
    const double other = angle * double(top.z) / std::max(aside, 1e-9) / double(cone.other_angle);
    return {angle, std::hypot(side, other)};
}

} // namespace

TEST(cone_joint, holds_a_rod_that_falls_at_its_angle) {
    small_world in;
    const cone_joint cone{.side_angle = scalar(0.6), .other_angle = scalar(0.6)};
    const entity rod = lean_rod(in, cone, {2, 0, 1});
    for (int step = 0; step < 240; ++step) {
        in.world.step();
        ASSERT_LT(lean_of(in, rod, cone).angle, 0.63) << "step " << step;
    }
    EXPECT_NEAR(lean_of(in, rod, cone).angle, 0.6, 0.005);
    EXPECT_LT(length(in.velocity(rod)), 0.5) << "it may still slide around the cone";
}

TEST(cone_joint, with_two_angles_lets_it_lean_as_far_as_an_ellipse) {
    const cone_joint cone{.side_angle = scalar(1.2), .other_angle = scalar(0.4)};
    for (const vector3 push :
         {vector3{1, 0, 0}, vector3{0, 0, -1}, vector3{1, 0, 1}, vector3{-2, 0, scalar(0.3)}}) {
        small_world in;
        const entity rod = lean_rod(in, cone, push);
        double farthest = 0;
        for (int step = 0; step < 240; ++step) {
            in.world.step();
            farthest = std::max(farthest, lean_of(in, rod, cone).share);
        }
        EXPECT_GT(farthest, 0.99);
        EXPECT_LT(farthest, 1.03);
        // Along the border it slides to where that is lowest, unless it was pushed to a place from which all
        // ways lead up.
        EXPECT_GT(lean_of(in, rod, cone).share, 0.97);
    }
}

TEST(cone_joint, says_what_is_wrong_with_it) {
    EXPECT_EQ(fault_of(cone_joint{}), "");
    EXPECT_EQ(fault_of(cone_joint{.axis_a = {}}), "its axis_a has no direction");
    EXPECT_EQ(fault_of(cone_joint{.axis_b = {}}), "its axis_b has no direction");
    EXPECT_EQ(fault_of(cone_joint{.side_a = {-2, 0, 0}}), "its side_a is along axis_a or has no direction");
}
