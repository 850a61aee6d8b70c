#include "tests/rigid/small_world.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/fixed_joint.hpp>

#include <gtest/gtest.h>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

TEST(fixed_joint, a_beam_out_of_a_wall_does_not_sag) {
    small_world in;
    const entity beam =
        in.add({.position = {1, 0, 0}, .shape = box({1, scalar(0.1), scalar(0.1)}), .may_sleep = false});
    in.world.registry().emplace<fixed_joint>(in.world.registry().create(), beam, entity{}, vector3{-1, 0, 0},
                                             vector3{});
    in.run(240);
    EXPECT_NEAR(length(in.position(beam) - vector3{1, 0, 0}), 0, 0.01);
    EXPECT_NEAR(angle_between(in.world.registry().get<orientation>(beam).value, {}), 0, 0.01);
}

TEST(fixed_joint, two_bodies_tumble_as_one) {
    small_world in;
    const entity a = in.add(
        {.angular_velocity = {1, 2, 3}, .shape = box({1, scalar(0.5), scalar(0.5)}), .gravity = vector3{}});
    const entity b = in.add({.position = {2, 0, 0},
                             .angular_velocity = {1, 2, 3},
                             .shape = sphere(scalar(0.5)),
                             .gravity = vector3{}});
    in.world.registry().emplace<fixed_joint>(in.world.registry().create(), a, b, vector3{1, 0, 0},
                                             vector3{-1, 0, 0});
    for (int step = 0; step < 120; ++step) {
        in.world.step();
        const transform3 seen = relative_to(placement(in.world, a), placement(in.world, b));
        EXPECT_NEAR(length(seen.position - vector3{2, 0, 0}), 0, 0.02);
        EXPECT_NEAR(angle_between(seen.rotation, {}), 0, 0.02);
    }
}
