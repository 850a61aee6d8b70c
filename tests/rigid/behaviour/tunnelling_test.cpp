#include "tests/core/property.hpp"
#include "tests/rigid/behaviour/playground.hpp"

#include <orrery/math/elementary.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/rigid/shapes/triangle_mesh.hpp>

#include <gtest/gtest.h>

#include <array>

namespace orrery::test {
namespace {

constexpr scalar size = scalar(0.2);

// One of each kind that moves.
std::vector<rigid::shape> all_shapes(rigid::shape_store& store) {
    std::vector<vector3> corners;
    for (const scalar x : {-size, size}) {
        for (const scalar y : {-size, size}) {
            corners.push_back({x, y, 0});
            corners.push_back({0, x, y});
        }
    }
    const rigid::shape hull = store.add_hull(corners).value();
    const std::array<rigid::compound::child, 2> children{
        rigid::compound::child{.what = rigid::sphere(size / 2),
                               .where = {.position = {size, 0, 0}, .rotation = {}}},
        rigid::compound::child{.what = rigid::box(vector3::filled(size / 2)),
                               .where = {.position = {-size, 0, 0}, .rotation = {}}}};
    const rigid::shape compound = store.add_compound(children).value();
    return {rigid::sphere(size),
            rigid::capsule(size / 2, size),
            rigid::cylinder(size, size / 2),
            rigid::box({size, size / 2, size / 4}),
            hull,
            compound};
}

TEST(tunnelling, nothing_passes_a_thin_wall_at_five_hundred_metres_a_second) {
    EXPECT_TRUE(property::holds([] {
        const auto seed = property::any<std::uint64_t>();
        xoshiro256 random(seed);
        playground ground(weightless);
        ground.add({.kind = rigid::body_kind::fixed, .shape = rigid::box({scalar(0.005), 200, 200})});
        std::vector<entity> bullets;
        scalar z = -10; // apart from each other
        for (const rigid::shape& shape : all_shapes(ground.world().shapes())) {
            const scalar start = uniform_real<scalar>(random, -30, -2);
            const scalar aside = uniform_real<scalar>(random, -100, 100);
            const quaternion turned = unit_quaternion<scalar>(random);
            const vector3 spin = unit_vector<vector3>(random) * scalar(10);
            bullets.push_back(ground.add({.position = {start, 0, z},
                                          .orientation = turned,
                                          .linear_velocity = {490, aside, 0},
                                          .angular_velocity = spin,
                                          .shape = shape}));
            z += 4;
        }
        for (int frame = 0; frame < 20; ++frame) {
            ground.step();
            for (std::size_t i = 0; i < bullets.size(); ++i) {
                PROPERTY_ASSERT(ground.position(bullets[i]).x < 0);
            }
        }
    }));
}

// Among corners so far away a search cannot tell distances as small as among near ones.
TEST(tunnelling, nothing_passes_a_wall_of_a_kilometre) {
    for (const scalar half : {scalar(40), scalar(400), scalar(1000)}) {
        playground ground(weightless);
        ground.add({.kind = rigid::body_kind::fixed, .shape = rigid::box({scalar(0.05), half, half})});
        std::vector<entity> bullets;
        for (int number = 0; number < 20; ++number) {
            bullets.push_back(ground.add(
                {.position = {-5 - scalar(0.37) * static_cast<scalar>(number), 0,
                              static_cast<scalar>(number - 10) * half / 11},
                 .linear_velocity = {300, 20, 0},
                 .shape = number % 2 == 0 ? rigid::sphere(size) : rigid::box({size, size, size})}));
        }
        ground.step(20);
        for (const entity bullet : bullets) {
            EXPECT_LT(ground.position(bullet).x, 0) << half;
        }
    }
}

// Hills of a metre on cells of two metres.
rigid::shape add_terrain(rigid::shape_store& store) {
    constexpr std::uint32_t columns = 101;
    std::vector<scalar> heights;
    for (std::uint32_t row = 0; row < columns; ++row) {
        for (std::uint32_t column = 0; column < columns; ++column) {
            heights.push_back(sin(static_cast<scalar>(column)) * cos(static_cast<scalar>(row) / 2));
        }
    }
    const rigid::height_grid grid{.columns = columns, .rows = columns, .spacing = 2, .heights = heights};
    return store.add_mesh(rigid::triangle_mesh::from(rigid::mesh_of(grid).value()).value()).value();
}

TEST(tunnelling, nothing_passes_a_terrain_of_triangles_at_five_hundred_metres_a_second) {
    playground ground;
    ground.add({.kind = rigid::body_kind::fixed, .shape = add_terrain(ground.world().shapes())});
    const std::vector<rigid::shape> shapes = all_shapes(ground.world().shapes());
    xoshiro256 random(1);
    std::vector<entity> bullets;
    for (int number = 0; number < 360; ++number) {
        const scalar aside = static_cast<scalar>(number % 120 - 60);
        const scalar back = static_cast<scalar>(number / 120 * 20 - 20);
        const vector3 down{uniform_real<scalar>(random, -1, 1), -1, uniform_real<scalar>(random, -1, 1)};
        const vector3 spin = unit_vector<vector3>(random) * scalar(10);
        bullets.push_back(ground.add({.position = {aside, uniform_real<scalar>(random, 3, 30), back},
                                      .orientation = unit_quaternion<scalar>(random),
                                      .linear_velocity = normalize(down) * scalar(500),
                                      .angular_velocity = spin,
                                      .shape = shapes[bullets.size() % shapes.size()]}));
    }
    for (int frame = 0; frame < 30; ++frame) {
        ground.step();
        for (const entity each : bullets) {
            const vector3 now = ground.position(each);
            const bool is_over_terrain = abs(now.x) < 99 && abs(now.z) < 99; // some skid out of it
            ASSERT_TRUE(now.y > -1 || !is_over_terrain) << frame;
        }
    }
}

TEST(tunnelling, a_fast_ball_pushes_a_light_plate_and_does_not_pass_it) {
    playground ground(weightless);
    const entity plate = ground.add({.shape = rigid::box({scalar(0.005), 1, 1}), .density = 100});
    const entity ball = ground.add(
        {.position = {-7, 0, 0}, .linear_velocity = {500, 0, 0}, .shape = rigid::sphere(scalar(0.1))});
    for (int frame = 0; frame < 20; ++frame) {
        ground.step();
        ASSERT_LT(ground.position(ball).x, ground.position(plate).x) << frame;
    }
}

// Two balls of which one comes at any speed, from any distance, with any share of their radii between their
// ways. The other drifts along that way, too: a slow one is not stopped when it is hit, so if it drifted
// across, by less than half its radius in a step, one that would just have touched it may miss it.
bool do_they_meet(xoshiro256& random, scalar share) {
    playground ground(weightless);
    const scalar radius = uniform_real<scalar>(random, scalar(0.1), 2);
    const scalar other_radius = uniform_real<scalar>(random, scalar(0.1), 2);
    const vector3 direction = unit_vector<vector3>(random);
    const scalar speed = uniform_real<scalar>(random, 10, 3000);
    const scalar distance = uniform_real<scalar>(random, 5, 100);
    const vector3 drift_direction = unit_vector<vector3>(random);
    const vector3 drift = drift_direction * uniform_real<scalar>(random, 0, 60);
    ground.add({.linear_velocity = drift, .shape = rigid::sphere(radius)});
    ground.add(
        {.position = perpendicular(direction) * ((radius + other_radius) * share) - direction * distance,
         .linear_velocity = drift + direction * speed,
         .shape = rigid::sphere(other_radius)});
    const int frames = static_cast<int>(distance / speed * 60) + 3;
    for (int frame = 0; frame < frames; ++frame) {
        ground.step();
        if (!ground.world().events().empty()) {
            return true;
        }
    }
    return false;
}

// One of 140 flew past the other: it was stopped where they met, and the other flew on.
TEST(tunnelling, balls_that_graze_each_other_meet_at_any_speed) {
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        xoshiro256 random(seed);
        EXPECT_TRUE(do_they_meet(random, uniform_real<scalar>(random, 0, scalar(0.999)))) << seed;
    }
}

TEST(tunnelling, a_ball_that_goes_along_with_what_it_met_stops_at_a_wall) {
    playground ground(weightless);
    ground.add({.kind = rigid::body_kind::fixed,
                .position = {4, 0, 0},
                .shape = rigid::box({scalar(0.05), 20, 20})});
    ground.add({.position = {-3, 0, 0}, .linear_velocity = {140, 0, 0}, .shape = rigid::sphere(5)});
    const entity ball = ground.add(
        {.position = {scalar(3.5), 7, 0}, .linear_velocity = {0, -600, 0}, .shape = rigid::sphere(size)});
    for (int frame = 0; frame < 20; ++frame) {
        ground.step();
        ASSERT_LT(ground.position(ball).x, 4) << frame;
    }
}

// The one behind was stopped where it met the other, which flew on, and so on for ever.
TEST(tunnelling, a_fast_ball_catches_up_with_another_fast_one) {
    playground ground(weightless);
    ground.add({.position = {2, 0, 0}, .linear_velocity = {40, 0, 0}, .shape = rigid::sphere(scalar(0.1))});
    ground.add({.linear_velocity = {60, 0, 0}, .shape = rigid::sphere(scalar(0.1))});
    bool have_met = false;
    for (int frame = 0; frame < 10; ++frame) {
        ground.step();
        have_met = have_met || !ground.world().events().empty();
    }
    EXPECT_TRUE(have_met);
}

TEST(tunnelling, a_ball_that_is_thrown_back_by_a_wall_meets_what_is_on_its_new_way) {
    constexpr rigid::material elastic{.friction = 0, .restitution = 1};
    playground ground(weightless);
    ground.add({.kind = rigid::body_kind::fixed,
                .position = {-1, 0, 0},
                .shape = rigid::box({1, 100, 100}),
                .material = elastic});
    const entity ball = ground.add({.position = {4, 4, 0},
                                    .linear_velocity = {-700, -700, 0},
                                    .shape = rigid::sphere(size),
                                    .material = elastic});
    const entity target =
        ground.add({.position = {8, -8, 0}, .shape = rigid::sphere(1), .material = elastic});
    bool have_met = false;
    for (int frame = 0; frame < 20; ++frame) {
        ground.step();
        for (const rigid::event& each : ground.world().events()) {
            have_met = have_met || (each.a == ball && each.b == target);
        }
    }
    EXPECT_TRUE(have_met);
}

} // namespace
} // namespace orrery::test
