// What pulls from afar, and what resists.
#include "tests/core/property.hpp"
#include "tests/rigid/behaviour/playground.hpp"

#include <orrery/math/random_values.hpp>
#include <orrery/rigid/motion_model.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

namespace orrery::test {
namespace {

constexpr scalar sun_strength = 90'000;

// At rest in the middle of the world.
entity add_sun(playground& ground) {
    return ground.add({.kind = rigid::body_kind::fixed,
                       .shape = rigid::sphere(5),
                       .attractor = sun_strength,
                       .key = entity_key{1}});
}

// A circle takes 2 pi r / v = 20.9 s; less than the circular speed of 30 m/s makes an ellipse.
entity add_planet(playground& ground, scalar speed) {
    return ground.add({.position = {100, 0, 0},
                       .linear_velocity = {0, 0, speed},
                       .shape = rigid::sphere(1),
                       .feels_fields = true});
}

double orbit_energy(const playground& ground, entity planet) {
    const auto v = vector_cast<double>(ground.velocity(planet));
    return dot(v, v) / 2 - sun_strength / static_cast<double>(length(ground.position(planet)));
}

TEST(fields, an_ellipse_keeps_its_energy_for_an_hour) {
    playground ground(weightless);
    add_sun(ground);
    const entity planet = add_planet(ground, 25);
    const double before = orbit_energy(ground, planet);
    double largest = 0;
    for (int frame = 0; frame < 216'000; ++frame) {
        ground.step();
        largest = std::max(largest, abs(orbit_energy(ground, planet) / before - 1));
    }
    // It swings by half a step's share of the orbit and does not run away.
    EXPECT_LT(largest, 0.01);
}

TEST(fields, an_orbit_takes_the_time_that_kepler_says) {
    playground ground(weightless);
    add_sun(ground);
    const entity planet = add_planet(ground, 30);
    constexpr int turns = 20;
    int frames = 0;
    for (int passed = 0; passed < turns; ++frames) {
        const scalar before = ground.position(planet).z;
        ground.step();
        passed += before < 0 && ground.position(planet).z >= 0 ? 1 : 0;
    }
    const double period = 2 * std::numbers::pi * 100 / 30;
    EXPECT_NEAR(frames / 60.0 / turns, period, 0.001 * period);
}

// Stars that pull each other, each as strongly as it is heavy.
std::vector<entity> add_stars(playground& ground, std::uint32_t count, std::uint64_t seed) {
    xoshiro256 random(seed);
    std::vector<entity> stars;
    for (std::uint32_t number = 0; number < count; ++number) {
        const scalar weight = uniform_real<scalar>(random, 1, 10);
        // One after the other: compilers differ in which operand of a product they compute first.
        const vector3 direction = unit_vector<vector3>(random);
        const vector3 where = direction * uniform_real<scalar>(random, 10, 300);
        const vector3 velocity = unit_vector<vector3>(random);
        stars.push_back(ground.add({.position = where,
                                    .linear_velocity = velocity,
                                    .shape = rigid::sphere(scalar(0.1)),
                                    .mass = weight,
                                    .feels_fields = true,
                                    .attractor = 100 * weight,
                                    .key = entity_key{100 + 2 * number}}));
    }
    return stars;
}

vector3d momentum(const playground& ground, const std::vector<entity>& bodies) {
    vector3d sum;
    for (const entity each : bodies) {
        sum += vector_cast<double>(ground.velocity(each)) * static_cast<double>(ground.mass(each));
    }
    return sum;
}

// The sum of how large the momenta are.
double momentum_scale(const playground& ground, const std::vector<entity>& bodies) {
    double sum = 0;
    for (const entity each : bodies) {
        sum += static_cast<double>(length(ground.velocity(each)) * ground.mass(each));
    }
    return sum;
}

TEST(fields, that_bodies_cause_themselves_keep_their_momentum) {
    for (const std::uint32_t direct : {5u, 1000u}) {
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            playground ground({.gravity = {}, .direct_attractors = direct});
            const std::vector<entity> stars = add_stars(ground, 100, seed);
            const vector3d before = momentum(ground, stars);
            ground.step(300);
            const double change = length(momentum(ground, stars) - before);
            // Stars that have met press against each other with more than their momentum in every step, so
            // rounding adds up to about 2e-5 in single precision.
            EXPECT_LT(change, 3e-5 * momentum_scale(ground, stars)) << direct << ", seed " << seed;
            EXPECT_GT(length(ground.velocity(stars[0])), 2) << "nothing pulled";
        }
    }
}

std::vector<std::uint64_t> hashes(playground& ground, const std::vector<entity>& bodies) {
    std::vector<std::uint64_t> all;
    for (const entity each : bodies) {
        all.push_back(ground.state().hash_of(each));
    }
    return all;
}

TEST(fields, a_ship_that_attracts_nobody_changes_no_bit_of_others) {
    for (const std::uint32_t direct : {5u, 1000u}) {
        playground alone({.gravity = {}, .direct_attractors = direct});
        playground visited({.gravity = {}, .direct_attractors = direct}, {.thread_count = 2});
        const std::vector<entity> stars = add_stars(alone, 50, 2);
        visited.add({.position = {0, 500, 0},
                     .shape = rigid::sphere(1),
                     .feels_fields = true,
                     .key = entity_key{101}});
        const std::vector<entity> same = add_stars(visited, 50, 2);
        alone.step(100);
        visited.step(100);
        EXPECT_EQ(hashes(visited, same), hashes(alone, stars)) << direct;
    }
}

TEST(fields, a_part_with_the_sources_of_the_rest_goes_through_the_same_bits) {
    for (const std::uint32_t direct : {5u, 1000u}) {
        const rigid::world_settings settings{.gravity = {}, .direct_attractors = direct};
        playground whole(settings);
        playground part(settings);
        const std::vector<entity> stars = add_stars(whole, 60, 3);
        const std::vector<entity> copies = add_stars(part, 60, 3);
        std::vector<entity> kept;
        std::vector<entity> originals;
        for (std::size_t number = 0; number < copies.size(); ++number) {
            if (number % 3 == 0) {
                kept.push_back(copies[number]);
                originals.push_back(stars[number]);
            } else {
                part.state().destroy(copies[number]);
            }
        }
        std::vector<rigid::field_source> sources;
        for (int frame = 0; frame < 60; ++frame) {
            // Its own are among them, as they are in this world, too.
            whole.world().list_sources(sources);
            part.world().set_foreign_sources(sources);
            whole.step();
            part.step();
        }
        EXPECT_EQ(hashes(part, kept), hashes(whole, originals)) << direct;
    }
}

TEST(fields, sources_of_elsewhere_act_for_one_step) {
    playground ground(weightless);
    const entity ship = ground.add({.shape = rigid::sphere(1), .feels_fields = true});
    const rigid::field_source star{entity_key{7}, {10, 0, 0}, 1000};
    ground.world().set_foreign_sources({&star, 1});
    ground.step();
    const vector3 pulled = ground.velocity(ship);
    EXPECT_GT(pulled.x, 0);
    ground.step();
    EXPECT_EQ(ground.velocity(ship), pulled);
}

TEST(fields, a_destroyed_attractor_pulls_no_more_and_is_back_when_the_world_goes_back) {
    playground ground(weightless);
    const entity sun = add_sun(ground);
    const entity planet = add_planet(ground, 30);
    ground.step(10);
    const rigid::world_snapshot before = ground.world().snapshot();
    ground.step(10);
    const std::uint64_t pulled = ground.world().hash();

    ground.world().restore(before);
    ground.state().destroy(sun);
    const vector3 free = ground.velocity(planet);
    ground.step(10);
    EXPECT_EQ(ground.velocity(planet), free);

    ground.world().restore(before);
    ground.step(10);
    EXPECT_EQ(ground.world().hash(), pulled);
}

TEST(fields, a_body_rests_and_sleeps_on_the_ball_that_pulls_it) {
    playground ground(weightless);
    ground.add({.kind = rigid::body_kind::fixed, .shape = rigid::sphere(10), .attractor = 1000});
    const entity box =
        ground.add({.position = {0, 12, 0}, .shape = rigid::box({1, scalar(0.5), 1}), .feels_fields = true});
    ground.run(20);
    EXPECT_TRUE(ground.is_asleep(box));
    EXPECT_NEAR(ground.position(box).y, 10.5, 0.02);
}

TEST(fields, nothing_sleeps_in_a_field_that_nothing_holds_it_in) {
    playground ground(weightless);
    ground.add({.kind = rigid::body_kind::fixed, .shape = rigid::sphere(1), .attractor = 1});
    const entity slow = ground.add({.position = {20, 0, 0}, .shape = rigid::sphere(1), .feels_fields = true});
    const entity still = ground.add({.position = {0, 20, 0}, .shape = rigid::sphere(1)});
    ground.run(3);
    EXPECT_FALSE(ground.is_asleep(slow));
    EXPECT_LT(ground.velocity(slow).x, 0);
    EXPECT_TRUE(ground.is_asleep(still));
}

TEST(drag, lets_things_fall_as_fast_as_it_resists_their_weight) {
    EXPECT_TRUE(property::holds([] {
        const auto seed = property::any<std::uint64_t>();
        xoshiro256 random(seed);
        playground ground;
        const scalar weight = uniform_real<scalar>(random, scalar(0.1), 100);
        const scalar linear = uniform_real<scalar>(random, 1, 10);
        const scalar quadratic = uniform_real<scalar>(random, 0, 10) * uniform_real<scalar>(random, 0, 10);
        const vector3 wind = unit_vector<vector3>(random) * scalar(5);
        const vector3 start = unit_vector<vector3>(random) * scalar(100);
        const entity stone = ground.add({.linear_velocity = start,
                                         .shape = rigid::sphere(1),
                                         .mass = weight,
                                         .drag = rigid::drag{linear, quadratic, wind}});
        ground.run(120);
        const vector3 against = ground.velocity(stone) - wind;
        const scalar resistance = (linear + quadratic * length(against)) * length(against);
        PROPERTY_ASSERT(abs(resistance / (weight * scalar(9.81)) - 1) < scalar(1e-3));
        PROPERTY_ASSERT(against.y < scalar(-0.999) * length(against));
    }));
}

TEST(drag, however_thick_the_medium_stops_a_body_and_does_not_throw_it_back) {
    playground ground(weightless);
    const entity bullet = ground.add({.linear_velocity = {1000, 0, 0},
                                      .shape = rigid::sphere(scalar(0.01)),
                                      .drag = rigid::drag{0, 1000, {}}});
    for (int frame = 0; frame < 60; ++frame) {
        ground.step();
        ASSERT_GE(ground.velocity(bullet).x, 0);
    }
    EXPECT_LT(ground.velocity(bullet).x, scalar(0.1));
}

} // namespace
} // namespace orrery::test
