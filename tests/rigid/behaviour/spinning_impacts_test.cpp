// Bodies that turn by a large angle in a step while they run into others: their contacts are at places that
// leave the surface again within the step, and what is put back must keep what it carries along.
#include "tests/rigid/behaviour/playground.hpp"

#include <orrery/math/random_values.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace orrery::test {
namespace {

constexpr std::size_t kind_count = 5;

rigid::shape small_compound(rigid::shape_store& store, scalar size) {
    const std::array<rigid::compound::child, 2> children{
        rigid::compound::child{.what = rigid::box(vector3{1, scalar(0.2), scalar(0.2)} * size), .where = {}},
        rigid::compound::child{.what = rigid::sphere(size * scalar(0.4)), .where = {{size, 0, 0}, {}}}};
    return store.add_compound(children).value();
}

rigid::shape shape_of(std::size_t kind, scalar size, rigid::shape_store& store) {
    switch (kind) {
    case 0:
        return rigid::sphere(size);
    case 1:
        return rigid::box(vector3{1, scalar(0.7), scalar(0.5)} * size);
    case 2:
        return rigid::capsule(size * scalar(0.5), size * scalar(0.6));
    case 3:
        return rigid::cylinder(size * scalar(0.6), size * scalar(0.5));
    default:
        return small_compound(store, size);
    }
}

struct duel {
    entity thrown;
    scalar speed = 0;
};

// Something small flies at something large, without gravity.
duel throw_at_random(xoshiro256& random, playground& ground) {
    rigid::shape_store& store = ground.world().shapes();
    const scalar small = uniform_real<scalar>(random, scalar(0.03), scalar(0.3));
    const scalar large = uniform_real<scalar>(random, scalar(0.5), 3);
    const bool is_fixed = uniform_below(random, 3) == 0;
    const vector3 target_spin = unit_vector<vector3>(random) * uniform_real<scalar>(random, 0, 30);
    const rigid::shape target = shape_of(uniform_below(random, kind_count), large, store);
    ground.add({.kind = is_fixed ? rigid::body_kind::fixed : rigid::body_kind::dynamic,
                .orientation = unit_quaternion<scalar>(random),
                .angular_velocity = is_fixed ? vector3{} : target_spin,
                .shape = target,
                .density = 1});
    constexpr std::array speeds{scalar(5), scalar(12), scalar(80), scalar(300), scalar(1000)};
    const scalar speed = speeds[uniform_below(random, speeds.size())];
    const vector3 way = unit_vector<vector3>(random);
    const vector3 aside = cross(way, unit_vector<vector3>(random)) * large;
    const vector3 spin = unit_vector<vector3>(random) * uniform_real<scalar>(random, 0, 180);
    const rigid::shape thrown = shape_of(uniform_below(random, kind_count), small, store);
    const entity id = ground.add({.position = aside - way * (large * 3 + speed / 60),
                                  .orientation = unit_quaternion<scalar>(random),
                                  .linear_velocity = way * speed,
                                  .angular_velocity = spin,
                                  .shape = thrown,
                                  .material = rigid::material{.restitution = scalar(0.5)}});
    return {id, speed};
}

} // namespace

TEST(spinning_impacts, nothing_that_is_fast_hangs_in_the_air) {
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
        xoshiro256 random(seed);
        playground ground(weightless);
        const duel fight = throw_at_random(random, ground);
        const int frames = static_cast<int>(60 * 20 / fight.speed) + 40;
        int held = 0;
        for (int frame = 0; frame < frames; ++frame) {
            const vector3 before = ground.position(fight.thrown);
            ground.step();
            const scalar expected = length(ground.velocity(fight.thrown)) / 60;
            const scalar moved = distance(ground.position(fight.thrown), before);
            held = expected * 60 > 2 && moved < expected * scalar(0.02) ? held + 1 : 0;
            ASSERT_LT(held, 20) << "seed " << seed << ", frame " << frame;
        }
    }
}

