// What a world reports of bodies that are very fast: to sensors, as events, and to filters.
#include "tests/rigid/behaviour/playground.hpp"

#include <orrery/rigid/event.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace orrery::test {
namespace {

std::size_t count(playground& ground, rigid::event_kind kind) {
    return static_cast<std::size_t>(std::ranges::count(ground.world().events(), kind,
                                                       [](const rigid::event& each) { return each.kind; }));
}

struct passage {
    std::size_t entered = 0;
    std::size_t left = 0;
};

// Through a sensor of 0.2 m, in at one side and out at the other.
passage fly_through(scalar speed, scalar start, bool is_sensor_moving) {
    playground ground(weightless);
    ground.add({.kind = is_sensor_moving ? rigid::body_kind::kinematic : rigid::body_kind::fixed,
                .linear_velocity = is_sensor_moving ? vector3{-speed, 0, 0} : vector3{},
                .shape = rigid::box({scalar(0.1), 1, 1}),
                .material = std::nullopt});
    const vector3 velocity = is_sensor_moving ? vector3{} : vector3{speed, 0, 0};
    const entity ball = ground.add(
        {.position = {-start, 0, 0}, .linear_velocity = velocity, .shape = rigid::sphere(scalar(0.1))});
    passage seen;
    for (int frame = 0; frame < static_cast<int>(2 * start / speed * 60) + 4; ++frame) {
        ground.step();
        seen.entered += count(ground, rigid::event_kind::sensor_entered);
        seen.left += count(ground, rigid::event_kind::sensor_left);
    }
    EXPECT_EQ(ground.velocity(ball), velocity);
    return seen;
}

TEST(fast_bodies, enter_and_leave_every_sensor_on_their_way_once) {
    for (const scalar speed : {scalar(1), scalar(10), scalar(50), scalar(500), scalar(2000)}) {
        for (int i = 0; i < 30; ++i) {
            const scalar start = scalar(3) + scalar(0.037) * static_cast<scalar>(i);
            const passage seen = fly_through(speed, start, false);
            ASSERT_EQ(seen.entered, 1u) << speed << " m/s from " << start;
            ASSERT_EQ(seen.left, 1u) << speed << " m/s from " << start;
        }
    }
}

TEST(fast_bodies, are_noticed_when_it_is_the_sensor_that_moves) {
    for (const scalar speed : {scalar(10), scalar(500)}) {
        const passage seen = fly_through(speed, 3, true);
        EXPECT_EQ(seen.entered, 1u) << speed;
        EXPECT_EQ(seen.left, 1u) << speed;
    }
}

TEST(fast_bodies, do_not_reach_a_sensor_behind_the_wall_that_stops_them) {
    playground ground(weightless);
    ground.add({.kind = rigid::body_kind::fixed, .shape = rigid::box({scalar(0.1), 1, 1})});
    ground.add({.kind = rigid::body_kind::fixed,
                .position = {1, 0, 0},
                .shape = rigid::box({scalar(0.1), 1, 1}),
                .material = std::nullopt});
    ground.add({.position = {-3, 0, 0}, .linear_velocity = {500, 0, 0}, .shape = rigid::sphere(scalar(0.1))});
    std::size_t entered = 0;
    for (int frame = 0; frame < 20; ++frame) {
        ground.step();
        entered += count(ground, rigid::event_kind::sensor_entered);
    }
    EXPECT_EQ(entered, 0u);
}

TEST(fast_bodies, are_reported_when_they_are_slowed_down_to_the_greatest_speed) {
    playground ground(weightless);
    const entity fast = ground.add({.linear_velocity = {5000, 0, 0}, .shape = rigid::sphere(1), .mass = 2});
    ground.add({.position = {0, 10, 0}, .linear_velocity = {3999, 0, 0}, .shape = rigid::sphere(1)});
    ground.step();
    ASSERT_EQ(count(ground, rigid::event_kind::speed_limited), 1u);
    const rigid::event told = *std::ranges::find(ground.world().events(), rigid::event_kind::speed_limited,
                                                 [](const rigid::event& each) { return each.kind; });
    EXPECT_EQ(told.a, fast);
    EXPECT_NEAR(told.impulse, 2 * 1000, 1);
    EXPECT_NEAR(length(ground.velocity(fast)), 4000, 1);
    ground.step();
    EXPECT_EQ(count(ground, rigid::event_kind::speed_limited), 0u);
}

// A recording left out events whose numbers were not finite.
TEST(fast_bodies, are_reported_with_finite_numbers) {
    playground ground(weightless);
    const scalar largest = std::numeric_limits<scalar>::max();
    ground.add({.linear_velocity = {largest, largest, 0}, .shape = rigid::sphere(1), .mass = 1000});
    ground.step();
    ASSERT_EQ(count(ground, rigid::event_kind::speed_limited), 1u);
    for (const rigid::event& each : ground.world().events()) {
        EXPECT_TRUE(is_finite(each.impulse));
        EXPECT_TRUE(is_finite(each.point));
    }
}

// A world with a filter, a fast body and nothing near it stopped with a failed check.
TEST(fast_bodies, may_be_alone_in_a_world_with_a_pair_filter) {
    playground ground(weightless);
    ground.world().set_pair_filter([](const rigid::world&, entity, entity) { return true; });
    const entity ball = ground.add({.linear_velocity = {20, 0, 0}, .shape = rigid::sphere(scalar(0.5))});
    ground.step(60);
    EXPECT_NEAR(ground.position(ball).x, 20, scalar(0.01));
}

} // namespace
} // namespace orrery::test
