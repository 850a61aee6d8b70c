// Two bodies whose ways keep a gap between them do not influence each other, at any speed, and those that
// graze each other do.
#include "tests/core/property.hpp"
#include "tests/rigid/behaviour/playground.hpp"

#include <orrery/math/random_values.hpp>
#include <orrery/rigid/event.hpp>
#include <orrery/rigid/shapes/triangle_mesh.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace orrery::test {
namespace {

struct outcome {
    bool have_met = false;
    bool is_deflected = false;
};

outcome fly(playground& ground, entity flying, vector3 velocity, scalar way) {
    outcome seen;
    const int frames = static_cast<int>(way / length(velocity) * 60) + 4;
    for (int frame = 0; frame < frames; ++frame) {
        ground.step();
        seen.have_met =
            seen.have_met || std::ranges::any_of(ground.world().events(), [](const rigid::event& each) {
                return each.kind == rigid::event_kind::contact_began;
            });
    }
    seen.is_deflected = ground.velocity(flying) != velocity;
    return seen;
}

// A ball of 1 m passes another one at rest; `gap` is what their ways keep between them, negative if they
// touch.
outcome pass(xoshiro256& random, scalar speed, scalar gap, scalar margin) {
    rigid::world_settings settings = weightless;
    settings.speculative_margin = margin;
    playground ground(settings);
    const scalar start = scalar(5) + uniform_real<scalar>(random, 0, speed / 60);
    const vector3 velocity{speed, 0, 0};
    const entity flying = ground.add(
        {.position = {-start, 2 + gap, 0}, .linear_velocity = velocity, .shape = rigid::sphere(1)});
    const entity at_rest = ground.add({.shape = rigid::sphere(1)});
    outcome seen = fly(ground, flying, velocity, 12 + speed / 60);
    seen.is_deflected = seen.is_deflected || ground.velocity(at_rest) != vector3{};
    return seen;
}

scalar passing_speed(xoshiro256& random) {
    constexpr std::array speeds{scalar(3),   scalar(10),  scalar(30),  scalar(60),
                                scalar(120), scalar(300), scalar(3000)};
    return speeds[uniform_below(random, speeds.size())];
}

TEST(near_misses, balls_that_pass_each_other_are_not_deflected) {
    EXPECT_TRUE(property::holds([] {
        const auto seed = property::any<std::uint64_t>();
        xoshiro256 random(seed);
        const scalar margin = uniform_below(random, 2) == 0 ? scalar(0.02) : scalar(0.002);
        const scalar speed = passing_speed(random);
        const outcome seen = pass(random, speed, uniform_real<scalar>(random, scalar(0.001), 1), margin);
        PROPERTY_ASSERT(!seen.have_met);
        PROPERTY_ASSERT(!seen.is_deflected);
    }));
}

// Where a step began with the balls nearer than a sixteenth of the margin, they kept the contact of that
// moment, and its plane was in the way of the ball that passed.
TEST(near_misses, balls_that_pass_within_a_millimetre_are_not_deflected) {
    for (const scalar speed :
         {scalar(1), scalar(3), scalar(10), scalar(30), scalar(60), scalar(300), scalar(3000)}) {
        for (const scalar gap : {scalar(0.00005), scalar(0.0002), scalar(0.0005), scalar(0.001)}) {
            for (std::uint64_t seed = 0; seed < 40; ++seed) {
                xoshiro256 random(seed);
                const outcome seen = pass(random, speed, gap, scalar(0.02));
                ASSERT_FALSE(seen.have_met || seen.is_deflected)
                    << speed << " m/s, a gap of " << gap << " m, seed " << seed;
            }
        }
    }
}

TEST(near_misses, balls_that_graze_each_other_meet) {
    EXPECT_TRUE(property::holds([] {
        const auto seed = property::any<std::uint64_t>();
        xoshiro256 random(seed);
        const scalar speed = passing_speed(random);
        const scalar depth = uniform_real<scalar>(random, scalar(0.0002), scalar(0.02));
        PROPERTY_ASSERT(pass(random, speed, -depth, scalar(0.02)).have_met);
    }));
}

// More than the margin, within which bodies may feel each other.
constexpr scalar clearance = scalar(0.022);

// Flies past an edge of something fixed, just above its top.
template <typename Shape>
outcome pass_over(xoshiro256& random, const Shape& make_shape, scalar top) {
    playground ground(weightless);
    ground.add({.kind = rigid::body_kind::fixed, .shape = make_shape(ground.world().shapes())});
    const vector3 velocity{passing_speed(random), 0, 0};
    constexpr scalar half = scalar(0.2);
    const entity flying = ground.add(
        {.position = {-5 - uniform_real<scalar>(random, 0, velocity.x / 60), top + half + clearance,
                      uniform_real<scalar>(random, -1, 1)},
         .linear_velocity = velocity,
         .shape = uniform_below(random, 2) == 0 ? rigid::box(vector3::filled(half)) : rigid::sphere(half)});
    return fly(ground, flying, velocity, 12 + velocity.x / 60);
}

TEST(near_misses, bodies_that_pass_over_a_ridge_of_triangles_are_not_deflected) {
    EXPECT_TRUE(property::holds([] {
        const auto seed = property::any<std::uint64_t>();
        xoshiro256 random(seed);
        const auto ridge = [](rigid::shape_store& store) {
            constexpr std::uint32_t columns = 9;
            std::vector<scalar> heights(std::size_t{columns} * columns, scalar(-1));
            for (std::uint32_t row = 0; row < columns; ++row) {
                heights[row * columns + columns / 2] = 0; // along z, through the middle
            }
            const rigid::height_grid grid{
                .columns = columns, .rows = columns, .spacing = 1, .heights = heights};
            return store.add_mesh(rigid::triangle_mesh::from(rigid::mesh_of(grid).value()).value()).value();
        };
        const outcome seen = pass_over(random, ridge, 0);
        PROPERTY_ASSERT(!seen.have_met);
        PROPERTY_ASSERT(!seen.is_deflected);
    }));
}

TEST(near_misses, bodies_that_pass_over_the_edge_of_a_box_are_not_deflected) {
    EXPECT_TRUE(property::holds([] {
        const auto seed = property::any<std::uint64_t>();
        xoshiro256 random(seed);
        const auto block = [](rigid::shape_store&) { return rigid::box({scalar(0.5), 1, 3}); };
        const outcome seen = pass_over(random, block, 1);
        PROPERTY_ASSERT(!seen.is_deflected);
    }));
}

} // namespace
} // namespace orrery::test