// It comes down on a large ball and spins as fast as bodies may.
TEST(spinning_impacts, a_cylinder_whose_contact_leaves_the_surface_is_stopped_by_its_middle) {
    playground ground(weightless);
    ground.add(
        {.kind = rigid::body_kind::fixed,
         .orientation = normalize(quaternion{scalar(-0.505), scalar(0.328), scalar(-0.013), scalar(0.798)}),
         .shape = rigid::sphere(scalar(2.4393971))});
    const entity thrown =
        ground.add({.position = {scalar(2.29160857), scalar(5.44819164), scalar(1.34403241)},
                    .orientation = normalize(quaternion{scalar(0.211372048), scalar(0.328494936),
                                                        scalar(-0.289543837), scalar(0.873829126)}),
                    .linear_velocity = {scalar(-5.29696369), scalar(-10.5299702), scalar(-5.43713713)},
                    .angular_velocity = {scalar(-75.8114777), scalar(48.8694038), scalar(60.2037735)},
                    .shape = rigid::cylinder(scalar(0.0454993665), scalar(0.0379161388)),
                    .material = rigid::material{.restitution = 1}});
    int held = 0;
    for (int frame = 0; frame < 120; ++frame) {
        const vector3 before = ground.position(thrown);
        ground.step();
        const scalar expected = length(ground.velocity(thrown)) / 60;
        held += distance(ground.position(thrown), before) < expected * scalar(0.02) ? 1 : 0;
    }
    EXPECT_LT(held, 5);
}

TEST(spinning_impacts, what_is_put_back_before_it_is_pushed_keeps_its_angular_momentum_and_energy) {
    int count = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        xoshiro256 random(seed);
        playground ground(weightless);
        ground.add({.kind = rigid::body_kind::fixed, .shape = rigid::box({scalar(0.5), 20, 20})});
        const scalar start = uniform_real<scalar>(random, 4, 6);
        const entity rod = ground.add({.position = {start, 0, 0},
                                       .orientation = unit_quaternion<scalar>(random),
                                       .linear_velocity = {-15, 0, 0},
                                       .angular_velocity = unit_vector<vector3>(random) * scalar(25),
                                       .shape = rigid::box({1, scalar(0.1), scalar(0.2)})});
        const vector3 momentum = ground.angular_momentum(rod);
        const double energy = ground.kinetic_energy(rod);
        for (int frame = 0; frame < 60; ++frame) {
            ground.step();
            if (ground.velocity(rod) != vector3{-15, 0, 0}) {
                break;
            }
            const scalar expected = start - scalar(0.25) * static_cast<scalar>(frame + 1);
            count += ground.position(rod).x > expected + scalar(1e-3) ? 1 : 0;
            EXPECT_LT(length(ground.angular_momentum(rod) - momentum), length(momentum) * scalar(1e-3))
                << "seed " << seed << ", frame " << frame;
            EXPECT_NEAR(ground.kinetic_energy(rod) / energy, 1, 0.01)
                << "seed " << seed << ", frame " << frame;
        }
    }
    EXPECT_GT(count, 20) << "some must have been put back";
}

TEST(spinning_impacts, without_friction_a_bounce_gains_no_energy_to_speak_of) {
    for (std::size_t kind = 0; kind < kind_count; ++kind) {
        double sum = 0;
        constexpr int runs = 10;
        for (std::uint64_t seed = 0; seed < runs; ++seed) {
            xoshiro256 random(seed);
            constexpr rigid::material elastic{.friction = 0, .restitution = 1};
            playground ground;
            ground.add({.kind = rigid::body_kind::fixed, .shape = rigid::plane(), .material = elastic});
            const entity body = ground.add({.position = {0, 2, 0},
                                            .orientation = unit_quaternion<scalar>(random),
                                            .angular_velocity = unit_vector<vector3>(random) * scalar(3),
                                            .shape = shape_of(kind, scalar(0.5), ground.world().shapes()),
                                            .material = elastic});
            const auto energy = [&] {
                return ground.kinetic_energy(body) + ground.mass(body) * 9.81 * ground.position(body).y;
            };
            const double began = energy();
            double largest = 0;
            for (int frame = 0; frame < 20 * 60; ++frame) {
                ground.step();
                largest = std::max(largest, energy() / began);
            }
            EXPECT_LT(largest, 1.3) << "kind " << kind << ", seed " << seed;
            sum += largest;
        }
        EXPECT_LT(sum / runs, 1.05) << "kind " << kind;
    }
}

} // namespace orrery::test
