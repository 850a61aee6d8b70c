#include "tests/rigid/small_world.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/ball_joint.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

TEST(ball_joint, a_pendulum_keeps_its_length_and_its_period) {
    small_world in;
    // A point mass at two metres swings with a period of 2 pi sqrt(l / g) when it swings little.
    const entity bob = in.add({.position = {scalar(0.2), -2, 0},
                               .shape = sphere(scalar(0.05)),
                               .mass = scalar(1),
                               .may_sleep = false,
                               .key = entity_key{1}});
    const vector3 pivot{scalar(-0.2), 2, 0};
    in.world.registry().emplace<ball_joint>(in.world.registry().create(entity_key{2}), bob, entity{}, pivot,
                                            vector3{});
    std::vector<int> crossings;
    scalar before = in.position(bob).x;
    for (int step = 1; step <= 1200; ++step) {
        in.world.step();
        EXPECT_NEAR(length(in.position(bob)), 2.01, 0.005);
        if ((in.position(bob).x < 0) != (before < 0)) {
            crossings.push_back(step);
        }
        before = in.position(bob).x;
    }
    ASSERT_GT(crossings.size(), 10u);
    const double swings = static_cast<double>(crossings.size() - 1) / 2;
    const double period = (crossings.back() - crossings.front()) / 60.0 / swings;
    EXPECT_NEAR(period, 2 * 3.14159265 * std::sqrt(2.01 / 9.81), 0.03);
}

TEST(ball_joint, hangs_a_chain_from_the_world_without_stretching) {
    small_world in;
    entity above{};
    for (int number = 0; number < 10; ++number) {
        const entity link =
            in.add({.position = {scalar(0.25) + scalar(0.5) * static_cast<scalar>(number), 0, 0},
                    .shape = capsule(scalar(0.1), scalar(0.15)),
                    .key = entity_key{static_cast<std::uint64_t>(number + 1)}});
        const entity joint = in.world.registry().create(entity_key{static_cast<std::uint64_t>(number + 100)});
        in.world.registry().emplace<ball_joint>(joint, link, above, vector3{scalar(-0.25), 0, 0},
                                                number == 0 ? vector3{} : vector3{scalar(0.25), 0, 0});
        above = link;
    }
    in.run(300);
    vector3 end{};
    for (int number = 0; number < 10; ++number) {
        const entity link = in.world.registry().find(entity_key{static_cast<std::uint64_t>(number + 1)});
        const transform3 frame = placement(in.world, link);
        EXPECT_LT(length(transform_point(frame, {scalar(-0.25), 0, 0}) - end), 0.006);
        end = transform_point(frame, {scalar(0.25), 0, 0});
    }
}

TEST(ball_joint, keeps_the_momentum_of_two_free_bodies) {
    small_world in;
    const entity a = in.add({.linear_velocity = {0, 1, 0},
                             .shape = sphere(scalar(0.5)),
                             .mass = scalar(2),
                             .gravity = vector3{}});
    const entity b = in.add({.position = {2, 0, 0},
                             .angular_velocity = {1, 0, 5},
                             .shape = sphere(scalar(0.5)),
                             .mass = scalar(3),
                             .gravity = vector3{}});
    in.world.registry().emplace<ball_joint>(in.world.registry().create(), a, b, vector3{1, 0, 0},
                                            vector3{-1, 0, 0});
    in.run(120);
    const vector3 momentum = in.velocity(a) * 2 + in.velocity(b) * 3;
    EXPECT_NEAR(length(momentum - vector3{0, 2, 0}), 0, 1e-3);
}
