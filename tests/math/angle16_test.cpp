#include "tests/core/property.hpp"

#include <orrery/math/angle16.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace orrery {
namespace {

constexpr long double exact_one = angle16::one;

long double exact_radians(int steps) {
    return steps * std::numbers::pi_v<long double> / 32768;
}

template <typename Check>
void for_every_angle(Check check) {
    for (int steps = -32768; steps < 32768; ++steps) {
        check(angle16::from_steps(steps), steps);
    }
}

TEST(angle16, sums_and_differences_wrap_round_the_circle) {
    EXPECT_TRUE(property::holds([] {
        const auto a = property::any<std::int16_t>();
        const auto b = property::any<std::int16_t>();
        const angle16 one = angle16::from_steps(a);
        const angle16 other = angle16::from_steps(b);
        PROPERTY_ASSERT(((one + other) - other) == one);
        PROPERTY_ASSERT(((one + other).steps() - (a + b)) % 65536 == 0);
        PROPERTY_ASSERT((one - other) == one + -other);
        PROPERTY_ASSERT(shortest_distance(one, other) == shortest_distance(other, one));
        PROPERTY_ASSERT(shortest_distance(one, other) <= 32768);
        PROPERTY_ASSERT(one * 3 == one + one + one);
    }));
    EXPECT_EQ(angle16::half() + angle16::half(), angle16{});
    EXPECT_EQ(angle16::quarter() + angle16::quarter(), angle16::half());
    EXPECT_EQ(shortest_distance(angle16::from_steps(32767), angle16::from_steps(-32767)), 2);
    EXPECT_EQ(shortest_distance(angle16{}, angle16::half()), 32768);
}

TEST(angle16, radians_survive_the_way_there_and_back) {
    for_every_angle([](angle16 angle, int steps) {
        ASSERT_EQ(angle16::from_radians(angle.radians<float>()), angle);
        ASSERT_EQ(angle16::from_radians(angle.radians<double>()), angle);
        ASSERT_NEAR(angle.radians<double>(), static_cast<double>(exact_radians(steps)), 1e-15);
    });
    EXPECT_EQ(angle16::from_radians(3 * std::numbers::pi), angle16::half());
    EXPECT_EQ(angle16::from_radians(-std::numbers::pi), angle16::half());
    EXPECT_EQ(angle16::from_radians(std::numeric_limits<double>::quiet_NaN()), angle16{});
}

TEST(angle16, sine_and_cosine_are_within_the_stated_error_for_every_angle) {
    long double worst = 0;
    for_every_angle([&](angle16 angle, int steps) {
        const auto found = sin_cos(angle);
        worst = std::max(worst, std::abs(found.sin - std::sin(exact_radians(steps)) * exact_one));
        worst = std::max(worst, std::abs(found.cos - std::cos(exact_radians(steps)) * exact_one));
        ASSERT_EQ(found.sin, sin(angle));
        ASSERT_EQ(found.cos, cos(angle));
    });
    EXPECT_LE(worst, 1.5L);
}

TEST(angle16, the_tables_are_rounded_to_nearest) {
    const auto expect_nearest = [](fraction_sine_and_cosine found, int steps) {
        EXPECT_LE(std::abs(found.sin - std::sin(exact_radians(steps)) * exact_one), 0.5L);
        EXPECT_LE(std::abs(found.cos - std::cos(exact_radians(steps)) * exact_one), 0.5L);
    };
    for (int i = 0; i <= 64; ++i) {
        expect_nearest(detail::angle_table.coarse[static_cast<std::size_t>(i)], i * 128);
    }
    for (int i = 0; i < 128; ++i) {
        expect_nearest(detail::angle_table.fine[static_cast<std::size_t>(i)], i);
    }
}

TEST(angle16, sine_and_cosine_are_symmetric_to_the_bit) {
    for_every_angle([](angle16 angle, int) {
        ASSERT_EQ(sin(-angle), -sin(angle));
        ASSERT_EQ(cos(-angle), cos(angle));
        ASSERT_EQ(cos(angle), sin(angle + angle16::quarter()));
        ASSERT_EQ(sin(angle16::half() - angle), sin(angle));
    });
    EXPECT_EQ(sin(angle16::quarter()), angle16::one);
    EXPECT_EQ(cos(angle16{}), angle16::one);
    EXPECT_EQ(sin(angle16::half()), 0);
}

TEST(angle16, rotated_vectors_are_the_exact_ones_rounded) {
    EXPECT_TRUE(property::holds([] {
        const auto steps = property::any<std::int16_t>();
        const vector2i v{property::in_range(-(1 << 30), 1 << 30), property::in_range(-(1 << 30), 1 << 30)};
        const vector2i turned = rotate(angle16::from_steps(steps), v);
        const long double s = std::sin(exact_radians(steps));
        const long double c = std::cos(exact_radians(steps));
        // Half a unit of rounding, and the error of sine and cosine on two components of up to 2^30.
        const long double size = std::abs(v.x + 0.0L) + std::abs(v.y + 0.0L);
        const long double tolerance = 0.5L + 1.5L * size / exact_one;
        PROPERTY_ASSERT(std::abs(turned.x - (v.x * c - v.y * s)) <= tolerance);
        PROPERTY_ASSERT(std::abs(turned.y - (v.x * s + v.y * c)) <= tolerance);
    }));
}

TEST(angle16, quarter_turns_are_exact_and_small_vectors_come_back) {
    EXPECT_EQ(rotate(angle16::quarter(), {5, -7}), (vector2i{7, 5}));
    EXPECT_EQ(rotate(angle16::half(), {5, -7}), (vector2i{-5, 7}));
    EXPECT_TRUE(property::holds([] {
        const auto steps = property::any<std::int16_t>();
        const vector2i v{property::in_range(-1000000, 1000000), property::in_range(-1000000, 1000000)};
        const angle16 angle = angle16::from_steps(steps);
        const vector2i back = inverse_rotate(angle, rotate(angle, v));
        PROPERTY_ASSERT(largest_component(abs(back - v)) <= 1);
    }));
}

TEST(angle16, the_angle_of_a_direction_is_the_nearest_step) {
    EXPECT_TRUE(property::holds([] {
        const int shift = property::in_range(0, 31);
        const vector2i v{property::any<std::int32_t>() >> shift, property::any<std::int32_t>() >> shift};
        PROPERTY_ASSUME(v != vector2i{});
        const long double wanted = std::atan2(static_cast<long double>(v.y), static_cast<long double>(v.x));
        const long double found = exact_radians(angle16::from_direction(v).steps());
        const long double difference =
            std::remainder(wanted - found, 2 * std::numbers::pi_v<long double>) / exact_radians(1);
        PROPERTY_ASSERT(std::abs(difference) <= 0.5001L);
    }));
    EXPECT_EQ(angle16::from_direction({5, 0}), angle16{});
    EXPECT_EQ(angle16::from_direction({0, 5}), angle16::quarter());
    EXPECT_EQ(angle16::from_direction({-5, 0}), angle16::half());
    EXPECT_EQ(angle16::from_direction({0, -5}), -angle16::quarter());
    EXPECT_EQ(angle16::from_direction({5, 5}), angle16::from_steps(8192));
    EXPECT_EQ(angle16::from_direction(vector2i::filled(std::numeric_limits<std::int32_t>::min())),
              angle16::from_steps(-24576));
    EXPECT_EQ(angle16::from_direction({}), angle16{});
}

TEST(angle16, works_in_constant_expressions) {
    static_assert(rotate(angle16::quarter(), vector2i{1, 0}) == vector2i{0, 1});
    static_assert(angle16::from_direction({1, 1}).steps() == 8192);
    static_assert(sin(angle16::from_steps(5461)) < angle16::one / 2);
}

} // namespace
} // namespace orrery
