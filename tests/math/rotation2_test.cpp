#include "tests/core/property.hpp"
#include "tests/math/generators.hpp"

#include <orrery/math/rotation2.hpp>

#include <gtest/gtest.h>

#include <numbers>

namespace orrery {
namespace {

template <typename T>
class rotation2_of : public ::testing::Test {};

using real_types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(rotation2_of, real_types);

template <real T>
constexpr T half_turn = std::numbers::pi_v<T>;

template <real T>
T any_angle() {
    return generate::smooth_number<T>(-3, 3);
}

TYPED_TEST(rotation2_of, angles_survive_the_way_there_and_back) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const T angle = any_angle<T>();
        PROPERTY_ASSERT(abs(angle_of(basic_rotation2<T>::from_angle(angle)) - angle) <= ulps<T>(8));
    }));
    EXPECT_EQ(angle_of(basic_rotation2<T>{}), 0);
}

TYPED_TEST(rotation2_of, a_quarter_turn_takes_x_to_y) {
    using T = TypeParam;
    const auto quarter = basic_rotation2<T>::from_angle(half_turn<T> / 2);
    EXPECT_NEAR(length(rotate(quarter, {1, 0}) - basic_vector2<T>{0, 1}), 0, ulps<T>(1));
}

TYPED_TEST(rotation2_of, products_add_angles_and_inverses_take_them_back) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const auto a = basic_rotation2<T>::from_angle(any_angle<T>());
        const auto b = basic_rotation2<T>::from_angle(any_angle<T>());
        const auto v = generate::smooth_vector<basic_vector2<T>>();
        const T tolerance = ulps<T>(16) * length(v);
        PROPERTY_ASSERT(length(rotate(a * b, v) - rotate(a, rotate(b, v))) <= tolerance);
        PROPERTY_ASSERT(length(inverse_rotate(a, rotate(a, v)) - v) <= tolerance);
        PROPERTY_ASSERT(rotate(inverse(a), v) == inverse_rotate(a, v));
        PROPERTY_ASSERT(to_matrix(a) * v == rotate(a, v));
        PROPERTY_ASSERT(abs(length(rotate(a, v)) - length(v)) <= tolerance);
    }));
}

TYPED_TEST(rotation2_of, rotation_between_turns_the_first_onto_the_second) {
    using T = TypeParam;
    using V = basic_vector2<T>;
    EXPECT_TRUE(property::holds([] {
        const V a = generate::unit_vector<V>();
        const V b = generate::unit_vector<V>();
        PROPERTY_ASSERT(length(rotate(rotation_between(a, b), a) - b) <= ulps<T>(8));
        PROPERTY_ASSERT(length(rotate(rotation_between(a, -a), a) + a) <= ulps<T>(8));
    }));
}

TYPED_TEST(rotation2_of, integrating_in_many_steps_adds_up_to_the_angle) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const T speed = generate::smooth_number<T>(-2, 2);
        basic_rotation2<T> exact;
        basic_rotation2<T> cheap;
        for (int step = 0; step < 64; ++step) {
            exact = integrate(exact, speed, T{1} / 64);
            cheap = integrate_first_order(cheap, speed, T{1} / 64);
        }
        const auto wanted = basic_rotation2<T>::from_angle(speed);
        PROPERTY_ASSERT(abs(angle_between(exact, wanted)) <= ulps<T>(128));
        // atan(x) = x - x^3 / 3 ...
        const T per_step = speed / 64;
        const T lag = 64 * per_step * per_step * per_step / 3;
        PROPERTY_ASSERT(abs(angle_between(cheap, wanted) - lag) <= T{0.01f} * abs(lag) + ulps<T>(256));
    }));
}

TYPED_TEST(rotation2_of, nlerp_stays_on_the_circle_between_its_ends) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const T from = generate::smooth_number<T>(-1, 1);
        const T to = generate::smooth_number<T>(-1, 1);
        const T t = generate::smooth_number<T>(0, 1);
        const auto between =
            nlerp(basic_rotation2<T>::from_angle(from), basic_rotation2<T>::from_angle(to), t);
        const T angle = angle_of(between);
        PROPERTY_ASSERT(angle >= min(from, to) - ulps<T>(8) && angle <= max(from, to) + ulps<T>(8));
        PROPERTY_ASSERT(abs(between.cos * between.cos + between.sin * between.sin - 1) <= ulps<T>(4));
    }));
}

TYPED_TEST(rotation2_of, normalize_turns_nothing_into_the_identity) {
    using R = basic_rotation2<TypeParam>;
    EXPECT_EQ(normalize(R{0, 0}), R{});
    EXPECT_EQ(normalize(R{0, 5}), (R{0, 1}));
}

} // namespace
} // namespace orrery
