// Kinematic bodies cannot be stopped, so what they run into must be taken along, however fast they are.
#include "tests/rigid/behaviour/playground.hpp"

#include <orrery/math/elementary.hpp>
#include <orrery/math/random_values.hpp>

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace orrery::test {
namespace {

constexpr rigid::body_kind kinematic = rigid::body_kind::kinematic;

scalar random_speed(xoshiro256& random) {
    constexpr std::array speeds{scalar(5), scalar(20), scalar(50), scalar(200), scalar(500), scalar(2000)};
    return speeds[uniform_below(random, speeds.size())];
}

rigid::shape random_shape(xoshiro256& random) {
    switch (uniform_below(random, 4)) {
    case 0:
        return rigid::sphere(scalar(0.2));
    case 1:
        return rigid::box({scalar(0.2), scalar(0.1), scalar(0.3)});
    case 2:
        return rigid::capsule(scalar(0.1), scalar(0.2));
    default:
        return rigid::cylinder(scalar(0.2), scalar(0.1));
    }
}

TEST(kinematic_impacts, nothing_gets_behind_a_plate_that_sweeps_through_a_world) {
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        xoshiro256 random(seed);
        playground ground(weightless);
        const scalar speed = random_speed(random);
        const scalar start = -2 - uniform_real<scalar>(random, 0, speed / 60);
        const entity plate = ground.add({.kind = kinematic,
                                         .position = {start, 0, 0},
                                         .linear_velocity = {speed, 0, 0},
                                         .shape = rigid::box({scalar(0.05), 400, 400})});
        // They push each other, and are stopped by each other.
        std::vector<entity> bodies;
        for (std::size_t i = 0; i < seed % 7 + 1; ++i) {
            const vector3 at = uniform_point(random, aabb3{{0, -1, -1}, {3, 1, 1}});
            const quaternion turned = unit_quaternion<scalar>(random);
            bodies.push_back(
                ground.add({.position = at, .orientation = turned, .shape = random_shape(random)}));
        }
        for (int frame = 0; frame < static_cast<int>(8 / speed * 60) + 4; ++frame) {
            ground.step();
            for (const entity body : bodies) {
                ASSERT_GT(ground.position(body).x, ground.position(plate).x)
                    << "seed " << seed << ", " << speed << " m/s, frame " << frame;
            }
        }
    }
}

rigid::shape shape_in_row(xoshiro256& random) {
    constexpr scalar half = scalar(0.4);
    switch (uniform_below(random, 3)) {
    case 0:
        return rigid::sphere(half);
    case 1:
        return rigid::box(vector3::filled(half));
    default:
        return rigid::capsule(half / 2, half / 2);
    }
}

// What was pushed along a floor stopped where a corner of it came down on the floor, and the plate went on.
TEST(kinematic_impacts, nothing_gets_behind_a_plate_that_pushes_a_row_along_a_floor) {
    constexpr std::array speeds{scalar(30), scalar(60), scalar(100), scalar(200), scalar(350), scalar(500)};
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
        xoshiro256 random(seed);
        playground ground;
        const scalar speed = speeds[uniform_below(random, speeds.size())];
        const rigid::material surface{.friction = scalar(0.3),
                                      .restitution = uniform_below(random, 2) == 0 ? scalar(0) : scalar(0.5)};
        ground.add({.kind = rigid::body_kind::fixed, .shape = rigid::plane(), .material = surface});
        const entity plate = ground.add({.kind = kinematic,
                                         .position = {-3 - uniform_real<scalar>(random, 0, 1), 0, 0},
                                         .linear_velocity = {speed, 0, 0},
                                         .shape = rigid::box({scalar(0.05), 400, 400}),
                                         .material = surface});
        const rigid::shape shape = shape_in_row(random);
        const std::size_t count = uniform_below(random, 15) + 2;
        std::vector<entity> bodies;
        for (std::size_t i = 0; i < count; ++i) {
            bodies.push_back(ground.add({.position = {static_cast<scalar>(i) * scalar(0.8), scalar(0.4), 0},
                                         .shape = shape,
                                         .material = surface}));
        }
        for (int frame = 0; frame < static_cast<int>(30 / speed * 60) + 10; ++frame) {
            ground.step();
            for (const entity body : bodies) {
                ASSERT_GT(ground.position(body).x, ground.position(plate).x)
                    << "seed " << seed << ", " << speed << " m/s, frame " << frame;
                ASSERT_GT(ground.position(body).y, 0) << "seed " << seed << ", frame " << frame;
            }
        }
    }
}

