#include "scenes/builders/piles.hpp"
#include "tests/rigid/behaviour/playground.hpp"

#include <orrery/rigid/joints/ball_joint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

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

// How far angular momentum and energy are from where they began, at most, as shares.
struct spin_drift {
    double momentum = 0;
    double energy = 0;
};

spin_drift drift_of_spin(playground& ground, entity body, scalar seconds) {
    const vector3 momentum = ground.angular_momentum(body);
    const double energy = ground.kinetic_energy(body);
    spin_drift largest;
    for (int frame = 0; frame < static_cast<int>(seconds * 60); ++frame) {
        ground.step();
        const double lost = distance(ground.angular_momentum(body), momentum) / length(momentum);
        largest.momentum = std::max(largest.momentum, lost);
        largest.energy = std::max(largest.energy, std::abs(ground.kinetic_energy(body) / energy - 1));
    }
    return largest;
}

constexpr rigid::world_settings free_of_all{.gravity = {}, .may_sleep = false};

TEST(energy, what_tumbles_freely_keeps_angular_momentum_and_energy) {
    for (const vector3 spin : {vector3{scalar(0.01), 10, 0}, vector3{6, 6, 5}, vector3{10, 0, scalar(0.1)},
                               vector3{30, 40, 20}, vector3{scalar(0.2), scalar(0.3), 0}}) {
        playground ground(free_of_all);
        const entity body = ground.add({.angular_velocity = spin,
                                        .shape = rigid::box(vector3::filled(scalar(0.5))),
                                        .mass = scalar(1),
                                        .inertia = matrix3::diagonal({1, 2, 3})});
        const spin_drift drift = drift_of_spin(ground, body, 20);
        EXPECT_LT(drift.momentum, 1e-3) << length(spin);
        EXPECT_LT(drift.energy, 1e-3) << length(spin);
    }
}

TEST(energy, what_tumbles_freely_keeps_them_when_its_principal_axes_are_aslant) {
    playground ground(free_of_all);
    const matrix3 aslant = to_matrix(quaternion::from_axis_angle(normalize(vector3{1, 2, 3}), scalar(0.8)));
    const entity body =
        ground.add({.angular_velocity = {3, 9, 1},
                    .shape = rigid::box(vector3::filled(scalar(0.5))),
                    .mass = scalar(1),
                    .inertia = rotate_tensor(aslant, matrix3::diagonal({1, 2, scalar(2.5)}))});
    const spin_drift drift = drift_of_spin(ground, body, 20);
    EXPECT_LT(drift.momentum, 1e-3);
    EXPECT_LT(drift.energy, 1e-3);
}

// A body that cannot turn about x is twisted about x by what holds it, and about nothing else.
TEST(energy, what_tumbles_with_a_locked_axis_keeps_energy_and_the_rest_of_its_angular_momentum) {
    playground ground(free_of_all);
    const entity body = ground.add({.orientation = quaternion::from_axis_angle({1, 0, 0}, scalar(0.4)),
                                    .angular_velocity = {0, 8, 6},
                                    .shape = rigid::box(vector3::filled(scalar(0.5))),
                                    .mass = scalar(1),
                                    .inertia = matrix3::diagonal({1, 2, 3}),
                                    .locked_axes = rigid::locked_axes::turn_x});
    const vector3 momentum = ground.angular_momentum(body);
    const double energy = ground.kinetic_energy(body);
    for (int frame = 0; frame < 20 * 60; ++frame) {
        ground.step();
        ASSERT_EQ(ground.spin(body).x, 0);
        ASSERT_NEAR(ground.kinetic_energy(body), energy, energy * 1e-3) << frame;
        const vector3 now = ground.angular_momentum(body);
        ASSERT_NEAR(now.y, momentum.y, length(momentum) * scalar(1e-3)) << frame;
        ASSERT_NEAR(now.z, momentum.z, length(momentum) * scalar(1e-3)) << frame;
    }
}

// The axis of a free symmetric top goes round its angular momentum L with L / I, where I is the moment across
// the axis.
TEST(energy, a_free_symmetric_top_nutates_as_fast_as_its_angular_momentum_says) {
    playground ground(free_of_all);
    const entity top = ground.add({.angular_velocity = {1, 10, 0},
                                   .shape = rigid::box(vector3::filled(scalar(0.5))),
                                   .mass = scalar(1),
                                   .inertia = matrix3::diagonal({1, 2, 1})});
    const vector3 up = normalize(ground.angular_momentum(top));
    const vector3 side = normalize(vector3{0, 1, 0} - up * up.y);
    const double rate = length(ground.angular_momentum(top)); // rad/s
    double turned = 0;
    double before = 0;
    for (int frame = 0; frame < 600; ++frame) {
        ground.step();
        const vector3 axis = rotate(ground.orientation(top), vector3{0, 1, 0});
        const double angle = atan2(dot(axis, cross(up, side)), dot(axis, side));
        turned += std::remainder(angle - before, 2 * std::numbers::pi);
        before = angle;
    }
    EXPECT_NEAR(turned, rate * 10, rate * 10 * 2e-3);
}

TEST(energy, a_spinning_top_on_its_tip_gains_none_and_loses_little) {
    playground ground(sleepless);
    const quaternion aslant = quaternion::from_axis_angle({0, 0, 1}, scalar(-0.3));
    constexpr scalar spin = 60;
    constexpr scalar lever = scalar(0.5);
    const entity top = ground.add({.position = rotate(aslant, {0, lever, 0}),
                                   .orientation = aslant,
                                   .angular_velocity = rotate(aslant, {0, spin, 0}),
                                   .shape = rigid::cylinder(scalar(0.5), scalar(0.1)),
                                   .mass = scalar(1)});
    static_cast<void>(
        rigid::make_joint(ground.world(), rigid::ball_joint{.a = top, .pivot_a = {0, -lever, 0}}).value());
    const auto energy = [&] { return ground.kinetic_energy(top) + gravity * ground.position(top).y; };
    const double began = energy();
    for (int second = 0; second < 20; ++second) {
        ground.run(1);
        ASSERT_LT(energy(), began * 1.001) << second;
    }
    EXPECT_GT(energy(), began * 0.97);
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
