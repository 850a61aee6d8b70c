#include "tests/core/property.hpp"

#include <orrery/math/hex_vector.hpp>
#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace orrery {
namespace {

constexpr std::int32_t hundred_cells = 100 * 1024;

const long double root_three = std::sqrt(3.0L);

// The same vector on the screen, without rounding.
struct exact_point {
    long double x = 0;
    long double y = 0;
};

exact_point exact_screen(hex_vector v) {
    return {v.a - v.b / 2.0L, v.b * root_three / 2};
}

// Positions of all sizes, and now and then the corners of where they may be.
hex_vector any_position() {
    const int shift = property::in_range(0, 30);
    const auto component = [shift] {
        return property::in_range(0, 9) < 8
                   ? property::in_range(-coordinate_limit, coordinate_limit + 1) >> shift
                   : property::one_of({-coordinate_limit, coordinate_limit, 0, 1, -1});
    };
    const std::int32_t a = component();
    return {a, component()};
}

TEST(hex_vector, the_axes_point_where_they_should) {
    // A along +x, B 120 degrees on towards +y, C the rest of the star.
    EXPECT_EQ(to_screen({1000, 0}), (vector2i{1000, 0}));
    EXPECT_EQ(to_screen({0, 1000}), (vector2i{-500, 866}));
    EXPECT_EQ(to_screen({-1000, -1000}), (vector2i{-500, -866}));
    EXPECT_EQ((hex_vector{3, 4}).c(), -7);
    EXPECT_EQ(to_screen({0, 1}), (vector2i{-1, 1})); // half of x downwards
    EXPECT_EQ(to_screen({0, -1}), (vector2i{0, -1}));
}

TEST(hex_vector, points_of_the_screen_are_the_nearest_ones) {
    EXPECT_TRUE(property::holds([] {
        const hex_vector v = any_position();
        const exact_point exact = exact_screen(v);
        const vector2i found = to_screen(v);
        PROPERTY_ASSERT(std::abs(found.x - exact.x) <= 0.5L);
        PROPERTY_ASSERT(std::abs(found.y - exact.y) <= 0.532L);
    }));
}

TEST(hex_vector, the_way_to_the_screen_and_back_ends_within_one_unit) {
    const auto check = [](hex_vector v) {
        const hex_vector back = from_screen(to_screen(v));
        return std::abs(back.a - v.a) <= 1 && std::abs(back.b - v.b) <= 1;
    };
    EXPECT_TRUE(property::holds([&] { PROPERTY_ASSERT(check(any_position())); }));
    for (std::int32_t a = -300; a <= 300; ++a) {
        for (std::int32_t b = -300; b <= 300; ++b) {
            ASSERT_TRUE(check({a, b})) << a << " " << b;
            ASSERT_TRUE(check({coordinate_limit - 300 + a, -coordinate_limit + 300 + b})) << a << " " << b;
        }
    }
}

TEST(hex_vector, points_of_the_screen_come_back_exactly) {
    EXPECT_TRUE(property::holds([] {
        const hex_vector v = any_position();
        const vector2i point{v.a / 2, v.b / 2};
        PROPERTY_ASSERT(to_screen(from_screen(point)) == point);
    }));
    for (std::int32_t x = -200; x <= 200; ++x) {
        for (std::int32_t y = -200; y <= 200; ++y) {
            ASSERT_EQ(to_screen(from_screen({x, y})), (vector2i{x, y}));
        }
    }
}

TEST(hex_vector, lengths_agree_in_both_systems) {
    EXPECT_TRUE(property::holds([] {
        const hex_vector v = any_position();
        const exact_point exact = exact_screen(v);
        const long double wanted = std::hypot(exact.x, exact.y);
        // Rounded down; the reference itself is good to 2^-30 here.
        const long double found = length(v);
        PROPERTY_ASSERT(found <= wanted + 1e-8L);
        PROPERTY_ASSERT(found > wanted - 1 - 1e-8L);
        // Between rounded points they differ by no more than the rounding.
        const vector2i rounded = to_screen(v);
        const long double on_screen = std::hypot(static_cast<long double>(rounded.x), rounded.y);
        PROPERTY_ASSERT(std::abs(on_screen - wanted) <= 0.74L);
    }));
}

TEST(hex_vector, inner_products_agree_in_both_systems) {
    EXPECT_TRUE(property::holds([] {
        const hex_vector u = any_position();
        const hex_vector v = any_position();
        const exact_point p = exact_screen(u);
        const exact_point q = exact_screen(v);
        const long double wanted = 2 * (p.x * q.x + p.y * q.y);
        const long double size = static_cast<long double>(length(u)) * length(v) + 1;
        PROPERTY_ASSERT(std::abs(static_cast<long double>(twice_dot(u, v)) - wanted) <=
                        size * 1e-17L + 0.01L);
        PROPERTY_ASSERT(twice_dot(u, u) == static_cast<std::int64_t>(2 * length_squared(u)));
        PROPERTY_ASSERT(twice_dot(u, v) == twice_dot(v, u));
    }));
}

TEST(hex_vector, the_ends_of_all_ranges_do_not_overflow) {
    constexpr std::int32_t limit = coordinate_limit;
    const std::vector<std::int32_t> ends{-limit, -1, 0, 1, limit};
    for (const std::int32_t a : ends) {
        for (const std::int32_t b : ends) {
            for (const std::int32_t other_a : ends) {
                for (const std::int32_t other_b : ends) {
                    const hex_vector u{a, b};
                    const hex_vector v{other_a, other_b};
                    const hex_vector way = u - v;
                    EXPECT_EQ(v + way, u);
                    EXPECT_EQ(-way, v - u);
                    EXPECT_EQ(length_squared(way), length_squared(-way));
                    EXPECT_EQ(twice_dot(way, way), static_cast<std::int64_t>(2 * length_squared(way)));
                    EXPECT_LE(length(from_screen(to_screen(way)) - way), 1u);
                    // A turn keeps the length of the longest way there is.
                    const hex_vector turned = rotate(angle16::from_steps(12345), way);
                    EXPECT_NEAR(length(turned), length(way), 20);
                }
            }
        }
    }
    // Corner to corner is the largest of all.
    EXPECT_EQ(length(hex_vector{limit, -limit} - hex_vector{-limit, limit}), 1'859'775'393u);
}

// Where a turn by this many steps takes a vector, without rounding, along A and along B.
struct exact_vector {
    long double a = 0;
    long double b = 0;
};

exact_vector exact_turn(int steps, hex_vector v) {
    const long double angle = steps * std::numbers::pi_v<long double> / 32768;
    const long double sine = std::sin(angle);
    const long double cosine = std::cos(angle);
    const exact_point from = exact_screen(v);
    const long double b = (from.x * sine + from.y * cosine) * 2 / root_three;
    return {from.x * cosine - from.y * sine + b / 2, b};
}

TEST(hex_rotation, a_hundred_cells_are_turned_to_within_the_stated_bound_at_every_angle) {
    // Along A, along B, between them, and to the corners of the largest hexagon.
    const hex_vector ways[] = {{hundred_cells, 0}, {0, hundred_cells}, {hundred_cells, hundred_cells},
                               {59000, 118000},    {-118000, -59000},  {99999, -2345}};
    long double worst = 0;
    long double worst_entry = 0;
    for (int steps = -32768; steps < 32768; ++steps) {
        const hex_rotation turn(angle16::from_steps(steps));
        for (const hex_vector way : ways) {
            const hex_vector found = turn(way);
            const exact_vector wanted = exact_turn(steps, way);
            worst = std::max({worst, std::abs(found.a - wanted.a), std::abs(found.b - wanted.b)});
        }
        const exact_vector a_axis = exact_turn(steps, {angle16::one, 0});
        const exact_vector b_axis = exact_turn(steps, {0, angle16::one});
        worst_entry =
            std::max({worst_entry, std::abs(turn.a_axis().a - a_axis.a), std::abs(turn.a_axis().b - a_axis.b),
                      std::abs(turn.b_axis().a - b_axis.a), std::abs(turn.b_axis().b - b_axis.b)});
    }
    EXPECT_LE(worst, 0.501L);
    EXPECT_LE(worst_entry, 2.4L);
}

TEST(hex_rotation, sixths_of_a_turn_take_a_step_along_an_axis_to_the_next) {
    // 65536 is no multiple of 6: the nearest angle is a third of a step off, 0.000032 radians.
    const hex_vector around[] = {{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}};
    for (int from = 0; from < 6; ++from) {
        for (int sixths = 0; sixths < 6; ++sixths) {
            const angle16 angle = angle16::from_steps((65536 * sixths + 3) / 6);
            for (const std::int32_t size : {1, 1024, hundred_cells}) {
                const hex_vector found = rotate(angle, around[from] * size);
                const hex_vector wanted = around[(from + sixths) % 6] * size;
                // What the angle is off, half a unit of rounding, and 2 / sqrt(3) since axes are oblique.
                const auto bound = static_cast<std::int32_t>(size * 0.000'032 * 1.1548 + 0.501);
                EXPECT_LE(std::abs(found.a - wanted.a), bound) << sixths << " sixths of " << size;
                EXPECT_LE(std::abs(found.b - wanted.b), bound) << sixths << " sixths of " << size;
            }
        }
    }
}

TEST(hex_rotation, half_turns_are_exact_and_others_come_back) {
    EXPECT_TRUE(property::holds([] {
        const auto steps = property::any<std::int16_t>();
        const hex_vector v = any_position();
        PROPERTY_ASSERT(rotate(angle16{}, v) == v);
        PROPERTY_ASSERT(rotate(angle16::half(), v) == -v);
        const hex_vector near{v.a >> 10, v.b >> 10};
        const angle16 angle = angle16::from_steps(steps);
        const hex_vector back = rotate(-angle, rotate(angle, near));
        PROPERTY_ASSERT(length(back - near) <= 2);
    }));
}

TEST(hex_rotation, turns_the_way_that_angles_of_the_screen_do) {
    EXPECT_TRUE(property::holds([] {
        const auto steps = property::any<std::int16_t>();
        const hex_vector v{property::in_range(-1'000'000, 1'000'000),
                           property::in_range(-1'000'000, 1'000'000)};
        const angle16 angle = angle16::from_steps(steps);
        const vector2i found = to_screen(rotate(angle, v));
        const vector2i wanted = rotate(angle, to_screen(v));
        PROPERTY_ASSERT(largest_component(abs(found - wanted)) <= 2);
    }));
}

// A hash by FNV-1a of conversions and rotations over a fixed set. The number changes only if results do; then
// every recording of an integer world is another one.
TEST(hex_vector, conversions_and_rotations_have_these_bits_on_every_machine) {
    std::uint64_t hash = 0xcbf2'9ce4'8422'2325;
    const auto add = [&hash](std::int32_t word) {
        hash = (hash ^ static_cast<std::uint32_t>(word)) * 0x0000'0100'0000'01b3;
    };
    xoshiro256 random(11);
    for (int i = 0; i < 65536; ++i) {
        const int shift = i % 30;
        const auto component = [&] {
            return static_cast<std::int32_t>(uniform_int(random, -coordinate_limit, coordinate_limit)) >>
                   shift;
        };
        const std::int32_t a = component();
        const hex_vector at{a, component()};
        const vector2i on_screen = to_screen(at);
        const hex_vector from = from_screen({at.a, at.b});
        const hex_vector turned = rotate(angle16::from_steps(i), at);
        for (const std::int32_t word : {on_screen.x, on_screen.y, from.a, from.b, turned.a, turned.b}) {
            add(word);
        }
    }
    EXPECT_EQ(hash, 0x9ec2a5982858836eu);
}

TEST(hex_vector, works_in_constant_expressions) {
    static_assert(to_screen(from_screen({100, 100})) == vector2i{100, 100});
    static_assert(rotate(angle16::half(), hex_vector{5, 7}) == hex_vector{-5, -7});
    static_assert(length(hex_vector{3, 0}) == 3);
}

} // namespace
} // namespace orrery
