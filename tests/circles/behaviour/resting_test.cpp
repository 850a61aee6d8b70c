// What lies, rolls, slides and bounces on what is below it.
#include "tests/circles/small_world.hpp"

#include <orrery/circles/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

using namespace orrery;
using namespace orrery::circles;
using namespace orrery::circles::test;

namespace {

rules floor_rules() {
    rules made;
    made.gravity = {0, -10};
    made.walls = {{.points = {{-100, 0}, {400, 0}}, .surface = {.friction = 0, .restitution = 0}}};
    return made;
}

circle_definition ball(std::uint64_t key, vector2 position, vector2 velocity, surface like,
                       scalar radius = 1) {
    circle_definition made = make(key, position, velocity, radius);
    made.form.surface = like;
    return made;
}

} // namespace

TEST(circles_at_rest, a_ball_on_a_floor_stays_put_for_ten_thousand_updates) {
    small_world at(floor_rules());
    at.add(ball(1, {3, scalar(1.005)}, {}, {.friction = scalar(0.5), .restitution = scalar(0.5)}));
    at.run(120);
    const motion settled = at.at(1);
    EXPECT_NEAR(settled.position.y, 1.005, 0.006);
    at.run(10'000);
    EXPECT_NEAR(at.at(1).position.x, 3, 1e-4);
    EXPECT_NEAR(at.at(1).position.y, settled.position.y, 1e-4);
    EXPECT_NEAR(at.at(1).velocity.y, 0, 1e-3);
    EXPECT_EQ(at.world.current().contacts.size(), 1u);
    EXPECT_TRUE(at.world.events().empty()) << "it goes on touching, and nothing else happens";
}

TEST(circles_at_rest, a_ball_that_is_dropped_bounces_to_the_square_of_its_restitution) {
    for (const scalar restitution : {scalar(0.5), scalar(0.8), scalar(1)}) {
        rules by = floor_rules();
        by.time_step = scalar(1) / 480;
        small_world at(by);
        at.add(ball(1, {0, 11}, {}, {.friction = 0, .restitution = restitution}));
        while (at.events(event_kind::impact).empty()) {
            ASSERT_LT(at.world.frame(), 2000u);
            at.world.step();
        }
        scalar highest = 0;
        while (at.at(1).velocity.y > 0) {
            highest = std::max(highest, at.at(1).position.y);
            at.world.step();
        }
        EXPECT_NEAR(highest - 1, 10 * restitution * restitution, 0.1) << "restitution " << restitution;
    }
}

TEST(circles_at_rest, friction_sets_a_sliding_ball_rolling_at_two_thirds_of_its_speed) {
    rules by = floor_rules();
    by.walls[0].surface.friction = scalar(0.4);
    small_world at(by);
    at.add(ball(1, {0, scalar(1.005)}, {9, 0}, {.friction = scalar(0.4), .restitution = 0}));
    at.run(300);
    EXPECT_NEAR(at.at(1).velocity.x, 6, 0.05);
    EXPECT_NEAR(at.at(1).spin, -6, 0.05) << "it rolls: the surface below stands still";
    const scalar speed = at.at(1).velocity.x;
    at.run(300);
    EXPECT_NEAR(at.at(1).velocity.x, speed, 1e-3) << "rolling costs nothing";
}

TEST(circles_at_rest, a_ball_slides_over_the_seams_of_a_floor_as_if_there_were_none) {
    rules by = floor_rules();
    by.walls[0].points.clear();
    for (int corner = 0; corner <= 200; ++corner) {
        by.walls[0].points.push_back({static_cast<scalar>(corner) * scalar(0.7) - 2, 0});
    }
    small_world at(by);
    at.add(ball(1, {0, scalar(1.005)}, {20, 0}, {.friction = 0, .restitution = 0}));
    at.run(240);
    EXPECT_NEAR(at.at(1).velocity.x, 20, 0.1);
    EXPECT_NEAR(at.at(1).position.x, 80, 0.3);
    EXPECT_NEAR(at.at(1).position.y, 1.005, 0.006);
}

TEST(circles_at_rest, a_ball_that_runs_along_a_wall_keeps_its_way_without_gravity) {
    rules by = floor_rules();
    by.gravity = {};
    small_world at(by);
    at.add(ball(1, {0, scalar(1.001)}, {50, 0}, {.friction = scalar(0.5), .restitution = 1}));
    at.run(120);
    EXPECT_NEAR(at.at(1).velocity.x, 50, 1e-4);
    EXPECT_NEAR(at.at(1).velocity.y, 0, 0.1);
    EXPECT_NEAR(at.at(1).position.x, 100, 0.01);
}

TEST(circles_at_rest, a_ball_that_rolls_down_a_slope_gains_two_thirds_of_what_a_sliding_one_does) {
    rules by = floor_rules();
    by.walls = {{.points = {{0, 0}, {400, -300}}, .surface = {.friction = 2, .restitution = 0}}};
    small_world rolling(by);
    rolling.add(ball(1, {scalar(0.6 * 1.005) + 1, scalar(0.8 * 1.005 - 0.75)}, {},
                     {.friction = 2, .restitution = 0}));
    rolling.run(180);
    // g sin(36.87 deg) * 2 / 3 for a disc: 4 units/s^2.
    EXPECT_NEAR(length(rolling.at(1).velocity), 12, 0.3);
    EXPECT_NEAR(rolling.at(1).spin, -12, 0.3);
}

TEST(circles_at_rest, a_pile_settles_in_a_pit_without_overlap) {
    rules by = floor_rules();
    by.walls = {{.points = {{0, 60}, {0, 0}, {20, 0}, {20, 60}}, .surface = {.friction = scalar(0.3)}}};
    small_world at(by);
    xoshiro256 random(1);
    double area = 0;
    for (std::uint64_t key = 1; key <= 120; ++key) {
        const scalar radius = uniform_real<scalar>(random, scalar(0.5), 1);
        area += 3.14159 * radius * radius;
        at.add(ball(key,
                    {scalar(1.5) + static_cast<scalar>(key % 8) * scalar(2.3),
                     2 + static_cast<scalar>(key / 8) * scalar(2.3)},
                    {uniform_real<scalar>(random, -2, 2), 0},
                    {.friction = scalar(0.3), .restitution = scalar(0.2)}, radius));
    }
    at.run(3000);
    double energy = 0;
    scalar highest = 0;
    const frame& now = at.world.current();
    for (std::size_t a = 0; a < now.size(); ++a) {
        const motion& how = now.motions[a];
        const double radius = now.roster->forms[a].radius;
        energy += mass_of(now.roster->forms[a]) * dot(how.velocity, how.velocity) / 2;
        highest = std::max(highest, how.position.y);
        EXPECT_GT(how.position.x, radius);
        EXPECT_LT(how.position.x, 20 - radius);
        EXPECT_GT(how.position.y, radius);
        for (std::size_t b = a + 1; b < now.size(); ++b) {
            const vector2d apart{static_cast<double>(how.position.x) - now.motions[b].position.x,
                                 static_cast<double>(how.position.y) - now.motions[b].position.y};
            EXPECT_GT(length(apart), radius + now.roster->forms[b].radius) << a << " and " << b;
        }
    }
    EXPECT_LT(energy, 5) << "of 40 000 in the beginning";
    EXPECT_LT(highest, area / 20 * 1.4) << "no looser than balls that were thrown together";
    EXPECT_GT(now.contacts.size(), 150u);
}
