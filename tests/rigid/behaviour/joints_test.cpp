#include "scenes/builders/swinging.hpp"
#include "tests/rigid/behaviour/playground.hpp"

#include <orrery/rigid/joints/ball_joint.hpp>
#include <orrery/rigid/joints/hinge_joint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>

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

// Half a metre each, from the origin down and aside.
std::vector<entity> hang_links(rigid::world& where, int count, scalar aside) {
    const quaternion turn = quaternion::from_axis_angle({0, 0, 1}, aside);
    std::vector<entity> links;
    for (int number = 0; number < count; ++number) {
        const vector3 middle{0, scalar(-0.25) - scalar(0.5) * static_cast<scalar>(number), 0};
        links.push_back(rigid::make_body(where, {.position = rotate(turn, middle),
                                                 .orientation = turn,
                                                 .shape = rigid::capsule(scalar(0.05), scalar(0.2))})
                            .value());
    }
    return links;
}

scalar largest_gap(const rigid::world& where, const std::vector<entity>& links) {
    scalar largest = 0;
    vector3 end{};
    for (const entity link : links) {
        const transform3 place = rigid::placement(where, link);
        largest = max(largest, distance(transform_point(place, {0, scalar(0.25), 0}), end));
        end = transform_point(place, {0, scalar(-0.25), 0});
    }
    return largest;
}

TEST(joints, fifty_links_on_hinges_hold_their_pivots_within_a_millimetre) {
    for (const scalar aside : {scalar(0), scalar(0.5)}) {
        playground ground(sleepless);
        const std::vector<entity> links = hang_links(ground.world(), 50, aside);
        for (std::size_t number = 0; number < links.size(); ++number) {
            const bool is_first = number == 0;
            const rigid::hinge_joint joint{.a = links[number],
                                           .b = is_first ? entity{} : links[number - 1],
                                           .pivot_a = {0, scalar(0.25), 0},
                                           .pivot_b = is_first ? vector3{} : vector3{0, scalar(-0.25), 0}};
            static_cast<void>(rigid::make_joint(ground.world(), joint).value());
        }
        for (int frame = 0; frame < 300; ++frame) {
            ground.step();
            ASSERT_LT(largest_gap(ground.world(), links), 1e-3) << "in frame " << frame;
        }
    }
}

TEST(joints, a_chain_of_short_links_that_falls_does_not_tear_itself_apart) {
    playground ground(sleepless);
    constexpr vector3 half{scalar(0.1), 0, 0};
    std::vector<entity> links;
    for (int number = 0; number < 20; ++number) {
        const auto along = scalar(0.1) * static_cast<scalar>(2 * number + 1);
        links.push_back(ground.add(
            {.position = {along, 0, 0}, .shape = rigid::box({scalar(0.1), scalar(0.03), scalar(0.03)})}));
        const rigid::ball_joint joint{.a = links.back(),
                                      .b = number == 0 ? entity{} : links[links.size() - 2],
                                      .pivot_a = -half,
                                      .pivot_b = number == 0 ? vector3{} : half};
        static_cast<void>(rigid::make_joint(ground.world(), joint).value());
    }
    for (int frame = 0; frame < 300; ++frame) {
        ground.step();
        vector3 end{};
        for (const entity link : links) {
            const transform3 place = rigid::placement(ground.world(), link);
            // A tenth of a metre in the crack of the whip; it was more than a metre.
            ASSERT_LT(distance(transform_point(place, -half), end), 0.1) << "in frame " << frame;
            end = transform_point(place, half);
        }
    }
}

TEST(joints, a_long_chain_pulls_at_its_anchor_with_all_its_weight) {
    playground ground(sleepless);
    const std::vector<entity> links = hang_links(ground.world(), 30, 0);
    entity top{};
    for (std::size_t number = 0; number < links.size(); ++number) {
        const bool is_first = number == 0;
        const rigid::ball_joint joint{.a = links[number],
                                      .b = is_first ? entity{} : links[number - 1],
                                      .pivot_a = {0, scalar(0.25), 0},
                                      .pivot_b = is_first ? vector3{} : vector3{0, scalar(-0.25), 0}};
        const entity made = rigid::make_joint(ground.world(), joint).value();
        top = is_first ? made : top;
    }
    ground.step(30);
    const scalar mass = ground.state().get<rigid::mass>(links[0]).value;
    const scalar force = ground.state().get<rigid::constraint_impulses>(top).rows[1] * 240;
    EXPECT_NEAR(force, -30 * mass * scalar(9.81), 30 * mass * scalar(9.81) * scalar(1e-3));
}

} // namespace
} // namespace orrery::test
