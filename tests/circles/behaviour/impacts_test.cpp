// What impacts do, where there is a closed form for it, and what they leave as it is.
#include "tests/circles/small_world.hpp"

#include <orrery/circles/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

using namespace orrery;
using namespace orrery::circles;
using namespace orrery::circles::test;

namespace {

// Nothing but impacts changes velocities here, and even slow ones bounce.
rules plain_rules() {
    rules made;
    made.rest_speed = 0;
    return made;
}

circle_definition ball(std::uint64_t key, vector2 position, vector2 velocity, scalar mass, scalar restitution,
                       scalar radius = 1) {
    circle_definition made = make(key, position, velocity, radius);
    made.form.mass = mass;
    made.form.surface = {.friction = 0, .restitution = restitution};
    return made;
}

struct sums {
    vector2d momentum{};
    double energy = 0;
    double angular_momentum = 0;
};

sums sums_of(const world& what) {
    sums all;
    const frame& now = what.current();
    for (std::size_t place = 0; place < now.size(); ++place) {
        const motion& how = now.motions[place];
        const double mass = mass_of(now.roster->forms[place]);
        const double inertia = inertia_of(now.roster->forms[place]);
        const vector2d velocity{how.velocity.x, how.velocity.y};
        const vector2d position{how.position.x, how.position.y};
        const double spin = how.spin;
        all.momentum += velocity * mass;
        all.energy += mass * dot(velocity, velocity) / 2 + inertia * spin * spin / 2;
        all.angular_momentum += mass * cross(position, velocity) + inertia * spin;
    }
    return all;
}

// A gas of balls of different sizes in a square from the origin on.
void fill_with_gas(small_world& at, std::uint64_t seed, scalar friction) {
    xoshiro256 random(seed);
    for (std::uint64_t key = 1; key <= 400; ++key) {
        const auto column = static_cast<scalar>((key - 1) % 20);
        const auto row = static_cast<scalar>((key - 1) / 20);
        const scalar speed_x = uniform_real<scalar>(random, -100, 100);
        const scalar speed_y = uniform_real<scalar>(random, -100, 100);
        circle_definition made = make(key, {4 + column * 4, 4 + row * 4}, {speed_x, speed_y},
                                      uniform_real<scalar>(random, scalar(0.5), scalar(1.9)));
        made.form.surface = {.friction = friction, .restitution = 1};
        at.add(made);
    }
}

} // namespace

TEST(circles_impacts, two_that_meet_head_on_part_as_their_masses_and_restitution_say) {
    for (const scalar mass : {scalar(1), scalar(3), scalar(100)}) {
        for (const scalar restitution : {scalar(0), scalar(0.25), scalar(1)}) {
            small_world at(plain_rules());
            at.add(ball(1, {0, 0}, {20, 0}, 1, restitution));
            at.add(ball(2, {10, 0}, {-4, 0}, mass, 0));
            while (at.events(event_kind::impact).empty()) {
                ASSERT_LT(at.world.frame(), 60u);
                at.world.step();
            }
            const double together = (20.0 - 4.0 * mass) / (1.0 + mass);
            const double after_1 = together - mass / (1.0 + mass) * restitution * 24;
            const double after_2 = together + 1 / (1.0 + mass) * restitution * 24;
            EXPECT_NEAR(at.at(1).velocity.x, after_1, 1e-4);
            EXPECT_NEAR(at.at(2).velocity.x, after_2, 1e-4);
            const event hit = at.events(event_kind::impact)[0];
            EXPECT_EQ(hit.key_a, entity_key{1});
            EXPECT_EQ(hit.key_b, entity_key{2});
            EXPECT_NEAR(hit.impulse, 24 * (1 + restitution) * mass / (1 + mass), 1e-3);
            EXPECT_EQ(hit.normal, (vector2{-1, 0}));
            // They meet after 8 / 24 s, but for the small distance that they keep.
            EXPECT_NEAR(hit.point.x, 20.0 / 3 + 1, 0.01);
            const double when = (static_cast<double>(at.world.frame()) - 1) / 60 + hit.time;
            EXPECT_NEAR(when, 1.0 / 3, 0.001);
            // Both have gone on for the rest of the update.
            const double rest = 1.0 / 60 - hit.time;
            EXPECT_NEAR(at.at(1).position.x, 20.0 / 3 + after_1 * rest, 0.01);
        }
    }
}

TEST(circles_impacts, one_that_is_hit_off_its_middle_leaves_along_the_line_of_the_middles) {
    // Half a diameter off: the normal is 30 degrees from the way.
    small_world at(plain_rules());
    at.add(ball(1, {0, 1}, {60, 0}, 2, 1));
    at.add(ball(2, {10, 0}, {0, 0}, 2, 1));
    at.run(60);
    const double along = 60 * std::sqrt(3.0) / 2;
    EXPECT_NEAR(at.at(2).velocity.x, along * std::sqrt(3.0) / 2, 0.2);
    EXPECT_NEAR(at.at(2).velocity.y, -along / 2, 0.2);
    // The other keeps what is across, at a right angle.
    EXPECT_NEAR(at.at(1).velocity.x, 60 - along * std::sqrt(3.0) / 2, 0.2);
    EXPECT_NEAR(at.at(1).velocity.y, along / 2, 0.2);
    EXPECT_EQ(at.at(1).spin, 0) << "nothing rubs";
}

