// What materials do beyond sliding and bouncing: they hold back what rolls and what spins, and give way.
#include "tests/rigid/behaviour/playground.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

using rigid::material;
using rigid::sphere;

constexpr scalar radius = scalar(0.5);

// A ball that rolls is held back by the force m g lever / radius, of which its spin takes two sevenths.
TEST(surface, a_ball_rolls_as_far_as_rolling_friction_lets_it) {
    for (const scalar lever : {scalar(0.01), scalar(0.03)}) {
        constexpr scalar speed = 2;
        const material rough{.friction = 1, .rolling_friction = lever};
        playground ground(sleepless);
        ground.add_floor(rough);
        const entity ball = ground.add({.position = {0, radius, 0},
                                        .linear_velocity = {speed, 0, 0},
                                        .angular_velocity = {0, 0, -speed / radius},
                                        .shape = sphere(radius),
                                        .material = rough});
        ground.run(25);
        const scalar slowing = gravity * lever / radius * 5 / 7;
        const scalar distance = speed * speed / (2 * slowing);
        EXPECT_NEAR(ground.position(ball).x, distance, distance * scalar(0.05)) << "lever " << lever;
        EXPECT_LT(length(ground.velocity(ball)), scalar(0.005));
    }
}

TEST(surface, a_ball_spins_on_the_spot_for_as_long_as_spinning_friction_lets_it) {
    constexpr scalar lever = scalar(0.02);
    constexpr scalar spin = 10;
    const material rough{.friction = 1, .spinning_friction = lever};
    // The torque m g lever against 2/5 m r².
    const scalar slowing = gravity * lever / (scalar(0.4) * radius * radius);
    playground ground(sleepless);
    ground.add_floor(rough);
    const entity top = ground.add({.position = {0, radius, 0},
                                   .angular_velocity = {0, spin, 0},
                                   .shape = sphere(radius),
                                   .material = rough});
    ground.run(2);
    EXPECT_NEAR(ground.spin(top).y, spin - 2 * slowing, spin * scalar(0.03));
    ground.run(spin / slowing);
    EXPECT_NEAR(ground.spin(top).y, 0, 0.01);
    EXPECT_LT(distance(ground.position(top), vector3{0, radius, 0}), scalar(0.02));
}

TEST(surface, without_them_a_ball_goes_on_spinning) {
    playground ground(sleepless);
    ground.add_floor();
    const entity top =
        ground.add({.position = {0, radius, 0}, .angular_velocity = {0, 10, 0}, .shape = sphere(radius)});
    ground.run(3);
    EXPECT_NEAR(ground.spin(top).y, 10, 0.1);
}

TEST(surface, a_ball_sinks_into_a_soft_floor_by_its_weight_over_the_stiffness) {
    for (const scalar stiffness : {scalar(500), scalar(2000)}) {
        constexpr scalar mass = 3;
        const material soft{.stiffness = stiffness, .damping = 60};
        playground ground(sleepless);
        ground.add_floor(soft);
        const entity ball = ground.add(
            {.position = {0, radius, 0}, .shape = sphere(radius), .material = material{}, .mass = mass});
        ground.run(20); // it comes to rest slowly
        const scalar depth = mass * gravity / stiffness;
        EXPECT_NEAR(radius - ground.position(ball).y, depth, depth * scalar(0.02)) << stiffness << " N/m";
        EXPECT_LT(length(ground.velocity(ball)), scalar(0.002));
    }
}

} // namespace
} // namespace orrery::test
