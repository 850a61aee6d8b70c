#include "tests/core/property.hpp"

#include <orrery/math/integer.hpp>

#include <gtest/gtest.h>

namespace orrery {
namespace {

template <typename T>
using limits = std::numeric_limits<T>;

void expect_floor_root(std::uint64_t x) {
    using wide = unsigned __int128;
    const wide root = integer_sqrt(x);
    PROPERTY_ASSERT(root * root <= x);
    PROPERTY_ASSERT((root + 1) * (root + 1) > x);
}

TEST(integer, square_roots_are_the_exact_floor) {
    EXPECT_TRUE(property::holds([] {
        const auto x = property::any<std::uint64_t>();
        const auto root = property::any<std::uint32_t>();
        const int shift = property::in_range(0, 64);
        expect_floor_root(x >> shift);
        // Squares and their neighbours are where floating point goes wrong.
        const std::uint64_t square = std::uint64_t{root} * root;
        expect_floor_root(square);
        expect_floor_root(square - 1);
        expect_floor_root(square + 1);
        PROPERTY_ASSERT(integer_sqrt(root) == integer_sqrt(std::uint64_t{root}));
    }));
    for (std::uint64_t back = 0; back < 5000; ++back) {
        const std::uint64_t root = 0xffff'ffff - back;
        ASSERT_EQ(integer_sqrt(root * root), root);
        ASSERT_EQ(integer_sqrt(root * root - 1), root - 1);
    }
    EXPECT_EQ(integer_sqrt(limits<std::uint64_t>::max()), 0xffff'ffff);
    EXPECT_EQ(integer_sqrt(limits<std::uint32_t>::max()), 0xffff);
    EXPECT_EQ(integer_sqrt(0u), 0u);
}

TEST(integer, square_roots_are_the_same_at_compile_time) {
    static_assert(integer_sqrt(std::uint64_t{99}) == 9);
    static_assert(integer_sqrt(100u) == 10);
    static_assert(integer_sqrt(limits<std::uint64_t>::max()) == 0xffff'ffff);
}

TEST(integer, floor_division_rounds_down_and_leaves_a_rest_with_the_divisors_sign) {
    EXPECT_TRUE(property::holds([] {
        const auto a = property::any<std::int32_t>();
        const auto b = property::any<std::int32_t>();
        PROPERTY_ASSUME(b != 0 && b != -1);
        const std::int64_t quotient = floor_divide(a, b);
        const std::int64_t rest = floor_modulo(a, b);
        PROPERTY_ASSERT(quotient * b + rest == a);
        PROPERTY_ASSERT((b > 0 ? rest >= 0 && rest < b : rest <= 0 && rest > b));
    }));
    EXPECT_EQ(floor_divide(-1, 8), -1);
    EXPECT_EQ(floor_modulo(-1, 8), 7);
    EXPECT_EQ(floor_divide(limits<std::int32_t>::min(), -1), limits<std::int32_t>::min());
    EXPECT_EQ(floor_modulo(limits<std::int32_t>::min(), -1), 0);
    EXPECT_EQ(floor_divide(std::int16_t{-7}, 2), -4);
}

TEST(integer, rounding_divisions_round_as_they_are_named) {
    EXPECT_EQ(round_divide(7, 2), 4);
    EXPECT_EQ(round_divide(-7, 2), -3);
    EXPECT_EQ(round_divide(-8, 3), -3);
    EXPECT_EQ(round_divide(-7, 3), -2);
    EXPECT_EQ(ceiling_divide(9u, 4), 3u);
    EXPECT_EQ(ceiling_divide(8u, 4), 2u);
    EXPECT_EQ(ceiling_divide(limits<std::uint32_t>::max(), 2), 0x8000'0000u);
    EXPECT_EQ(multiply_shift(3, 1 << 29, 30), 2);
    EXPECT_EQ(multiply_shift(-3, 1 << 29, 30), -1);
    EXPECT_EQ(multiply_shift(7, 6, 0), 42);
}

TEST(integer, saturating_arithmetic_stops_at_the_ends) {
    EXPECT_TRUE(property::holds([] {
        auto a = property::any<std::int32_t>();
        const auto b = property::any<std::int32_t>();
        // Half of the time near the ends.
        const bool extreme = property::any<bool>();
        a = extreme ? static_cast<std::int32_t>(0x7fff'ff00u + (static_cast<std::uint32_t>(a) & 0x1ffu)) : a;
        const auto stop = [](std::int64_t wide) {
            return static_cast<std::int32_t>(clamp(wide, std::int64_t{limits<std::int32_t>::min()},
                                                   std::int64_t{limits<std::int32_t>::max()}));
        };
        PROPERTY_ASSERT(saturating_add(a, b) == stop(std::int64_t{a} + b));
        PROPERTY_ASSERT(saturating_subtract(a, b) == stop(std::int64_t{a} - b));
        PROPERTY_ASSERT(saturating_multiply(a, b) == stop(std::int64_t{a} * b));
        PROPERTY_ASSERT(saturating_cast<std::int32_t>(std::int64_t{a} * b) == stop(std::int64_t{a} * b));
    }));
    EXPECT_EQ(saturating_subtract(3u, 5), 0u);
    EXPECT_EQ(saturating_add(limits<std::uint32_t>::max(), 5), limits<std::uint32_t>::max());
    EXPECT_EQ(saturating_cast<std::uint8_t>(-1), 0);
    EXPECT_EQ(saturating_cast<std::uint8_t>(300u), 255);
    EXPECT_EQ(saturating_cast<std::int8_t>(300u), 127);
}

TEST(integer, logarithms_and_powers_of_two_enclose_the_number) {
    EXPECT_TRUE(property::holds([] {
        const auto value = property::any<std::uint32_t>();
        const std::uint32_t x = value >> property::in_range(0, 31);
        PROPERTY_ASSUME(x != 0);
        const std::uint64_t below = std::uint64_t{1} << floor_log2(x);
        const std::uint64_t above = std::uint64_t{1} << ceiling_log2(x);
        PROPERTY_ASSERT(below <= x && x < 2 * below);
        PROPERTY_ASSERT(above >= x && (above == 1 || above / 2 < x));
        PROPERTY_ASSERT(is_power_of_two(x) == (below == above));
        PROPERTY_ASSERT(next_power_of_two(x) == static_cast<std::uint32_t>(above));
    }));
    EXPECT_EQ(floor_log2(0u), -1);
    EXPECT_EQ(ceiling_log2(0u), 0);
    EXPECT_EQ(next_power_of_two(0u), 1u);
    EXPECT_EQ(next_power_of_two(0x8000'0001u), 0u);
    EXPECT_EQ(next_power_of_two(std::uint64_t{0x8000'0001}), std::uint64_t{1} << 32);
}

} // namespace
} // namespace orrery
