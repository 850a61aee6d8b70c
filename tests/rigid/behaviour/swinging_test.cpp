// What swings on joints keeps its energy: pendulums and Newton's cradle.
#include "scenes/builders/swinging.hpp"
#include "tests/rigid/behaviour/playground.hpp"

#include <orrery/rigid/joints/ball_joint.hpp>
#include <orrery/rigid/joints/distance_joint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

constexpr scalar swing_angle = scalar(0.6);

// Of a scene whose bodies hang lowest at y = 0.
double energy_of(const playground& ground, const std::vector<entity>& bodies) {
    double sum = 0;
    for (const entity each : bodies) {
        sum += ground.kinetic_energy(each) + ground.mass(each) * gravity * ground.position(each).y;
    }
    return sum;
}

TEST(swinging, a_pendulum_keeps_its_energy_for_a_minute) {
    playground ground(sleepless);
    const auto bob = ground.add(scenes::cradle(1, swing_angle));
    const double began = energy_of(ground, bob);
    for (int second = 0; second < 60; ++second) {
        ground.run(1);
        ASSERT_NEAR(energy_of(ground, bob), began, began * 0.02) << second;
    }
}

TEST(swinging, a_pendulum_on_a_rod_to_its_middle_keeps_its_energy_for_a_minute) {
    playground ground(sleepless);
    const std::vector<entity> bob{
        ground.add({.position = {-4 * sin(swing_angle), 4 - 4 * cos(swing_angle), 0},
                    .shape = rigid::sphere(scalar(0.5))})};
    static_cast<void>(rigid::make_joint(ground.world(),
                                        rigid::distance_joint{
                                            .a = bob[0], .pivot_b = {0, 4, 0}, .shortest = 4, .longest = 4})
                          .value());
    const double began = energy_of(ground, bob);
    for (int second = 0; second < 60; ++second) {
        ground.run(1);
        ASSERT_NEAR(energy_of(ground, bob), began, began * 0.02) << second;
    }
}

TEST(swinging, a_double_pendulum_gains_nothing_and_loses_little_in_twenty_seconds) {
    playground ground(sleepless);
    std::vector<entity> rods;
    const quaternion level = quaternion::from_axis_angle({0, 0, 1}, scalar(1.2));
    for (int number = 0; number < 2; ++number) {
        rods.push_back(ground.add({.position = rotate(level, {0, scalar(-0.5) - scalar(number), 0}),
                                   .orientation = level,
                                   .shape = rigid::box({scalar(0.05), scalar(0.5), scalar(0.05)})}));
        static_cast<void>(
            rigid::make_joint(ground.world(),
                              rigid::ball_joint{.a = rods.back(),
                                                .b = number == 0 ? entity{} : rods[0],
                                                .pivot_a = {0, scalar(0.5), 0},
                                                .pivot_b = {0, number == 0 ? scalar(0) : scalar(-0.5), 0}})
                .value());
    }
    const double lowest = -ground.mass(rods[0]) * gravity * 2;
    const double began = energy_of(ground, rods) - lowest;
    for (int second = 0; second < 20; ++second) {
        ground.run(1);
        ASSERT_LT(energy_of(ground, rods) - lowest, began * 1.02) << second;
    }
    EXPECT_GT(energy_of(ground, rods) - lowest, began * 0.8);
}

TEST(swinging, newtons_cradle_keeps_its_energy_for_a_minute) {
    playground ground(sleepless);
    const auto balls = ground.add(scenes::cradle(5, swing_angle));
    const double began = energy_of(ground, balls);
    for (int second = 0; second < 60; ++second) {
        ground.run(1);
        ASSERT_LT(energy_of(ground, balls), began * 1.01) << second;
    }
    EXPECT_GT(energy_of(ground, balls), began * 0.85);
}

TEST(swinging, newtons_cradle_on_rods_to_the_middles_keeps_its_energy_for_a_minute) {
    playground ground(sleepless);
    std::vector<entity> balls;
    for (int number = 0; number < 5; ++number) {
        const scalar aside = number == 0 ? swing_angle : scalar(0);
        const vector3 top{scalar(number), 4, 0};
        balls.push_back(ground.add({.position = top - vector3{4 * sin(aside), 4 * cos(aside), 0},
                                    .shape = rigid::sphere(scalar(0.5)),
                                    .material = rigid::material{.friction = 0, .restitution = 1}}));
        static_cast<void>(
            rigid::make_joint(
                ground.world(),
                rigid::distance_joint{.a = balls.back(), .pivot_b = top, .shortest = 4, .longest = 4})
                .value());
    }
    const double began = energy_of(ground, balls);
    for (int second = 0; second < 60; ++second) {
        ground.run(1);
        ASSERT_LT(energy_of(ground, balls), began * 1.01) << second;
    }
    EXPECT_GT(energy_of(ground, balls), began * 0.85);
}

// Two balls that are let go together make two leave.
TEST(swinging, two_balls_of_a_cradle_make_two_leave) {
    playground ground(sleepless);
    scenes::scene cradle = scenes::cradle(5, scalar(0.5));
    const vector3 aside = cradle.bodies[0].position - vector3{0, 4, 0};
    cradle.bodies[1].position = aside + vector3{1, 4, 0};
    cradle.bodies[1].orientation = cradle.bodies[0].orientation;
    const auto balls = ground.add(cradle);
    scalar farthest[5] = {};
    for (int frame = 0; frame < 125; ++frame) { // half a swing
        ground.step();
        for (std::size_t number = 0; number < 5; ++number) {
            farthest[number] =
                max(farthest[number], ground.position(balls[number]).x - static_cast<scalar>(number));
        }
    }
    const scalar way = 4 * sin(scalar(0.5));
    EXPECT_LT(farthest[2], way * scalar(0.1));
    EXPECT_NEAR(farthest[3], way, way * scalar(0.1));
    EXPECT_NEAR(farthest[4], way, way * scalar(0.1));
}

} // namespace
} // namespace orrery::test
