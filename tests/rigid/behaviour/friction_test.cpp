#include "tests/rigid/behaviour/playground.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

using rigid::box;
using rigid::material;
using rigid::sphere;

constexpr vector3 flat{scalar(0.5), scalar(0.1), scalar(0.5)}; // half extents of what does not topple

TEST(friction, a_ball_that_rolls_keeps_rolling) {
    constexpr scalar radius = scalar(0.3);
    constexpr scalar speed = 2;
    playground ground(sleepless);
    ground.add_floor();
    const entity ball = ground.add({.position = {0, radius, 0},
                                    .linear_velocity = {speed, 0, 0},
                                    .angular_velocity = {0, 0, -speed / radius},
                                    .shape = sphere(radius)});
    ground.run(5);
    EXPECT_NEAR(ground.velocity(ball).x, speed, speed * scalar(0.001));
    EXPECT_NEAR(ground.spin(ball).z * radius, -speed, speed * scalar(0.001));
    EXPECT_NEAR(ground.position(ball).x, 5 * speed, 5 * speed * scalar(0.001));
}

TEST(friction, a_ball_that_slides_ends_up_rolling_with_five_sevenths_of_its_speed) {
    constexpr scalar radius = scalar(0.3);
    constexpr scalar speed = 3;
    playground ground(sleepless);
    ground.add_floor();
    const entity ball =
        ground.add({.position = {0, radius, 0}, .linear_velocity = {speed, 0, 0}, .shape = sphere(radius)});
    ground.run(2);
    EXPECT_NEAR(ground.velocity(ball).x, speed * 5 / 7, speed * scalar(0.01));
    EXPECT_NEAR(ground.spin(ball).z * radius, -ground.velocity(ball).x, speed * scalar(0.005));
}

TEST(friction, a_box_slides_as_far_as_its_energy_lasts) {
    for (const scalar friction : {scalar(0.2), scalar(0.5), scalar(0.9)}) {
        for (const scalar speed : {scalar(3), scalar(6)}) {
            playground ground(sleepless);
            ground.add_floor({.friction = friction});
            const entity sled = ground.add({.position = {0, flat.y, 0},
                                            .linear_velocity = {speed, 0, 0},
                                            .shape = box(flat),
                                            .material = material{.friction = friction}});
            ground.run(5);
            const scalar distance = speed * speed / (2 * friction * gravity);
            EXPECT_NEAR(ground.position(sled).x, distance, distance * scalar(0.02))
                << "friction " << friction << ", speed " << speed;
            EXPECT_LT(length(ground.velocity(sled)), scalar(0.001));
        }
    }
}

// A box on a plane that rises by `rise` for each metre, let go, after some seconds.
struct slide {
    scalar distance; // down the slope
    scalar expected; // without resting friction
};

slide let_go(scalar rise, scalar friction, scalar seconds) {
    const scalar angle = atan(rise);
    const quaternion tilt = quaternion::from_axis_angle({0, 0, 1}, angle);
    playground ground(sleepless);
    ground.add({.kind = rigid::body_kind::fixed,
                .orientation = tilt,
                .shape = rigid::plane(),
                .material = material{.friction = friction}});
    const vector3 began = rotate(tilt, vector3{0, flat.y, 0});
    const entity sled = ground.add({.position = began,
                                    .orientation = tilt,
                                    .shape = box(flat),
                                    .material = material{.friction = friction}});
    ground.run(seconds);
    const scalar acceleration = gravity * (sin(angle) - friction * cos(angle));
    return {distance(ground.position(sled), began), acceleration * seconds * seconds / 2};
}

TEST(friction, a_box_on_a_slope_holds_as_long_as_the_slope_is_less_than_the_friction) {
    EXPECT_LT(let_go(scalar(0.48), scalar(0.5), 5).distance, scalar(0.002));
    EXPECT_LT(let_go(scalar(0.2), scalar(0.22), 5).distance, scalar(0.002));
}

TEST(friction, a_box_on_a_steeper_slope_slides_with_what_friction_leaves) {
    for (const slide& seen : {let_go(scalar(0.55), scalar(0.5), 3), let_go(scalar(1), scalar(0.3), 2)}) {
        EXPECT_NEAR(seen.distance, seen.expected, seen.expected * scalar(0.02));
    }
}

} // namespace
} // namespace orrery::test
