#include "tests/core/property.hpp"

#include <orrery/math/number.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace orrery {
namespace {

template <typename T>
class number_reals : public ::testing::Test {};

using reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(number_reals, reals);

constexpr auto lowest32 = std::numeric_limits<std::int32_t>::min();
constexpr auto highest32 = std::numeric_limits<std::int32_t>::max();

TEST(number, whole_arithmetic_wraps_around_instead_of_overflowing) {
    EXPECT_EQ(wrapping_add(highest32, 1), lowest32);
    EXPECT_EQ(wrapping_subtract(lowest32, 1), highest32);
    EXPECT_EQ(wrapping_multiply(0x10000, 0x10000), 0);
    EXPECT_EQ(wrapping_negate(lowest32), lowest32);
    EXPECT_EQ(abs(lowest32), lowest32);
    EXPECT_EQ(abs(std::int64_t{-5}), 5);
}

TYPED_TEST(number_reals, min_and_max_answer_nan_and_equal_zeros_with_the_second_argument) {
    using T = TypeParam;
    const T nan = std::numeric_limits<T>::quiet_NaN();
    EXPECT_EQ(min(nan, T{1}), T{1});
    EXPECT_TRUE(is_nan(min(T{1}, nan)));
    EXPECT_EQ(max(nan, T{1}), T{1});
    EXPECT_TRUE(is_nan(max(T{1}, nan)));
    EXPECT_TRUE(std::signbit(min(T{0}, -T{0})));
    EXPECT_FALSE(std::signbit(min(-T{0}, T{0})));
    EXPECT_TRUE(std::signbit(max(T{0}, -T{0})));
}

TYPED_TEST(number_reals, clamp_turns_nan_into_the_lower_end) {
    using T = TypeParam;
    EXPECT_EQ(clamp(std::numeric_limits<T>::quiet_NaN(), T{2}, T{3}), T{2});
    EXPECT_EQ(clamp(T{1}, T{2}, T{3}), T{2});
    EXPECT_EQ(clamp(T{9}, T{2}, T{3}), T{3});
    EXPECT_EQ(clamp(T{2.5}, T{2}, T{3}), T{2.5});
}

TYPED_TEST(number_reals, lerp_meets_both_ends_exactly) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const auto a = property::any<T>();
        const auto b = property::any<T>();
        PROPERTY_ASSUME(is_finite(a) && is_finite(b));
        PROPERTY_ASSERT(lerp(a, b, T{0}) == a);
        PROPERTY_ASSERT(lerp(a, b, T{1}) == b);
    }));
}

TYPED_TEST(number_reals, floor_to_and_round_to_agree_with_the_standard_library_within_range) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const auto steps = property::any<std::int32_t>();
        const T value = static_cast<T>(steps) / T{4096};
        PROPERTY_ASSERT(floor_to<std::int32_t>(value) == static_cast<std::int32_t>(std::floor(value)));
        PROPERTY_ASSERT(round_to<std::int32_t>(value) == static_cast<std::int32_t>(std::nearbyint(value)));
        PROPERTY_ASSERT(floor_to<std::int64_t>(value) == static_cast<std::int64_t>(std::floor(value)));
    }));
    for (const T half : {T{-2.5}, T{-1.5}, T{-0.5}, T{0.5}, T{1.5}, T{2.5}}) {
        EXPECT_EQ(round_to<std::int32_t>(half), static_cast<std::int32_t>(std::nearbyint(half)));
    }
}

TYPED_TEST(number_reals, conversions_to_whole_numbers_saturate_and_turn_nan_into_zero) {
    using T = TypeParam;
    using limits = std::numeric_limits<T>;
    EXPECT_EQ(floor_to<std::int32_t>(limits::infinity()), highest32);
    EXPECT_EQ(floor_to<std::int32_t>(-limits::max()), lowest32);
    EXPECT_EQ(floor_to<std::int32_t>(T{2147483648}), highest32);
    EXPECT_EQ(floor_to<std::int32_t>(T{-2147483648}), lowest32);
    EXPECT_EQ(round_to<std::int64_t>(T{1e30f}), std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(round_to<std::int32_t>(limits::quiet_NaN()), 0);
    EXPECT_EQ(round_to<std::int32_t>(limits::denorm_min()), 0);
    EXPECT_EQ(floor_to<std::int32_t>(-limits::denorm_min()), -1);
}

TEST(number, rounding_at_the_very_end_of_the_range_does_not_overflow) {
    EXPECT_EQ(round_to<std::int32_t>(2147483647.5), highest32);
    EXPECT_EQ(round_to<std::int32_t>(-2147483648.5), lowest32);
    EXPECT_EQ(round_to<std::int32_t>(-2147483647.75), lowest32);
}

} // namespace
} // namespace orrery