TEST(circles_impacts, two_that_pass_each_other_by_a_hair_do_not_meet) {
    small_world at(plain_rules());
    at.add(ball(1, {0, scalar(2.01)}, {3000, 0}, 1, 1));
    at.add(ball(2, {25, 0}, {0, 0}, 1, 1));
    small_world closer(plain_rules());
    closer.add(ball(1, {0, scalar(1.99)}, {3000, 0}, 1, 1));
    closer.add(ball(2, {25, 0}, {0, 0}, 1, 1));
    at.run(1);
    closer.run(1);
    EXPECT_TRUE(at.world.events().empty());
    EXPECT_NEAR(at.at(1).position.x, 50, 1e-4);
    EXPECT_EQ(closer.events(event_kind::impact).size(), 1u) << "though both ends of its way are far away";
}

TEST(circles_impacts, friction_turns_both_and_keeps_what_turns_in_all) {
    small_world at(plain_rules());
    at.add(ball(1, {0, 1}, {60, 0}, 2, 1));
    at.add(ball(2, {10, 0}, {0, 0}, 5, 1));
    for (const std::uint64_t key : {1u, 2u}) {
        const auto place = at.world.find(entity_key{key});
        circle_definition rough{.key = entity_key{key + 10},
                                .motion = at.world.current().motions[*place],
                                .form = at.form_of(key)};
        rough.form.surface.friction = scalar(0.5);
        at.world.remove(entity_key{key});
        at.add(rough);
    }
    const sums before = sums_of(at.world);
    at.run(60);
    const sums after = sums_of(at.world);
    EXPECT_LT(at.at(11).spin, 0) << "it rolls over the other, clockwise";
    EXPECT_LT(at.at(12).spin, 0);
    EXPECT_NEAR(after.angular_momentum, before.angular_momentum, 0.5) << "but for the distance they keep";
    EXPECT_LT(after.energy, before.energy);
}

TEST(circles_impacts, a_cradle_hands_the_speed_on_to_the_last) {
    small_world at(plain_rules());
    at.add(ball(1, {-5, 0}, {12, 0}, 1, 1));
    for (std::uint64_t key = 2; key <= 6; ++key) {
        at.add(ball(key, {static_cast<scalar>(key) * scalar(2.01), 0}, {}, 1, 1));
    }
    at.run(120);
    for (std::uint64_t key = 1; key <= 5; ++key) {
        EXPECT_NEAR(at.at(key).velocity.x, 0, 1e-3) << key;
    }
    EXPECT_NEAR(at.at(6).velocity.x, 12, 1e-3);
}

TEST(circles_impacts, keep_momentum_and_energy_in_a_gas_without_walls) {
    small_world at(plain_rules());
    fill_with_gas(at, 1, 0);
    const sums before = sums_of(at.world);
    std::uint64_t impacts = 0;
    for (int update = 0; update < 200; ++update) {
        at.world.step();
        impacts += at.world.statistics().impacts;
    }
    const sums after = sums_of(at.world);
    EXPECT_GT(impacts, 300u);
    const double scale = std::sqrt(before.energy * 400); // of the sum of momenta, were they all one way
    EXPECT_NEAR(after.momentum.x, before.momentum.x, 1e-5 * scale);
    EXPECT_NEAR(after.momentum.y, before.momentum.y, 1e-5 * scale);
    EXPECT_NEAR(after.energy / before.energy, 1, 1e-4);
}

TEST(circles_impacts, keep_energy_in_a_gas_between_walls) {
    rules by = plain_rules();
    by.walls = {box(84, 84), {.points = {{42, 42}}, .radius = 1}};
    by.walls[0].surface.restitution = 1;
    by.walls[1].surface.restitution = 1;
    by.walls[1].points[0] = {42, 38};
    by.walls[1].radius = scalar(0.05);
    small_world at(by);
    fill_with_gas(at, 2, 0);
    const sums before = sums_of(at.world);
    std::uint64_t impacts = 0;
    for (int update = 0; update < 600; ++update) {
        at.world.step();
        impacts += at.world.statistics().impacts;
    }
    EXPECT_GT(impacts, 10'000u);
    EXPECT_NEAR(sums_of(at.world).energy / before.energy, 1, 1e-3);
}

TEST(circles_impacts, never_add_energy_and_keep_momentum_where_surfaces_rub) {
    small_world at(plain_rules());
    fill_with_gas(at, 3, scalar(0.5));
    sums before = sums_of(at.world);
    const sums first = before;
    for (int update = 0; update < 200; ++update) {
        at.world.step();
        const sums after = sums_of(at.world);
        ASSERT_LE(after.energy, before.energy * 1.00001) << "in update " << update;
        before = after;
    }
    const double scale = std::sqrt(first.energy * 400);
    EXPECT_NEAR(before.momentum.x, first.momentum.x, 1e-5 * scale);
    EXPECT_LT(before.energy, first.energy * 0.99);
}

TEST(circles_impacts, whoever_had_too_many_of_them_waits_and_goes_on_in_the_next_update) {
    // A quick ball between two walls that stand close.
    rules by = plain_rules();
    by.max_impacts = 4;
    by.walls = {{.points = {{0, -5}, {0, 5}}}, {.points = {{3, -5}, {3, 5}}}};
    by.walls[0].surface.restitution = by.walls[1].surface.restitution = 1;
    small_world at(by);
    at.add(ball(1, {scalar(1.5), 0}, {600, 0}, 1, 1));
    at.run(1);
    EXPECT_EQ(at.world.statistics().stopped, 1u);
    EXPECT_LE(at.events(event_kind::impact).size(), 6u);
    EXPECT_GT(at.at(1).position.x, 1);
    EXPECT_LT(at.at(1).position.x, 2);
}
