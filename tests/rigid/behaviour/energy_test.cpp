#include "playground.hpp"
#include "scenes/piles.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::test {
namespace {

// What spins freely with these principal moments, mostly about y.
entity add_spinning(playground& ground, vector3 moments) {
    return ground.add({.angular_velocity = {scalar(0.01), 5, 0},
                       .shape = rigid::box(vector3::filled(scalar(0.5))),
                       .mass = scalar(1),
                       .inertia = matrix3::diagonal(moments)});
}

// How often the axis that was up changes between up and down in twenty seconds.
int count_flips(vector3 moments) {
    rigid::world_settings settings = weightless;
    settings.may_sleep = false;
    playground ground(settings);
    const entity handle = add_spinning(ground, moments);
    int flips = 0;
    bool is_up = true;
    for (int frame = 0; frame < 20 * 60; ++frame) {
        ground.step();
        const scalar height = rotate(ground.orientation(handle), vector3{0, 1, 0}).y;
        if (is_up ? height < scalar(-0.5) : height > scalar(0.5)) {
            is_up = !is_up;
            ++flips;
        }
    }
    return flips;
}

TEST(energy, what_spins_about_its_middle_axis_keeps_flipping_over) {
    EXPECT_GE(count_flips({1, 2, 3}), 4);
}

TEST(energy, what_spins_about_its_first_or_last_axis_does_not_flip) {
    EXPECT_EQ(count_flips({2, 1, 3}), 0);
    EXPECT_EQ(count_flips({1, 3, 2}), 0);
}

// The implicit step that keeps fast spinning stable takes some energy away, but never adds any.
TEST(energy, what_spins_freely_gains_nothing_and_loses_little_in_twenty_seconds) {
    rigid::world_settings settings = weightless;
    settings.may_sleep = false;
    playground ground(settings);
    const entity handle = add_spinning(ground, {1, 2, 3});
    const vector3 momentum = ground.angular_momentum(handle);
    const double energy = ground.kinetic_energy(handle);
    ground.run(20);
    EXPECT_LT(distance(ground.angular_momentum(handle), momentum), length(momentum) * scalar(0.1));
    EXPECT_LT(ground.kinetic_energy(handle), energy * 1.001);
    EXPECT_GT(ground.kinetic_energy(handle), energy * 0.8);
}

TEST(energy, of_a_pile_without_friction_never_grows) {
    scenes::scene pile = scenes::pile_of_everything({4, 4});
    for (scenes::body& each : pile.bodies) {
        each.friction = 0;
    }
    for (scenes::fixed_box& each : pile.fixed_boxes) {
        each.friction = 0;
    }
    playground ground(sleepless);
    const auto bodies = ground.add(pile);
    const auto energy = [&] {
        double sum = 0;
        for (const entity each : bodies) {
            sum += ground.kinetic_energy(each) + ground.mass(each) * 9.81 * ground.position(each).y;
        }
        return sum;
    };
    const double began = energy();
    double least = began;
    for (int frame = 0; frame < 300; ++frame) {
        ground.step();
        const double now = energy();
        ASSERT_LT(now, least + began * 0.002) << "frame " << frame;
        least = std::min(least, now);
    }
}

} // namespace
} // namespace orrery::test
