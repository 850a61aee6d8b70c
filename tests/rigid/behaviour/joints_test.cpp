#include "playground.hpp"
#include "scenes/swinging.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace orrery::test {
namespace {

// How far the points of the joint that is most apart are from each other.
scalar largest_gap(const playground& ground, const scenes::scene& what, const std::vector<entity>& bodies) {
    const auto place = [&](std::uint32_t number, vector3 pivot) {
        return ground.position(bodies[number]) + rotate(ground.orientation(bodies[number]), pivot);
    };
    scalar largest = 0;
    for (const scenes::ball_joint& each : what.joints) {
        const vector3 a = place(each.a, each.pivot_a);
        const vector3 b = each.b == scenes::ball_joint::world ? each.pivot_b : place(each.b, each.pivot_b);
        largest = max(largest, distance(a, b));
    }
    return largest;
}

TEST(joints, a_chain_that_swings_stays_together) {
    const scenes::scene chain = scenes::chains(1, 20);
    playground ground(sleepless);
    const auto links = ground.add(chain);
    constexpr int frames = 600;
    scalar sum = 0;
    for (int frame = 0; frame < frames; ++frame) {
        ground.step();
        sum += largest_gap(ground, chain, links);
    }
    EXPECT_LT(sum / frames, scalar(0.05)); // more when it cracks like a whip, less when it hangs
}

TEST(joints, a_pendulum_keeps_its_time) {
    constexpr scalar small = scalar(0.1); // rad
    constexpr int swings = 5;
    playground ground(sleepless);
    const entity bob = ground.add(scenes::cradle(1, small)).front();
    int crossings = 0;
    int frame = 0;
    bool was_left = true;
    for (; crossings < 2 * swings + 1 && frame < 3000; ++frame) {
        ground.step();
        const bool is_left = ground.position(bob).x < 0;
        crossings += is_left != was_left ? 1 : 0;
        was_left = is_left;
    }
    // A rod of 4 m with a ball of radius r at its end: T = 2 pi sqrt((l^2 + 2/5 r^2) / (g l)). The first
    // crossing is a quarter of a swing after the start.
    const scalar swing =
        2 * std::numbers::pi_v<scalar> * sqrt((16 + scalar(0.4) * scalar(0.25)) / (scalar(9.81) * 4));
    EXPECT_NEAR(static_cast<scalar>(frame) / 60, swing * (swings + scalar(0.25)), swing * scalar(0.05));
}

TEST(joints, in_a_cradle_the_last_ball_swings_as_far_as_the_first) {
    constexpr std::uint32_t count = 8;
    constexpr scalar angle = scalar(0.5);
    playground ground(sleepless);
    const auto balls = ground.add(scenes::cradle(count, angle));
    const scalar aside = 4 * sin(angle);
    scalar farthest = 0;                        // of the last ball
    scalar others = 0;                          // of those between
    for (int frame = 0; frame < 125; ++frame) { // half a swing
        ground.step();
        farthest = max(farthest, ground.position(balls.back()).x - static_cast<scalar>(count - 1));
        for (std::uint32_t number = 1; number + 1 < count; ++number) {
            others = max(others, abs(ground.position(balls[number]).x - static_cast<scalar>(number)));
        }
    }
    EXPECT_NEAR(farthest, aside, aside * scalar(0.1));
    EXPECT_LT(others, aside * scalar(0.1));
}

} // namespace
} // namespace orrery::test
