#include "tests/rigid/small_world.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/gravity_joint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>

#include <gtest/gtest.h>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

TEST(gravity_joint, two_bodies_go_round_each_other_ten_times) {
    for (const std::uint32_t substeps : {4u, 1u}) {
        small_world in({.substeps = substeps, .gravity = {}});
        // 3 kg and 1 kg, 4 m apart, about their common centre: omega^2 = G (m_a + m_b) / r^3, here 1.
        const entity heavy = in.add({.position = {-1, 0, 0},
                                     .linear_velocity = {0, -1, 0},
                                     .shape = sphere(scalar(0.1)),
                                     .mass = scalar(3),
                                     .may_sleep = false});
        const entity light = in.add({.position = {3, 0, 0},
                                     .linear_velocity = {0, 3, 0},
                                     .shape = sphere(scalar(0.1)),
                                     .mass = scalar(1),
                                     .may_sleep = false});
        ASSERT_TRUE(make_joint(
            in.world, gravity_joint{.a = heavy, .b = light, .constant = 16, .softening = scalar(1e-3)}));
        scalar turned = 0;
        vector3 before = in.position(light);
        for (int step = 0; step < 3770; ++step) { // 60 * 2 pi * 10
            in.world.step();
            const vector3 now = in.position(light);
            turned += length(now - before) / 3;
            before = now;
            ASSERT_NEAR(length(now - in.position(heavy)), 4, 0.04) << substeps << " sub-steps, step " << step;
        }
        EXPECT_NEAR(turned, 62.8, 0.3);
        EXPECT_LT(length(in.velocity(heavy) * 3 + in.velocity(light)), 1e-3);
    }
}

TEST(gravity_joint, a_body_that_cannot_be_pushed_pulls_with_the_mass_it_is_given) {
    small_world in({.gravity = {}});
    const entity sun = in.add({.kind = body_kind::fixed});
    const entity stone = in.add({.position = {10, 0, 0}, .shape = sphere(scalar(0.1)), .mass = scalar(2)});
    ASSERT_TRUE(make_joint(in.world, gravity_joint{.a = sun, .b = stone, .constant = 1, .mass_a = 50}));
    in.run(30);
    EXPECT_NEAR(in.velocity(stone).x, -0.25, 0.002);
}

TEST(gravity_joint, does_nothing_to_bodies_in_one_place) {
    small_world in({.gravity = {}});
    const entity a = in.add({.shape = sphere(1), .filter = {.mask = 0}});
    const entity b = in.add({.shape = sphere(1), .filter = {.mask = 0}});
    // Not by make_joint, which would refuse a softening of 0.
    in.world.registry().emplace<gravity_joint>(in.world.registry().create(),
                                               gravity_joint{.a = a, .b = b, .constant = 1, .softening = 0});
    in.run(3);
    EXPECT_EQ(in.position(a), vector3{});
    EXPECT_EQ(in.position(b), vector3{});
}