TEST(kinematic_impacts, a_body_at_rest_is_knocked_on_by_what_runs_into_it) {
    for (const scalar speed : {scalar(5), scalar(50), scalar(500)}) {
        playground ground(weightless);
        ground.add({.kind = kinematic,
                    .position = {-10, 0, 0},
                    .linear_velocity = {speed, 0, 0},
                    .shape = rigid::sphere(1)});
        const entity hit = ground.add({.shape = rigid::sphere(1)});
        ground.step(static_cast<int>(12 / speed * 60) + 4);
        EXPECT_NEAR(ground.velocity(hit).x, speed, speed * scalar(0.01)) << speed;
    }
}

TEST(kinematic_impacts, what_sleeps_is_woken) {
    playground ground(weightless);
    const entity hit = ground.add({.shape = rigid::sphere(1)});
    const entity fast = ground.add({.kind = kinematic, .position = {-100, 0, 0}, .shape = rigid::sphere(1)});
    ground.run(2);
    ASSERT_TRUE(ground.is_asleep(hit));
    ground.state().replace<rigid::linear_velocity>(fast, vector3{1000, 0, 0});
    ground.step(10);
    EXPECT_FALSE(ground.is_asleep(hit));
    EXPECT_GT(ground.position(hit).x, ground.position(fast).x);
}

// A door that opens in three steps takes the ball along, and does not pass over it.
TEST(kinematic_impacts, a_blade_that_turns_fast_takes_bodies_along) {
    playground ground(weightless);
    const entity ball = ground.add({.position = {1, 0, scalar(0.3)}, .shape = rigid::sphere(scalar(0.1))});
    ground.add({.kind = kinematic,
                .angular_velocity = {0, -30, 0}, // x towards z
                .shape = rigid::box({scalar(1.5), 1, scalar(0.02)})});
    ground.step(1);
    const vector3 at = ground.position(ball);
    // The blade's edge stands at half a radian: the ball must be in front of it.
    EXPECT_GT(-sin(scalar(0.5)) * at.x + cos(scalar(0.5)) * at.z, 0) << at.x << " " << at.z;
}

// Between the anvil and the hammer there is no place: it must not be shot through the wall.
TEST(kinematic_impacts, a_blade_that_turns_by_a_large_angle_in_a_step_hits_what_is_in_its_way) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        xoshiro256 random(seed);
        playground ground(weightless);
        const scalar turning = uniform_real<scalar>(random, 5, 90);
        ground.add({.kind = kinematic,
                    .angular_velocity = {0, turning, 0},
                    .shape = rigid::box({3, scalar(0.3), scalar(0.03)})});
        const scalar radius = uniform_real<scalar>(random, scalar(0.02), scalar(0.2));
        const scalar from_axis = uniform_real<scalar>(random, scalar(0.6), scalar(2.6));
        const scalar angle = uniform_real<scalar>(random, scalar(0.5), scalar(1.8));
        const entity ball = ground.add({.position = {-from_axis * cos(angle), 0, from_axis * sin(angle)},
                                        .shape = rigid::sphere(radius)});
        const int frames = static_cast<int>((angle + scalar(0.5)) / turning * 60) + 2;
        ground.step(frames);
        EXPECT_GT(length(ground.velocity(ball)), turning * from_axis * scalar(0.5)) << "seed " << seed;
    }
}

TEST(kinematic_impacts, what_is_pushed_stops_at_a_wall) {
    playground ground(weightless);
    ground.add(
        {.kind = rigid::body_kind::fixed, .position = {5, 0, 0}, .shape = rigid::box({scalar(0.1), 5, 5})});
    const entity ball = ground.add({.shape = rigid::sphere(scalar(0.2))});
    ground.add({.kind = kinematic,
                .position = {-3, 0, 0},
                .linear_velocity = {300, 0, 0},
                .shape = rigid::box({scalar(0.05), 1, 1})});
    ground.step(2);
    EXPECT_LT(ground.position(ball).x, 5);
}

} // namespace
} // namespace orrery::test
