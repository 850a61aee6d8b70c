#include "tests/core/property.hpp"

#include <orrery/math/fixed.hpp>

#include <gtest/gtest.h>

namespace orrery {
namespace {

using exact = __int128;

template <typename Fixed>
class any_fixed : public ::testing::Test {};

using fixed_types =
    ::testing::Types<fixed32, fixed64, basic_fixed<std::int16_t, 8>, basic_fixed<std::int32_t, 30>>;
TYPED_TEST_SUITE(any_fixed, fixed_types);

// Every size of number, the ends included.
template <typename Fixed>
Fixed any() {
    using Storage = typename Fixed::storage_type;
    const int shift = property::in_range(0, std::numeric_limits<Storage>::digits);
    const auto bits = property::any<std::int64_t>();
    return Fixed::from_raw(static_cast<Storage>(static_cast<Storage>(bits) >> shift));
}

exact floor_of_quotient(exact a, exact b) {
    const exact quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

template <typename Fixed>
Fixed stopped(exact raw) {
    const exact low = Fixed::min().raw();
    const exact high = Fixed::max().raw();
    return Fixed::from_raw(static_cast<typename Fixed::storage_type>(raw < low    ? low
                                                                     : raw > high ? high
                                                                                  : raw));
}

template <typename Fixed>
Fixed wrapped(exact raw) {
    return Fixed::from_raw(static_cast<typename Fixed::storage_type>(raw));
}

TYPED_TEST(any_fixed, sums_are_exact_and_wrap_or_stop_as_asked) {
    EXPECT_TRUE(property::holds([] {
        const auto a = any<TypeParam>();
        const auto b = any<TypeParam>();
        PROPERTY_ASSERT(a + b == wrapped<TypeParam>(exact{a.raw()} + b.raw()));
        PROPERTY_ASSERT(a - b == wrapped<TypeParam>(exact{a.raw()} - b.raw()));
        PROPERTY_ASSERT(-a == wrapped<TypeParam>(-exact{a.raw()}));
        PROPERTY_ASSERT(saturating_add(a, b) == stopped<TypeParam>(exact{a.raw()} + b.raw()));
        PROPERTY_ASSERT(saturating_subtract(a, b) == stopped<TypeParam>(exact{a.raw()} - b.raw()));
        PROPERTY_ASSERT((a < b) == (a.raw() < b.raw()));
    }));
}

TYPED_TEST(any_fixed, products_and_quotients_round_to_nearest_with_halves_upwards) {
    EXPECT_TRUE(property::holds([] {
        const auto a = any<TypeParam>();
        const auto b = any<TypeParam>();
        const exact one = exact{1} << TypeParam::fraction_bits;
        const exact product = floor_of_quotient(2 * exact{a.raw()} * b.raw() + one, 2 * one);
        PROPERTY_ASSERT(a * b == wrapped<TypeParam>(product));
        PROPERTY_ASSERT(saturating_multiply(a, b) == stopped<TypeParam>(product));
        PROPERTY_ASSUME(b.raw() != 0);
        const exact quotient = floor_of_quotient(2 * exact{a.raw()} * one + b.raw(), 2 * exact{b.raw()});
        PROPERTY_ASSERT(a / b == wrapped<TypeParam>(quotient));
        PROPERTY_ASSERT(saturating_divide(a, b) == stopped<TypeParam>(quotient));
    }));
}

TYPED_TEST(any_fixed, division_by_zero_stops_at_the_end_of_the_dividends_sign) {
    const TypeParam zero;
    EXPECT_EQ(TypeParam::step() / zero, TypeParam::max());
    EXPECT_EQ(-TypeParam::step() / zero, TypeParam::min());
    EXPECT_EQ(zero / zero, zero);
    EXPECT_EQ(saturating_divide(TypeParam::step(), zero), TypeParam::max());
}

TYPED_TEST(any_fixed, square_roots_are_the_exact_floor) {
    EXPECT_TRUE(property::holds([] {
        const auto a = any<TypeParam>();
        const exact root = sqrt(a).raw();
        if (a.raw() <= 0) {
            PROPERTY_ASSERT(root == 0);
        } else {
            const exact square = exact{a.raw()} << TypeParam::fraction_bits;
            PROPERTY_ASSERT(root * root <= square);
            PROPERTY_ASSERT((root + 1) * (root + 1) > square);
        }
    }));
}

TYPED_TEST(any_fixed, reals_survive_the_way_there_and_back) {
    EXPECT_TRUE(property::holds([] {
        // Numbers of at most 52 bits are exact in double.
        const auto a = TypeParam::from_raw(static_cast<typename TypeParam::storage_type>(
            any<TypeParam>().raw() / (sizeof(TypeParam) == 8 ? 4096 : 1)));
        PROPERTY_ASSERT(TypeParam::from_real(a.template to_real<double>()) == a);
        PROPERTY_ASSERT(exact{a.floor()} * (exact{1} << TypeParam::fraction_bits) <= a.raw());
        PROPERTY_ASSERT((exact{a.floor()} + 1) * (exact{1} << TypeParam::fraction_bits) > a.raw());
    }));
    EXPECT_EQ(TypeParam::from_real(1e30), TypeParam::max());
    EXPECT_EQ(TypeParam::from_real(-1e30f), TypeParam::min());
    EXPECT_EQ(TypeParam::from_real(std::numeric_limits<float>::quiet_NaN()), TypeParam{});
    EXPECT_EQ(TypeParam::from_real(1.0), TypeParam::from_whole(1));
}

TEST(fixed, halves_of_a_step_are_rounded_upwards) {
    const fixed32 step = fixed32::step();
    const fixed32 two = fixed32::from_whole(2);
    EXPECT_EQ(step / two, step);
    EXPECT_EQ(-step / two, fixed32{});
    EXPECT_EQ(step / -two, fixed32{});
    EXPECT_EQ(step * fixed32::from_real(0.5), step);
    EXPECT_EQ(-step * fixed32::from_real(0.5), fixed32{});
}

TEST(fixed, whole_parts_round_as_they_are_named) {
    EXPECT_EQ(fixed32::from_real(2.5).round(), 3);
    EXPECT_EQ(fixed32::from_real(-2.5).round(), -2);
    EXPECT_EQ(fixed32::from_real(-2.25).floor(), -3);
    EXPECT_EQ(fixed32::max().round(), 32768);
    EXPECT_EQ(fixed32::from_whole(65536 + 3), fixed32::from_whole(3));
    EXPECT_EQ((basic_fixed<std::int16_t, 8>::from_whole(std::numeric_limits<std::int64_t>::max()).floor()),
              -1);
}

TEST(fixed, arithmetic_reads_like_that_of_other_numbers) {
    static_assert(fixed32::from_whole(6) / fixed32::from_whole(4) == fixed32::from_real(1.5));
    static_assert(sqrt(fixed64::from_whole(2)).to_real<double>() > 1.41421356);
    fixed32 x = fixed32::from_whole(3);
    x += fixed32::from_real(0.5);
    x *= fixed32::from_whole(2);
    x -= fixed32::from_whole(1);
    x /= fixed32::from_whole(4);
    EXPECT_EQ(x, fixed32::from_real(1.5));
}

} // namespace
} // namespace orrery
