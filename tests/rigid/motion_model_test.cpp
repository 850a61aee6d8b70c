#include "tests/core/property.hpp"
#include "tests/rigid/small_world.hpp"

#include <orrery/math/random_values.hpp>
#include <orrery/rigid/motion_model.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace orrery::test {
namespace {

using rigid::motion;
using rigid::motion_model;

motion motion_of(const registry_state& state, entity id) {
    const auto* velocity = state.try_get<rigid::linear_velocity>(id);
    const auto* spin = state.try_get<rigid::angular_velocity>(id);
    return {state.get<rigid::position>(id).value, state.get<rigid::orientation>(id).value,
            velocity != nullptr ? velocity->value : vector3{}, spin != nullptr ? spin->value : vector3{}};
}

rigid::shape any_shape(xoshiro256& random) {
    const auto size = [&] { return uniform_real<scalar>(random, scalar(0.1), scalar(0.5)); };
    const scalar a = size();
    const scalar b = size();
    const scalar c = size();
    return uniform_real<scalar>(random, 0, 1) < scalar(0.5) ? rigid::sphere(a) : rigid::box({a, b, c});
}

// Far from all others, and with everything that can matter to its flight.
rigid::body_definition any_body(xoshiro256& random, std::uint32_t number) {
    const auto chance = [&](scalar share) { return uniform_real<scalar>(random, 0, 1) < share; };
    const auto vector = [&](scalar size) {
        const vector3 direction = unit_vector<vector3>(random);
        return direction * uniform_real<scalar>(random, 0, size);
    };
    rigid::body_definition made{.position = {static_cast<scalar>(number) * 200, 0, 0}};
    made.shape = any_shape(random);
    made.orientation = unit_quaternion<scalar>(random);
    made.linear_velocity = vector(chance(scalar(0.1)) ? scalar(200) : scalar(5));
    made.gravity = chance(scalar(0.5)) ? vector3{} : vector(10);
    if (chance(scalar(0.7))) {
        made.angular_velocity = vector(chance(scalar(0.2)) ? scalar(300) : scalar(10));
    }
    if (chance(scalar(0.3))) {
        made.damping.linear = uniform_real<scalar>(random, 0, 2);
        made.damping.angular = uniform_real<scalar>(random, 0, 2);
    }
    if (chance(scalar(0.3))) {
        const scalar linear = uniform_real<scalar>(random, 0, 500);
        const scalar quadratic = uniform_real<scalar>(random, 0, 100);
        made.drag = rigid::drag{linear, quadratic, vector(5)};
    }
    if (chance(scalar(0.2))) {
        made.locked_axes = static_cast<std::uint32_t>(random() % 64);
    }
    if (chance(scalar(0.3))) {
        made.attractor = uniform_real<scalar>(random, 0, 1000);
    }
    made.feels_fields = chance(scalar(0.6));
    if (chance(scalar(0.2))) {
        made.kind = chance(scalar(0.5)) ? rigid::body_kind::kinematic : rigid::body_kind::fixed;
    }
    return made;
}

void foresee_every_frame(const rigid::world_settings& settings, std::uint64_t seed) {
    constexpr std::uint32_t count = 12;
    constexpr int frames = 40;
    xoshiro256 random(seed);
    small_world home(settings);
    std::vector<entity> bodies;
    for (std::uint32_t number = 0; number < count; ++number) {
        bodies.push_back(home.add(any_body(random, number)));
    }
    registry& state = home.world.registry();
    const vector3 push = unit_vector<vector3>(random) * scalar(100);
    const vector3 twist = unit_vector<vector3>(random) * scalar(20);
    state.emplace<rigid::steady_force>(bodies[random() % count], push, twist);

    const motion_model model = home.world.model();
    std::vector<motion_model::flight> flights;
    for (const entity each : bodies) {
        flights.push_back(model.prepare(state, each));
    }
    std::vector<rigid::field_source> sources;
    std::vector<motion> foreseen(count);
    for (int frame = 0; frame < frames; ++frame) {
        home.world.list_sources(sources);
        const rigid::source_field field = model.field(sources);
        for (std::size_t number = 0; number < count; ++number) {
            foreseen[number] = model.fly(flights[number], motion_of(state, bodies[number]), field);
        }
        home.world.step();
        for (std::size_t number = 0; number < count; ++number) {
            const motion seen = motion_of(state, bodies[number]);
            PROPERTY_ASSERT(std::memcmp(&seen, &foreseen[number], sizeof(motion)) == 0);
        }
    }
}

TEST(motion_model, foresees_every_bit_of_bodies_that_meet_nothing) {
    EXPECT_TRUE(property::holds([] {
        const auto seed = property::any<std::uint64_t>();
        foresee_every_frame({.may_sleep = false, .max_speed = 100}, seed);
    }));
}

TEST(motion_model, foresees_bodies_in_a_crowd_of_attractors) {
    EXPECT_TRUE(property::holds([] {
        const auto seed = property::any<std::uint64_t>();
        foresee_every_frame({.substeps = 3, .may_sleep = false, .direct_attractors = 2}, seed);
    }));
}

TEST(motion_model, follows_a_body_that_falls_and_turns_to_where_its_velocities_take_it) {
    small_world home;
    const entity ball =
        home.add({.linear_velocity = {3, 4, 5}, .angular_velocity = {1, 2, 3}, .shape = rigid::sphere(1)});
    const motion before = motion_of(home.world.registry(), ball);
    home.world.step();
    const motion seen = motion_of(home.world.registry(), ball);
    motion guessed{.position = {},
                   .orientation = {},
                   .linear_velocity = seen.linear_velocity,
                   .angular_velocity = seen.angular_velocity};
    home.world.model().follow(before, guessed);
    EXPECT_LT(distance(guessed.position, seen.position), scalar(1e-6));
    EXPECT_LT(angle_between(guessed.orientation, seen.orientation), scalar(1e-6));
}

} // namespace
} // namespace orrery::test
