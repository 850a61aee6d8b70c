// Balls that fall and bounce: heights and times against the closed form, and rest when there is nothing left.
#include "tests/rigid/behaviour/playground.hpp"

#include <orrery/rigid/joints/fixed_joint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace orrery::test {
namespace {

using rigid::material;
using rigid::sphere;

constexpr scalar drop_radius = scalar(0.5);

struct bounce_log {
    std::vector<double> heights; // of the tops, above where the ball touches the floor
    std::vector<double> times;   // of the tops, s
};

// Drops a ball and notes the tops of its flight. Frames see a parabola at some of its points; its top follows
// from three of them.
bounce_log drop_ball(scalar height, scalar restitution, int bounces,
                     rigid::world_settings settings = sleepless) {
    playground ground(settings);
    ground.add_floor({.restitution = 0});
    const entity ball = ground.add({.position = {0, drop_radius + height, 0},
                                    .shape = sphere(drop_radius),
                                    .material = material{.restitution = restitution}});
    bounce_log log;
    double before_last = height;
    double last = height;
    for (int frame = 1; frame < 60 * 600 && static_cast<int>(log.heights.size()) < bounces; ++frame) {
        ground.step();
        const double now = ground.position(ball).y - drop_radius;
        EXPECT_GT(now, -1e-4) << "frame " << frame;
        if (last > before_last && last >= now) {
            const double slope = (now - before_last) / 2;
            const double bend = now - 2 * last + before_last;
            log.heights.push_back(last - slope * slope / (2 * bend));
            log.times.push_back((frame - 1 - slope / bend) * settings.time_step);
        }
        before_last = last;
        last = now;
    }
    return log;
}

TEST(bouncing, a_ball_with_a_restitution_of_one_comes_back_as_high_as_it_fell_from) {
    for (const scalar height : {scalar(0.1), scalar(0.3), scalar(1), scalar(5)}) {
        const bounce_log log = drop_ball(height, 1, 20);
        ASSERT_EQ(log.heights.size(), 20u) << height;
        double before = height;
        for (const double top : log.heights) {
            EXPECT_GT(top, before * (1 - 0.003)) << height;
            EXPECT_LT(top, before * (1 + 0.001)) << height;
            before = top;
        }
        EXPECT_NEAR(before, height, height * 0.005) << "after twenty bounces";
    }
}

TEST(bouncing, a_ball_comes_back_when_free_fall_says) {
    constexpr double height = 1;
    const bounce_log log = drop_ball(height, 1, 10);
    ASSERT_EQ(log.times.size(), 10u);
    const double fall = std::sqrt(2 * height / gravity);
    for (std::size_t number = 0; number < log.times.size(); ++number) {
        EXPECT_NEAR(log.times[number], 2 * fall * static_cast<double>(number + 1), 0.005 * fall * 20)
            << number;
    }
}

TEST(bouncing, heights_fall_by_the_square_of_the_restitution) {
    for (const scalar restitution : {scalar(0.9), scalar(0.7), scalar(0.5)}) {
        const bounce_log log = drop_ball(2, restitution, 4);
        ASSERT_EQ(log.heights.size(), 4u) << restitution;
        double before = 2;
        for (const double top : log.heights) {
            EXPECT_NEAR(top, before * restitution * restitution, before * 0.01) << restitution;
            before = top;
        }
    }
}

TEST(bouncing, heights_do_not_depend_on_the_number_of_sub_steps) {
    for (const std::uint32_t substeps : {1u, 2u, 8u}) {
        rigid::world_settings settings = sleepless;
        settings.substeps = substeps;
        const bounce_log log = drop_ball(1, 1, 10, settings);
        ASSERT_EQ(log.heights.size(), 10u) << substeps;
        EXPECT_NEAR(log.heights.back(), 1, 0.005) << substeps;
    }
}

// The height is that of the middle, so a box that falls flat must not begin to tumble either.
TEST(bouncing, a_box_that_falls_flat_comes_back_as_high) {
    playground ground(sleepless);
    ground.add_floor({.restitution = 1});
    const entity box = ground.add({.position = {0, scalar(1.5), 0},
                                   .shape = rigid::box(vector3::filled(scalar(0.5))),
                                   .material = material{.restitution = 1}});
    const auto energy = [&] {
        return ground.kinetic_energy(box) / ground.mass(box) + gravity * (ground.position(box).y - 0.5);
    };
    const double began = energy();
    ground.run(5);
    EXPECT_NEAR(energy(), began, began * 0.02);
}

// What turns hits the floor a little elsewhere than it seems when the step begins, so a single box may gain
// or lose some energy; on average they hardly do.
TEST(bouncing, boxes_that_tumble_keep_their_energy_when_they_bounce) {
    constexpr int count = 16;
    double drift = 0;
    for (int number = 0; number < count; ++number) {
        playground ground(sleepless);
        ground.add_floor({.friction = 0, .restitution = 1});
        const auto seed = static_cast<scalar>(number) / 2;
        const entity box = ground.add({.position = {0, 2, 0},
                                       .orientation = quaternion::from_axis_angle({0, 0, 1}, seed / 10),
                                       .angular_velocity = {seed - 3, 2, 5 - seed},
                                       .shape = rigid::box({scalar(0.5), scalar(0.3), scalar(0.4)}),
                                       .material = material{.friction = 0, .restitution = 1}});
        const auto energy = [&] {
            return ground.kinetic_energy(box) + ground.mass(box) * gravity * ground.position(box).y;
        };
        const double began = energy();
        for (int frame = 0; frame < 1200; ++frame) {
            ground.step();
            ASSERT_NEAR(energy(), began, began * 0.3) << number << ", frame " << frame;
        }
        drift += (energy() / began - 1) / count;
    }
    EXPECT_NEAR(drift, 0, 0.08);
}

// Both are hit at once, and what they are joined by must neither turn them nor take anything away.
TEST(bouncing, two_balls_that_are_joined_come_back_together) {
    playground ground(sleepless);
    ground.add_floor({.restitution = 1});
    std::vector<entity> balls;
    for (const scalar x : {scalar(-1), scalar(1)}) {
        balls.push_back(ground.add({.position = {x, 1 + drop_radius, 0},
                                    .shape = sphere(drop_radius),
                                    .material = material{.friction = 0, .restitution = 1}}));
    }
    static_cast<void>(
        rigid::make_joint(
            ground.world(),
            rigid::fixed_joint{.a = balls[0], .b = balls[1], .pivot_a = {1, 0, 0}, .pivot_b = {-1, 0, 0}})
            .value());
    scalar highest = 0;
    for (int frame = 0; frame < 300; ++frame) {
        ground.step();
        ASSERT_NEAR(ground.position(balls[0]).y, ground.position(balls[1]).y, scalar(0.01)) << frame;
        highest = frame > 240 ? max(highest, ground.position(balls[0]).y - drop_radius) : 0;
    }
    EXPECT_NEAR(highest, 1, scalar(0.03));
}

TEST(bouncing, balls_that_bounce_come_to_rest_and_sleep) {
    playground ground;
    ground.add_floor({.restitution = scalar(0.6)});
    std::vector<entity> balls;
    for (int number = 0; number < 5; ++number) {
        balls.push_back(ground.add({.position = {scalar(3 * number), scalar(0.6) + scalar(number) / 2, 0},
                                    .shape = sphere(drop_radius),
                                    .material = material{.restitution = scalar(0.6)}}));
    }
    ground.run(10);
    for (const entity ball : balls) {
        EXPECT_TRUE(ground.is_asleep(ball));
        EXPECT_NEAR(ground.position(ball).y, drop_radius, scalar(2e-3));
    }
}

TEST(bouncing, a_stack_of_bouncing_boxes_comes_to_rest_and_sleeps) {
    for (const scalar restitution : {scalar(0.3), scalar(0.6)}) {
        playground ground;
        ground.add_floor({.restitution = restitution});
        std::vector<entity> boxes;
        for (int level = 0; level < 4; ++level) {
            boxes.push_back(ground.add({.position = {0, scalar(0.6) + scalar(level) * scalar(1.05), 0},
                                        .shape = rigid::box(vector3::filled(scalar(0.5))),
                                        .material = material{.restitution = restitution}}));
        }
        ground.run(15);
        for (std::size_t level = 0; level < boxes.size(); ++level) {
            EXPECT_TRUE(ground.is_asleep(boxes[level])) << restitution << " " << level;
            EXPECT_NEAR(ground.position(boxes[level]).y, scalar(level) + scalar(0.5), scalar(0.01));
        }
    }
}

TEST(bouncing, a_heap_of_elastic_balls_in_a_box_gains_no_energy) {
    playground ground(sleepless);
    ground.add_floor({.friction = 0, .restitution = 1});
    for (const vector3 side : {vector3{1, 0, 0}, vector3{-1, 0, 0}, vector3{0, 0, 1}, vector3{0, 0, -1}}) {
        ground.add(
            {.kind = rigid::body_kind::fixed,
             .position = side * scalar(2.5) + vector3{0, 5, 0},
             .shape = rigid::box(vector3::filled(5) - vector3{abs(side.x), 0, abs(side.z)} * scalar(4.5)),
             .material = material{.friction = 0, .restitution = 1}});
    }
    std::vector<entity> balls;
    for (int number = 0; number < 27; ++number) {
        balls.push_back(
            ground.add({.position = {scalar(number % 3) - scalar(0.93), scalar(1 + number / 9) * scalar(1.1),
                                     scalar(number / 3 % 3) - scalar(1.05)},
                        .shape = sphere(scalar(0.3)),
                        .material = material{.friction = 0, .restitution = 1}}));
    }
    const auto energy = [&] {
        double sum = 0;
        for (const entity ball : balls) {
            sum += ground.kinetic_energy(ball) +
                   ground.mass(ball) * gravity * (ground.position(ball).y - scalar(0.3));
        }
        return sum;
    };
    const double began = energy();
    for (int second = 0; second < 20; ++second) {
        ground.run(1);
        EXPECT_LT(energy(), began * 1.02) << second;
    }
}

} // namespace
} // namespace orrery::test
