#include "tests/circles/small_world.hpp"

#include <orrery/circles/motion_model.hpp>

#include <gtest/gtest.h>

#include <cstring>

using namespace orrery;
using namespace orrery::circles;
using namespace orrery::circles::test;

namespace {

constexpr double pi = 3.14159265358979;

} // namespace

TEST(circles_motion_model, angles_are_brought_between_minus_pi_and_pi) {
    EXPECT_EQ(wrapped_angle(1), 1);
    EXPECT_NEAR(wrapped_angle(4), 4 - 2 * pi, 1e-6);
    EXPECT_NEAR(wrapped_angle(-4), 2 * pi - 4, 1e-6);
    EXPECT_NEAR(wrapped_angle(100), 100 - 32 * pi, 1e-4);
    for (const scalar wild : {scalar(3.1415927), scalar(-3.1415927), scalar(1e9), scalar(-1e9)}) {
        EXPECT_GE(wrapped_angle(wild), scalar(-pi));
        EXPECT_LE(wrapped_angle(wild), scalar(pi));
    }
}

TEST(circles_motion_model, speeds_are_limited_and_damped) {
    rules by;
    by.time_step = scalar(0.5);
    by.gravity = {0, -4};
    by.max_speed = 10;
    by.damping = 2;
    by.spin_damping = 6;
    const forces acting(by);
    const motion damped = acting.act_on({.velocity = {6, 2}, .spin = 8});
    EXPECT_EQ(damped.velocity, (vector2{3, 0})) << "(6, 2 - 2) / (1 + 2 * 0.5)";
    EXPECT_EQ(damped.spin, 2);
    EXPECT_NEAR(acting.act_on({.velocity = {300, 402}}).velocity.x, 6, 1e-5) << "10, in the same direction";
    EXPECT_NEAR(acting.act_on({.velocity = {300, 402}}).velocity.y, 8, 1e-5);
}

TEST(circles_motion_model, tells_to_the_bit_where_circles_go_that_meet_nothing) {
    rules by;
    by.gravity = {scalar(0.3), -9};
    by.damping = scalar(0.1);
    by.spin_damping = scalar(0.2);
    by.max_speed = 40;
    small_world at(by);
    for (std::uint64_t key = 1; key <= 30; ++key) {
        circle_definition made = make(key, {static_cast<scalar>(key) * 100, 0},
                                      {scalar(0.1) * static_cast<scalar>(key), static_cast<scalar>(key)});
        made.motion.spin = static_cast<scalar>(key) * 3;
        at.add(made);
    }
    const motion_model model = at.world.model();
    for (int update = 0; update < 300; ++update) {
        const std::vector<motion> before = at.world.current().motions;
        at.world.step();
        for (std::size_t place = 0; place < before.size(); ++place) {
            const motion expected = model.fly({}, before[place], {});
            const motion& found = at.world.current().motions[place];
            ASSERT_EQ(std::memcmp(&expected, &found, sizeof(motion)), 0) << place << " in " << update;
            motion followed{.velocity = found.velocity, .spin = found.spin};
            model.follow(before[place], followed);
            ASSERT_EQ(followed, found);
        }
    }
}
