#include "tests/hex/sample_composites.hpp"

#include <orrery/hex/impact.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <numbers>

namespace orrery::hex {
namespace {

constexpr double radians_of_a_step = std::numbers::pi / 32768;

double x_of(hex_vector v) {
    return v.a - 0.5 * v.b;
}

double y_of(hex_vector v) {
    return v.b * std::sqrt(3.0) / 2;
}

std::int32_t number_of(xoshiro256& random, std::int32_t low, std::int32_t high) {
    return low + static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(high - low + 1));
}

hex_vector vector_of(xoshiro256& random, std::int32_t size) {
    return {number_of(random, -size, size), number_of(random, -size, size)};
}

impact_side side_of(xoshiro256& random, std::int32_t speed) {
    const double mass = number_of(random, 1, 2000);
    // As of a disc of 1 to 20 cells.
    const double radius = 1024.0 * number_of(random, 1, 20);
    return {.mass = mass,
            .inertia = random() % 4 == 0 ? 0 : mass * radius * radius / 2,
            .velocity = vector_of(random, speed),
            .spin = number_of(random, -2000, 2000)};
}

struct random_case {
    contact at{};
    impact_side a{};
    impact_side b{};
};

random_case case_of(xoshiro256& random, std::int32_t speed) {
    random_case made;
    made.a = side_of(random, speed);
    made.b = side_of(random, speed);
    // What cannot be turned is a point, and meets others where it is.
    made.at.arm_a = made.a.inertia == 0 ? hex_vector{} : vector_of(random, 20'000);
    made.at.arm_b = made.b.inertia == 0 ? hex_vector{} : vector_of(random, 20'000);
    made.at.from_b_to_a = random() % 8 == 0 ? hex_vector{} : vector_of(random, 600);
    return made;
}

impact_side after(const impact_side& before, const velocity_change& change) {
    impact_side result = before;
    result.velocity += change.linear;
    result.spin += change.spin;
    return result;
}

double energy_of(const impact_side& which) {
    const double spin = which.spin * radians_of_a_step;
    return (which.mass * static_cast<double>(length_squared(which.velocity)) + which.inertia * spin * spin) /
           2;
}

// About the point where the two meet.
double angular_momentum_of(const impact_side& which, hex_vector arm) {
    const double orbit = x_of(-arm) * y_of(which.velocity) - y_of(-arm) * x_of(which.velocity);
    return which.mass * orbit + which.inertia * which.spin * radians_of_a_step;
}

// Of the point of a against that of b, along the line between the tiles; positive while they part.
double parting_speed(const contact& at, const impact_side& a, const impact_side& b) {
    const auto velocity_x = [](const impact_side& of, hex_vector arm) {
        return x_of(of.velocity) - of.spin * radians_of_a_step * y_of(arm);
    };
    const auto velocity_y = [](const impact_side& of, hex_vector arm) {
        return y_of(of.velocity) + of.spin * radians_of_a_step * x_of(arm);
    };
    const double x = velocity_x(a, at.arm_a) - velocity_x(b, at.arm_b);
    const double y = velocity_y(a, at.arm_a) - velocity_y(b, at.arm_b);
    const double line_x = x_of(at.from_b_to_a);
    const double line_y = y_of(at.from_b_to_a);
    return (x * line_x + y * line_y) / std::sqrt(line_x * line_x + line_y * line_y);
}

TEST(impact, equal_masses_that_meet_head_on_swap_their_velocities) {
    const contact at{.from_b_to_a = {700, 0}};
    const impact_side a{.mass = 5, .velocity = {-300, 0}};
    const impact_side b{.mass = 5, .velocity = {121, 0}};
    const auto found = resolve(at, a, b, 1, 0);
    ASSERT_TRUE(found);
    EXPECT_EQ(after(a, found->a).velocity, b.velocity);
    EXPECT_EQ(after(b, found->b).velocity, a.velocity);
    EXPECT_EQ(found->speed, 421);
    EXPECT_EQ(found->impulse, 5 * 421 / 4);
}

TEST(impact, without_restitution_they_stay_together) {
    const contact at{.from_b_to_a = {700, 0}};
    const impact_side a{.mass = 3, .velocity = {-400, 0}};
    const impact_side b{.mass = 1, .velocity = {0, 0}};
    const auto found = resolve(at, a, b, 0, 1);
    ASSERT_TRUE(found);
    EXPECT_EQ(after(a, found->a).velocity, (hex_vector{-300, 0}));
    EXPECT_EQ(after(b, found->b).velocity, (hex_vector{-300, 0}));
}

TEST(impact, nothing_happens_unless_they_approach) {
    const contact at{.arm_a = {500, 0}, .arm_b = {-500, 0}, .from_b_to_a = {-10, 0}};
    const impact_side resting{};
    EXPECT_FALSE(resolve(at, resting, resting, 1, 1));
    EXPECT_FALSE(resolve(at, {.velocity = {-50, 0}}, resting, 1, 1));
    EXPECT_TRUE(resolve(at, {.velocity = {50, 0}}, resting, 1, 1));
    // On top of each other: only what moves is pushed back.
    EXPECT_FALSE(resolve({}, resting, resting, 1, 1));
    const auto back = resolve({}, {.velocity = {50, 8}}, resting, 0, 0);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->a.linear, (hex_vector{-25, -4}));

    xoshiro256 random(1);
    for (int trial = 0; trial < 5000; ++trial) {
        const random_case some = case_of(random, 4000);
        if (some.at.from_b_to_a == hex_vector{}) {
            continue;
        }
        const double speed = parting_speed(some.at, some.a, some.b);
        const auto found = resolve(some.at, some.a, some.b, 0.5, 0.3);
        EXPECT_FALSE(found && speed > 1e-6);
        if (found) {
            EXPECT_NEAR(found->speed, -speed, 0.51);
        }
    }
}

TEST(impact, what_is_too_gentle_for_rounding_still_moves_the_lighter_one) {
    const contact at{.from_b_to_a = {700, 0}};
    const impact_side heavy{.mass = 100};
    // The approach of 1 is shared out as two halves, which round to 1 each; of 255 to 1 only the light one
    // feels it.
    EXPECT_TRUE(resolve(at, {.mass = 100, .velocity = {-1, 0}}, heavy, 0, 0));
    const auto pushed = resolve(at, {.mass = 1, .velocity = {-1, 0}}, heavy, 0, 0);
    ASSERT_TRUE(pushed);
    EXPECT_EQ(pushed->a.linear, (hex_vector{1, 0}));
    EXPECT_EQ(pushed->b, velocity_change{});
    // A spin whose edge moves by less than a quarter.
    const contact at_edge{.arm_a = {0, -1000}, .from_b_to_a = {-700, 0}};
    const impact_side spinning{.mass = 100, .inertia = 1e9, .spin = 1};
    const auto lightly = resolve(at_edge, spinning, {.mass = 101}, 0, 0);
    ASSERT_TRUE(lightly);
    EXPECT_EQ(lightly->a, (velocity_change{.linear = {-1, 0}}));
    EXPECT_EQ(lightly->b, velocity_change{});
    // Two of one mass share it, so that momentum is kept.
    const auto evenly = resolve(at_edge, spinning, heavy, 0, 0);
    ASSERT_TRUE(evenly);
    EXPECT_EQ(evenly->a, (velocity_change{.linear = {-1, 0}}));
    EXPECT_EQ(evenly->b, (velocity_change{.linear = {1, 0}}));
}

TEST(impact, momentum_is_kept_within_rounding) {
    xoshiro256 random(2);
    int count = 0;
    for (int trial = 0; trial < 20'000; ++trial) {
        const random_case some = case_of(random, 20'000);
        const auto found = resolve(some.at, some.a, some.b, number_of(random, 0, 255) / 255.0,
                                   number_of(random, 0, 255) / 255.0);
        if (!found) {
            continue;
        }
        ++count;
        const double bound = (some.a.mass + some.b.mass) / 2 + 1e-3;
        const double a = some.a.mass * found->a.linear.a + some.b.mass * found->b.linear.a;
        const double b = some.a.mass * found->a.linear.b + some.b.mass * found->b.linear.b;
        EXPECT_LE(std::abs(a), bound);
        EXPECT_LE(std::abs(b), bound);
    }
    EXPECT_GT(count, 5000);
}

TEST(impact, angular_momentum_is_kept_within_rounding) {
    xoshiro256 random(3);
    for (int trial = 0; trial < 20'000; ++trial) {
        const random_case some = case_of(random, 20'000);
        const auto found = resolve(some.at, some.a, some.b, 0.7, 0.4);
        if (!found) {
            continue;
        }
        const auto total = [&](const impact_side& a, const impact_side& b) {
            return angular_momentum_of(a, some.at.arm_a) + angular_momentum_of(b, some.at.arm_b);
        };
        const double change = total(after(some.a, found->a), after(some.b, found->b)) - total(some.a, some.b);
        // Half a quarter of a step for each spin, and half a quarter of a unit along both axes (1 / sqrt(3)
        // or less) at the end of each arm.
        const double bound =
            (some.a.inertia + some.b.inertia) * radians_of_a_step / 2 +
            (some.a.mass * (length(some.at.arm_a) + 1.0) + some.b.mass * (length(some.at.arm_b) + 1.0)) *
                std::sqrt(0.75);
        EXPECT_LE(std::abs(change), bound * (1 + 1e-9));
    }
}

TEST(impact, no_energy_comes_from_nowhere) {
    xoshiro256 random(4);
    for (int trial = 0; trial < 20'000; ++trial) {
        const random_case some = case_of(random, 20'000);
        const double restitution = trial % 2 == 0 ? 1.0 : number_of(random, 0, 255) / 255.0;
        const auto found = resolve(some.at, some.a, some.b, restitution, number_of(random, 0, 255) / 255.0);
        if (!found) {
            continue;
        }
        // What half a step of rounding in each number can add: the momentum there is, times the half.
        const auto rounding = [](const impact_side& of) {
            const double speed = std::sqrt(static_cast<double>(length_squared(of.velocity))) + 1;
            const double spin = (std::abs(of.spin) + 1.0) * radians_of_a_step;
            return of.mass * speed + of.inertia * spin * radians_of_a_step;
        };
        const impact_side a = after(some.a, found->a);
        const impact_side b = after(some.b, found->b);
        const double before = energy_of(some.a) + energy_of(some.b);
        EXPECT_LE(energy_of(a) + energy_of(b), before + rounding(a) + rounding(b)) << trial;
    }
}

TEST(impact, they_part_with_the_speed_that_restitution_leaves) {
    xoshiro256 random(5);
    for (int trial = 0; trial < 5000; ++trial) {
        random_case some = case_of(random, 20'000);
        some.at.from_b_to_a = some.at.from_b_to_a == hex_vector{} ? hex_vector{1, 0} : some.at.from_b_to_a;
        const double before = parting_speed(some.at, some.a, some.b);
        const auto found = resolve(some.at, some.a, some.b, 0.5, 0);
        if (!found) {
            continue;
        }
        const double then = parting_speed(some.at, after(some.a, found->a), after(some.b, found->b));
        // Two roundings of velocities, and of spins at arms of up to 34 642 units.
        EXPECT_NEAR(then, -before / 2, 1.2 + 34'642 * radians_of_a_step);
    }
}

TEST(impact, friction_slows_what_slides_and_never_turns_it_round) {
    // Slides along x on a wall below it: (1, 2) is straight down on the screen.
    const contact at{.from_b_to_a = {-350, -700}};
    const impact_side wall{.mass = 1e12};
    const impact_side sliding{.mass = 10, .velocity = {1000 + 100, 200}};
    const auto slide = [&](double friction) {
        const auto found = resolve(at, sliding, wall, 0, friction);
        EXPECT_NEAR(y_of(after(sliding, found->a).velocity), 0, 1);
        return x_of(after(sliding, found->a).velocity);
    };
    // The normal impulse takes sqrt(3) / 2 * 200 = 173 from the velocity, and friction its part of that.
    EXPECT_NEAR(slide(0), 1000, 1);
    EXPECT_NEAR(slide(0.5), 1000 - 0.5 * 173.2, 1);
    EXPECT_NEAR(slide(1), 1000 - 173.2, 1);
    const impact_side slow{.mass = 10, .velocity = {30 + 100, 200}};
    EXPECT_NEAR(x_of(after(slow, resolve(at, slow, wall, 0, 1)->a).velocity), 0, 1);
}

TEST(impact, nothing_depends_on_which_of_the_two_is_called_a) {
    xoshiro256 random(6);
    for (int trial = 0; trial < 10'000; ++trial) {
        const random_case some = case_of(random, 20'000);
        contact swapped = some.at;
        swapped.arm_a = some.at.arm_b;
        swapped.arm_b = some.at.arm_a;
        swapped.from_b_to_a = -some.at.from_b_to_a;
        const auto ab = resolve(some.at, some.a, some.b, 0.6, 0.3);
        const auto ba = resolve(swapped, some.b, some.a, 0.6, 0.3);
        ASSERT_EQ(ab.has_value(), ba.has_value());
        if (ab) {
            EXPECT_EQ(ab->a, ba->b);
            EXPECT_EQ(ab->b, ba->a);
            EXPECT_EQ(ab->impulse, ba->impulse);
            EXPECT_EQ(ab->speed, ba->speed);
        }
    }
}

// Halfway between two of the six steps one of them was taken, whatever the direction was called.
TEST(impact, the_least_one_does_not_depend_on_which_of_the_two_is_called_a) {
    for (std::int32_t x = -3; x <= 3; ++x) {
        for (std::int32_t y = -3; y <= 3; ++y) {
            const contact at{.from_b_to_a = {x, y}};
            contact mirrored = at;
            mirrored.from_b_to_a = -at.from_b_to_a;
            const impact_side slow{.mass = 1, .velocity = {1, -1}};
            const impact_side fast{.mass = 1, .velocity = {-2, 3}};
            const impact one = least_impact(at, slow, fast);
            const impact other = least_impact(mirrored, fast, slow);
            EXPECT_EQ(one.a.linear, other.b.linear) << x << ", " << y;
            EXPECT_EQ(one.b.linear, other.a.linear) << x << ", " << y;
            EXPECT_NE(one.a.linear, hex_vector{}) << x << ", " << y;
        }
    }
}

TEST(impact, survives_the_extremes) {
    const hex_vector fast{max_velocity, -max_velocity};
    const impact_side heavy{.mass = 4096.0 * 255, .inertia = 3e15, .velocity = fast, .spin = max_velocity};
    const impact_side light{.mass = 1, .inertia = 1, .velocity = -fast, .spin = -max_velocity};
    const contact at{.arm_a = {65'000, -65'000}, .arm_b = {-65'000, 65'000}, .from_b_to_a = {-1, 1}};
    const auto found = resolve(at, heavy, light, 1, 1);
    ASSERT_TRUE(found);
    EXPECT_EQ(resolve(at, heavy, heavy, 1, 1).has_value(), false); // both fly the same way
    const impact_side against{
        .mass = heavy.mass, .inertia = heavy.inertia, .velocity = -fast, .spin = max_velocity};
    const auto hard = resolve({.from_b_to_a = {-1, 1}}, heavy, against, 1, 1);
    ASSERT_TRUE(hard);
    EXPECT_EQ(hard->impulse, 2147483647); // stopped at the end of its range
    EXPECT_EQ(after(heavy, hard->a).velocity, -fast);
}

} // namespace
} // namespace orrery::hex
