#include "scenes/builders/billiards.hpp"
#include "tests/rigid/behaviour/playground.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

using rigid::material;
using rigid::sphere;

constexpr material elastic{.friction = 0, .restitution = 1};

// Two balls of these densities meet head-on along x, both with this speed.
std::vector<vector3> after_meeting(scalar density_a, scalar density_b, scalar speed) {
    playground ground(weightless);
    const entity a = ground.add({.position = {-2, 0, 0},
                                 .linear_velocity = {speed, 0, 0},
                                 .shape = sphere(scalar(0.5)),
                                 .material = elastic,
                                 .density = density_a});
    const entity b = ground.add({.position = {2, 0, 0},
                                 .linear_velocity = {-speed, 0, 0},
                                 .shape = sphere(scalar(0.5)),
                                 .material = elastic,
                                 .density = density_b});
    ground.run(2);
    return {ground.velocity(a), ground.velocity(b)};
}

TEST(restitution, equal_balls_that_meet_swap_their_velocities) {
    const auto after = after_meeting(1000, 1000, 3);
    EXPECT_NEAR(after[0].x, -3, scalar(1e-3));
    EXPECT_NEAR(after[1].x, 3, scalar(1e-3));
    EXPECT_NEAR(after[0].y, 0, scalar(1e-5));
}

TEST(restitution, unequal_balls_that_meet_keep_momentum_and_energy) {
    const auto after = after_meeting(1000, 3000, 2);
    // v1' = ((m1 - m2) v1 + 2 m2 v2) / (m1 + m2)
    EXPECT_NEAR(after[0].x, -4, scalar(4e-3));
    EXPECT_NEAR(after[1].x, 0, scalar(4e-3));
}

TEST(restitution, breaking_fifteen_balls_keeps_momentum_and_loses_no_more_than_a_little_energy) {
    constexpr scalar speed = 10;
    playground ground(weightless);
    const auto balls = ground.add(scenes::racked_balls(5, speed));
    const scalar mass = ground.mass(balls.front());
    ground.run(2);
    vector3 momentum;
    double energy = 0;
    for (const entity each : balls) {
        momentum += ground.velocity(each) * ground.mass(each);
        energy += ground.kinetic_energy(each);
    }
    const scalar began = mass * speed;
    EXPECT_NEAR(momentum.x / began, 1, scalar(1e-4));
    EXPECT_NEAR(momentum.y / began, 0, scalar(1e-4));
    EXPECT_NEAR(momentum.z / began, 0, scalar(1e-4));
    EXPECT_LT(energy, 0.5 * mass * speed * speed * 1.001);
    EXPECT_GT(energy, 0.5 * mass * speed * speed * 0.9);
    EXPECT_GT(ground.velocity(balls.back()).x, scalar(0.5)); // a corner was hit, too
}

TEST(restitution, columns_bounce_as_high_as_their_restitution_says) {
    constexpr scalar height = 2; // of fall
    constexpr scalar radius = scalar(0.25);
    playground ground(sleepless);
    ground.add_floor({.restitution = 0});
    std::vector<entity> balls;
    for (int tenths = 10; tenths >= 1; --tenths) {
        balls.push_back(ground.add({.position = {scalar(tenths), height + radius, 0},
                                    .shape = sphere(radius),
                                    .material = material{.restitution = scalar(tenths) / 10}}));
    }
    // Of the first bounce: from the first time a ball goes up to the first time it comes down again.
    std::vector<scalar> highest(balls.size());
    std::vector<int> bounces(balls.size());
    std::vector<bool> was_rising(balls.size());
    for (int frame = 0; frame < 180; ++frame) {
        ground.step();
        for (std::size_t i = 0; i < balls.size(); ++i) {
            const bool is_rising = ground.velocity(balls[i]).y > scalar(0.01);
            bounces[i] += is_rising && !was_rising[i] ? 1 : 0;
            was_rising[i] = is_rising;
            if (bounces[i] == 1) {
                highest[i] = max(highest[i], ground.position(balls[i]).y - radius);
            }
        }
    }
    for (std::size_t i = 0; i < balls.size(); ++i) {
        const scalar restitution = 1 - scalar(i) / 10;
        EXPECT_NEAR(highest[i], height * restitution * restitution, height * scalar(0.06)) << restitution;
        EXPECT_TRUE(i == 0 || highest[i] < highest[i - 1]) << restitution;
    }
}

TEST(restitution, of_eight_balls_in_a_row_only_the_last_one_leaves) {
    constexpr scalar speed = 2;
    playground ground(weightless);
    const auto balls = ground.add(scenes::row_of_balls(8, speed));
    ground.run(3);
    EXPECT_NEAR(ground.velocity(balls.back()).x, speed, speed * scalar(0.02));
    for (std::size_t i = 0; i + 1 < balls.size(); ++i) {
        EXPECT_NEAR(ground.velocity(balls[i]).x, 0, speed * scalar(0.02)) << i;
    }
}

TEST(restitution, what_rests_does_not_jitter_however_bouncy_it_is) {
    playground ground(sleepless);
    ground.add_floor({.restitution = 1});
    std::vector<entity> boxes;
    for (int level = 0; level < 3; ++level) {
        boxes.push_back(ground.add({.position = {0, scalar(level) + scalar(0.5), 0},
                                    .shape = rigid::box(vector3::filled(scalar(0.5))),
                                    .material = material{.restitution = 1}}));
    }
    ground.run(1);
    const auto began = positions(ground, boxes);
    for (int frame = 0; frame < 300; ++frame) {
        ground.step();
        for (const entity each : boxes) {
            ASSERT_LT(length(ground.velocity(each)), scalar(0.02));
        }
    }
    EXPECT_LT(largest_drift(ground, boxes, began), scalar(0.002));
}

} // namespace
} // namespace orrery::test
