#include "tests/core/property.hpp"

#include <orrery/core/archive/quantize.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace {

using namespace orrery;

template <typename Real>
class quantizer_of : public testing::Test {};

using reals = testing::Types<float, double>;
TYPED_TEST_SUITE(quantizer_of, reals);

// Ranges that a user might pick: symmetric, one-sided, far from zero, tiny and huge.
template <typename Real>
std::vector<quantizer<Real>> typical_quantizers() {
    using q = quantizer<Real>;
    return {q::with_bits(-1, 1, 2),
            q::with_bits(-1, 1, 9),
            q::with_bits(0, 1, 8),
            q::with_bits(-500, 1000, 20),
            q::with_bits(Real(-0.3), Real(0.7), 16),
            q::with_bits(1000, 1001, 12),
            q::with_bits(Real(-1e30), Real(1e30), 22),
            q::with_bits(Real(1e-30), Real(2e-30), 18),
            q::with_precision(-1000, 1000, Real(0.01)),
            q::with_precision(0, 3, 5)};
}

// All codes of small quantizers; of large ones the ends, the middle and an even sample.
std::vector<std::uint64_t> sample_codes(std::uint64_t largest) {
    std::vector<std::uint64_t> codes;
    const std::uint64_t stride = std::max<std::uint64_t>(1, largest / 5000);
    for (std::uint64_t code = 0; code <= largest; code += stride) {
        codes.push_back(code);
    }
    for (std::uint64_t near = 0; near < 3 && near <= largest / 2; ++near) {
        codes.insert(codes.end(), {near, largest - near, largest / 2 - near, largest / 2 + near});
    }
    std::sort(codes.begin(), codes.end());
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    return codes;
}

TYPED_TEST(quantizer_of, decoding_and_encoding_again_gives_the_same_code) {
    for (const auto& with : typical_quantizers<TypeParam>()) {
        for (const std::uint64_t code : sample_codes(with.largest_code())) {
            ASSERT_EQ(with.encode(with.decode(code)), code) << "bits " << with.bits();
        }
    }
}

TYPED_TEST(quantizer_of, decoded_values_rise_with_the_code_from_end_to_end) {
    const auto with = quantizer<TypeParam>::with_bits(TypeParam(-0.3), TypeParam(0.7), 12);
    EXPECT_EQ(with.decode(0), TypeParam(-0.3));
    EXPECT_EQ(with.decode(with.largest_code()), TypeParam(0.7));
    for (std::uint64_t code = 0; code < with.largest_code(); ++code) {
        ASSERT_LT(with.decode(code), with.decode(code + 1));
    }
}

TYPED_TEST(quantizer_of, a_value_in_range_is_off_by_half_a_step_at_most) {
    EXPECT_TRUE(property::holds([] {
        const auto place = property::any<std::uint32_t>();
        const auto with = quantizer<TypeParam>::with_precision(-20, 100, TypeParam(0.125));
        const auto value = static_cast<TypeParam>(-20.0 + 120.0 * (place / 4294967295.0));
        const double error = std::abs(double{with.decode(with.encode(value))} - double{value});
        PROPERTY_ASSERT(with.step() <= 0.125);
        PROPERTY_ASSERT(error <= with.step() * 0.5 + 100 * std::numeric_limits<TypeParam>::epsilon());
    }));
}

TYPED_TEST(quantizer_of, the_fewest_bits_that_reach_the_precision_are_chosen) {
    using q = quantizer<TypeParam>;
    for (const double precision : {0.5, 0.1, 0.013, 0.001}) {
        const auto with = q::with_precision(-10, 10, static_cast<TypeParam>(precision));
        EXPECT_LE(with.step(), precision);
        EXPECT_GT(q::with_bits(-10, 10, with.bits() - 1).step(), static_cast<TypeParam>(precision));
    }
}

TYPED_TEST(quantizer_of, zero_stays_zero_in_a_symmetric_range) {
    for (unsigned bits = 2; bits <= 22; ++bits) {
        const auto with = quantizer<TypeParam>::with_bits(TypeParam(-12.3), TypeParam(12.3), bits);
        EXPECT_EQ(with.decode(with.encode(0)), TypeParam(0));
        EXPECT_EQ(with.decode(with.encode(TypeParam(-0.0))), TypeParam(0));
    }
}

