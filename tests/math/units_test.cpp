#include <orrery/math/quaternion.hpp>
#include <orrery/math/units.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <type_traits>

namespace orrery {
namespace {

static_assert(to_radians(180.0) == std::numbers::pi);
static_assert(to_radians(-90.0) == -std::numbers::pi / 2);
static_assert(to_radians(45.0f) == std::numbers::pi_v<float> / 4);
static_assert(std::is_same_v<decltype(to_radians(30)), scalar> && to_radians(30) == to_radians(scalar(30)));
static_assert(to_degrees(std::numbers::pi) == 180);
static_assert(to_degrees(std::numbers::pi_v<float>) == 180);
static_assert(standard_gravity == scalar(9.80665));

TEST(units, angles_are_the_nearest_numbers_and_have_the_same_bits_everywhere) {
    EXPECT_EQ(std::bit_cast<std::uint32_t>(to_radians(30.0f)), 0x3f060a92u); // pi / 6
    EXPECT_EQ(std::bit_cast<std::uint64_t>(to_radians(30.0)), 0x3fe0c152382d7365u);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(to_degrees(1.0f)), 0x42652ee1u); // 180 / pi
    EXPECT_TRUE(std::signbit(to_radians(-0.0)));
    EXPECT_EQ(to_radians(std::numeric_limits<double>::infinity()), std::numeric_limits<double>::infinity());
}

TEST(units, whole_degrees_of_two_turns_come_back_within_rounding) {
    for (int degrees = -720; degrees <= 720; ++degrees) {
        EXPECT_FLOAT_EQ(to_degrees(to_radians(static_cast<float>(degrees))), static_cast<float>(degrees));
        EXPECT_DOUBLE_EQ(to_degrees(to_radians(static_cast<double>(degrees))), degrees);
    }
}

TEST(units, a_quarter_turn_in_degrees_turns_z_into_x) {
    const vector3 turned = rotate(quaternion::from_axis_angle({0, 1, 0}, to_radians(90)), vector3{0, 0, 1});
    EXPECT_NEAR(turned.x, 1, scalar(1e-6));
    EXPECT_NEAR(turned.z, 0, scalar(1e-6));
}

} // namespace
} // namespace orrery