TYPED_TEST(quantizer_of, rounding_is_symmetric_about_the_middle) {
    EXPECT_TRUE(property::holds([] {
        const auto noise = property::any<std::int32_t>();
        const auto with = quantizer<TypeParam>::with_bits(-1, 1, 10);
        const auto value = static_cast<TypeParam>(noise / 2147483648.0);
        PROPERTY_ASSERT(with.encode(-value) == with.largest_code() - with.encode(value));
    }));
    // Half-way between two codes: away from the middle.
    const auto with = quantizer<TypeParam>::with_bits(-3, 3, 3);
    EXPECT_EQ(with.step(), 1.0);
    EXPECT_EQ(with.decode(with.encode(TypeParam(0.5))), TypeParam(1));
    EXPECT_EQ(with.decode(with.encode(TypeParam(-0.5))), TypeParam(-1));
    EXPECT_EQ(with.decode(with.encode(TypeParam(1.5))), TypeParam(2));
}

TYPED_TEST(quantizer_of, values_outside_the_range_are_clamped_and_nan_is_the_middle) {
    const auto with = quantizer<TypeParam>::with_bits(-2, 6, 8);
    constexpr auto infinity = std::numeric_limits<TypeParam>::infinity();
    EXPECT_EQ(with.decode(with.encode(-infinity)), TypeParam(-2));
    EXPECT_EQ(with.decode(with.encode(TypeParam(-2.001))), TypeParam(-2));
    EXPECT_EQ(with.decode(with.encode(infinity)), TypeParam(6));
    EXPECT_EQ(with.decode(with.encode(std::numeric_limits<TypeParam>::max())), TypeParam(6));
    EXPECT_EQ(with.decode(with.encode(std::numeric_limits<TypeParam>::quiet_NaN())), TypeParam(2));
}

TEST(quantizer, the_widest_codes_of_doubles_come_back_exactly) {
    const auto with = quantizer<double>::with_bits(-1e6, 1e6, 48);
    EXPECT_TRUE(property::holds([&] {
        const auto noise = property::any<std::uint64_t>();
        const std::uint64_t code = noise * 0x9e3779b97f4a7c15u % (with.largest_code() + 1);
        PROPERTY_ASSERT(with.encode(with.decode(code)) == code);
    }));
}

// The finest steps that are accepted are the hardest to bring back.
TEST(quantizer, floats_come_back_exactly_at_the_limit_of_their_resolution) {
    const auto with = quantizer<float>::with_bits(-1000.0f, 1000.0f, 22);
    std::mt19937_64 random(1);
    for (int trial = 0; trial < 200'000; ++trial) {
        const std::uint64_t code = random() % (with.largest_code() + 1);
        ASSERT_EQ(with.encode(with.decode(code)), code);
    }
}

TEST(quantizer_death, impossible_settings_are_misuse) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH((void)quantizer<float>::with_bits(0, 1, 1), "2 to 48 bits");
    EXPECT_DEATH((void)quantizer<float>::with_bits(1, 0, 8), "finite ends");
    EXPECT_DEATH((void)quantizer<float>::with_bits(1000, 1001, 20), "finer than the number type resolves");
    EXPECT_DEATH((void)quantizer<double>::with_precision(0, 1, 0), "precision must be positive");
    EXPECT_DEATH((void)quantizer<double>::with_precision(-1e9, 1e9, 1e-9), "exceeds 48 bits|finer than");
    EXPECT_DEATH(rotation_quantizer(21), "2 to 20 bits");
}

TEST(box_quantizer, each_axis_has_the_bits_it_needs) {
    const auto box = box_quantizer<float, 3>::with_precision({-100, 0, -1}, {100, 10, 1}, 0.01f);
    EXPECT_EQ(box.axes[0].bits(), 15u);
    EXPECT_EQ(box.axes[1].bits(), 10u);
    EXPECT_EQ(box.axes[2].bits(), 8u);
    EXPECT_EQ(box.bits(), 33u);
    for (const auto& axis : box.axes) {
        EXPECT_LE(axis.step(), 0.01);
    }
}

using rotation = std::array<double, 4>;
using narrow_rotation = std::array<float, 4>;

double dot(const rotation& a, const rotation& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

// From the chord, which stays precise for small angles.
double angle_between(const rotation& a, const rotation& b) {
    const double sign = dot(a, b) < 0 ? -1 : 1;
    double chord = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        chord += (a[i] - sign * b[i]) * (a[i] - sign * b[i]);
    }
    return 4 * std::asin(std::min(1.0, std::sqrt(chord) / 2));
}

// Random rotations and the awkward ones: axes, ties between components, and many with all components nearly
// equal, where what is computed from three of them is least certain.
std::vector<rotation> many_rotations(std::size_t count) {
    std::vector<rotation> made;
    for (int a = -1; a <= 1; ++a) {
        for (int b = -1; b <= 1; ++b) {
            for (int c = -1; c <= 1; ++c) {
                for (int d = -1; d <= 1; ++d) {
                    made.push_back({double(a), double(b), double(c), double(d)});
                }
            }
        }
    }
    std::erase(made, rotation{});
    std::mt19937_64 random(3);
    std::normal_distribution<double> normal;
    while (made.size() < count) {
        made.push_back({normal(random), normal(random), normal(random), normal(random)});
        const double spread = 0.3 / static_cast<double>(made.size() % 50 + 1);
        made.push_back({1 + spread * normal(random), 1 + spread * normal(random), 1 + spread * normal(random),
                        1 + spread * normal(random)});
    }
    for (rotation& each : made) {
        const double length = std::sqrt(dot(each, each));
        for (double& component : each) {
            component /= length;
        }
    }
    return made;
}

TEST(rotation_quantizer, a_rotation_is_off_by_less_than_the_stated_angle) {
    const auto rotations = many_rotations(20'000);
    for (unsigned bits = 2; bits <= 20; ++bits) {
        const rotation_quantizer with(bits);
        for (const rotation& original : rotations) {
            const rotation decoded = with.decode<rotation>(with.encode(original));
            ASSERT_LT(angle_between(original, decoded), with.max_angle()) << "bits " << bits;
        }
    }
}

TEST(rotation_quantizer, a_quaternion_and_its_negative_have_the_same_code) {
    for (unsigned bits = 2; bits <= 20; ++bits) {
        const rotation_quantizer with(bits);
        for (const rotation& original : many_rotations(500)) {
            const rotation negative{-original[0], -original[1], -original[2], -original[3]};
            ASSERT_EQ(with.encode(original), with.encode(negative));
        }
    }
}

TEST(rotation_quantizer, no_rotation_stays_exactly_that) {
    for (unsigned bits = 2; bits <= 20; ++bits) {
        const rotation_quantizer with(bits);
        const narrow_rotation none{0, 0, 0, 1};
        EXPECT_EQ(with.decode<narrow_rotation>(with.encode(none)), none);
    }
}

TEST(rotation_quantizer, every_valid_code_decodes_to_unit_length) {
    std::mt19937_64 random(5);
    for (unsigned bits = 2; bits <= 20; ++bits) {
        const rotation_quantizer with(bits);
        for (int trial = 0; trial < 2000; ++trial) {
            const std::uint64_t code = random() & ((std::uint64_t{1} << with.bits()) - 1);
            if (with.is_valid(code)) {
                const rotation decoded = with.decode<rotation>(code);
                ASSERT_NEAR(dot(decoded, decoded), 1, 1e-15);
            }
        }
    }
}

TEST(rotation_quantizer, exactly_the_codes_with_an_unused_component_are_invalid) {
    const rotation_quantizer with(2);
    EXPECT_EQ(with.bits(), 8u);
    int valid = 0;
    for (std::uint64_t code = 0; code < 1024; ++code) {
        valid += with.is_valid(code) ? 1 : 0;
    }
    EXPECT_EQ(valid, 4 * 3 * 3 * 3);
    for (const rotation& original : many_rotations(500)) {
        EXPECT_TRUE(with.is_valid(with.encode(original)));
    }
}

TEST(rotation_quantizer, floats_and_doubles_of_the_same_value_have_the_same_code) {
    for (const rotation& exact : many_rotations(500)) {
        const narrow_rotation narrow{static_cast<float>(exact[0]), static_cast<float>(exact[1]),
                                     static_cast<float>(exact[2]), static_cast<float>(exact[3])};
        const rotation wide{narrow[0], narrow[1], narrow[2], narrow[3]};
        const rotation_quantizer with(11);
        ASSERT_EQ(with.encode(narrow), with.encode(wide));
    }
}

} // namespace
