#include "tests/core/property.hpp"
#include "tests/math/generators.hpp"

#include <orrery/math/quaternion.hpp>

#include <gtest/gtest.h>

#include <numbers>

namespace orrery {
namespace {

template <typename T>
class quaternion_of : public ::testing::Test {};

using real_types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(quaternion_of, real_types);

template <real T>
constexpr T pi = std::numbers::pi_v<T>;

// How far two quaternions are from being the same rotation.
template <real T>
T difference(basic_quaternion<T> a, basic_quaternion<T> b) {
    return min(length(a + b), length(a + -b));
}

TYPED_TEST(quaternion_of, the_default_is_the_identity) {
    using T = TypeParam;
    EXPECT_EQ(rotate(basic_quaternion<T>{}, {1, 2, 3}), (basic_vector3<T>{1, 2, 3}));
    const basic_quaternion<T> q{1, 2, 3, 4};
    EXPECT_EQ((basic_quaternion<T>{q[0], q[1], q[2], q[3]}), q);
}

TYPED_TEST(quaternion_of, a_quarter_turn_about_z_takes_x_to_y) {
    using T = TypeParam;
    const auto q = basic_quaternion<T>::from_axis_angle({0, 0, 1}, pi<T> / 2);
    EXPECT_NEAR(length(rotate(q, {1, 0, 0}) - basic_vector3<T>{0, 1, 0}), 0, ulps<T>(4));
}

TYPED_TEST(quaternion_of, products_apply_the_right_factor_first_and_inverses_undo) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const auto a = generate::unit_quaternion<T>();
        const auto b = generate::unit_quaternion<T>();
        const auto v = generate::smooth_vector<basic_vector3<T>>();
        const T tolerance = ulps<T>(32) * length(v);
        PROPERTY_ASSERT(length(rotate(a * b, v) - rotate(a, rotate(b, v))) <= tolerance);
        PROPERTY_ASSERT(length(inverse_rotate(a, rotate(a, v)) - v) <= tolerance);
        PROPERTY_ASSERT(abs(length(rotate(a, v)) - length(v)) <= tolerance);
        PROPERTY_ASSERT(difference(a * inverse(a), basic_quaternion<T>{}) <= ulps<T>(8));
    }));
}

TYPED_TEST(quaternion_of, matrices_rotate_the_same_way_and_lead_back) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const auto q = generate::unit_quaternion<T>();
        const auto v = generate::smooth_vector<basic_vector3<T>>();
        PROPERTY_ASSERT(length(to_matrix(q) * v - rotate(q, v)) <= ulps<T>(32) * length(v));
        PROPERTY_ASSERT(difference(to_quaternion(to_matrix(q)), q) <= ulps<T>(16));
    }));
}

TYPED_TEST(quaternion_of, half_turns_survive_the_way_through_a_matrix) {
    using T = TypeParam;
    for (const auto q : {basic_quaternion<T>{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}) {
        EXPECT_EQ(difference(to_quaternion(to_matrix(q)), q), 0);
    }
}

TYPED_TEST(quaternion_of, axis_and_angle_survive_the_way_there_and_back) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const auto axis = generate::unit_vector<basic_vector3<T>>();
        const T angle = generate::smooth_number<T>(T{0.01f}, T{3.1f});
        const auto found = to_axis_angle(basic_quaternion<T>::from_axis_angle(axis, angle));
        PROPERTY_ASSERT(abs(found.angle - angle) <= ulps<T>(16));
        PROPERTY_ASSERT(length(found.axis - axis) <= ulps<T>(8));
    }));
    const auto none = to_axis_angle(basic_quaternion<T>{});
    EXPECT_EQ(none.angle, 0);
    EXPECT_EQ(none.axis, (basic_vector3<T>{1, 0, 0}));
}

TYPED_TEST(quaternion_of, rotation_vectors_of_any_size_survive_exponential_and_logarithm) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const auto axis = generate::unit_vector<basic_vector3<T>>();
        const int exponent = property::in_range(0, 30);
        const T angle = generate::smooth_number<T>(0, T{3.1f}) / static_cast<T>(1 << exponent);
        const auto v = axis * angle;
        const auto back = rotation_vector(basic_quaternion<T>::from_rotation_vector(v));
        PROPERTY_ASSERT(length(back - v) <= ulps<T>(16) * angle);
    }));
    EXPECT_EQ(basic_quaternion<T>::from_rotation_vector({}), basic_quaternion<T>{});
    EXPECT_EQ(rotation_vector(basic_quaternion<T>{}), basic_vector3<T>{});
    // The long way round has a short one.
    const auto long_way = basic_quaternion<T>::from_axis_angle({0, 0, 1}, pi<T> * T{1.5});
    EXPECT_NEAR(rotation_vector(long_way).z, -pi<T> / 2, ulps<T>(8));
}

TYPED_TEST(quaternion_of, rotation_between_turns_the_first_onto_the_second) {
    using T = TypeParam;
    using V = basic_vector3<T>;
    EXPECT_TRUE(property::holds([] {
        const V a = generate::unit_vector<V>();
        const V b = generate::unit_vector<V>();
        PROPERTY_ASSERT(length(rotate(rotation_between(a, b), a) - b) <= ulps<T>(32));
    }));
}

TYPED_TEST(quaternion_of, rotation_between_holds_right_up_to_opposite_vectors) {
    using T = TypeParam;
    using V = basic_vector3<T>;
    EXPECT_TRUE(property::holds([] {
        const V a = generate::unit_vector<V>();
        const int exponent = property::in_range(0, 70);
        const V step = generate::smooth_vector<V>(1) / static_cast<T>(std::uint64_t{1} << min(exponent, 62));
        const V b = normalize(step - a);
        const auto q = rotation_between(a, b);
        PROPERTY_ASSERT(abs(length(q) - 1) <= ulps<T>(4));
        PROPERTY_ASSERT(length(rotate(q, a) - b) <= ulps<T>(32));
    }));
}

TYPED_TEST(quaternion_of, angle_between_is_the_shortest_and_ignores_the_sign) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const auto q = generate::unit_quaternion<T>();
        const auto axis = generate::unit_vector<basic_vector3<T>>();
        const T angle = generate::smooth_number<T>(0, T{3.1f});
        const auto turned = basic_quaternion<T>::from_axis_angle(axis, angle) * q;
        PROPERTY_ASSERT(abs(angle_between(q, turned) - angle) <= ulps<T>(32));
        PROPERTY_ASSERT(abs(angle_between(q, -turned) - angle) <= ulps<T>(32));
    }));
}

TYPED_TEST(quaternion_of, slerp_has_constant_speed_and_meets_its_ends) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const auto a = generate::unit_quaternion<T>();
        const auto b = generate::unit_quaternion<T>();
        const T t = generate::smooth_number<T>(0, 1);
        const T whole = angle_between(a, b);
        // Near half a turn both ways are as good and rounding chooses.
        PROPERTY_ASSUME(whole < T{3.1f});
        PROPERTY_ASSERT(abs(angle_between(a, slerp(a, b, t)) - t * whole) <= ulps<T>(64));
        PROPERTY_ASSERT(abs(angle_between(slerp(a, b, t), b) - (1 - t) * whole) <= ulps<T>(64));
        PROPERTY_ASSERT(difference(slerp(a, b, T{0}), a) <= ulps<T>(8));
        PROPERTY_ASSERT(difference(slerp(a, b, T{1}), b) <= ulps<T>(8));
        PROPERTY_ASSERT(difference(slerp(a, -b, t), slerp(a, b, t)) <= ulps<T>(8));
    }));
}

TYPED_TEST(quaternion_of, nlerp_follows_the_same_path_as_slerp) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const auto a = generate::unit_quaternion<T>();
        const auto b = generate::unit_quaternion<T>();
        const T t = generate::smooth_number<T>(0, 1);
        const T whole = angle_between(a, b);
        PROPERTY_ASSUME(whole < T{3.1f});
        const auto q = nlerp(a, b, t);
        PROPERTY_ASSERT(abs(angle_between(a, q) + angle_between(q, b) - whole) <= ulps<T>(64));
        PROPERTY_ASSERT(difference(nlerp(a, b, T(0.5)), slerp(a, b, T(0.5))) <= ulps<T>(16));
    }));
}

TYPED_TEST(quaternion_of, integrating_in_many_steps_adds_up_to_the_rotation_vector) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const auto start = generate::unit_quaternion<T>();
        const auto velocity = generate::smooth_vector<basic_vector3<T>>(2);
        auto exact = start;
        auto cheap = start;
        for (int step = 0; step < 64; ++step) {
            exact = integrate(exact, velocity, T{1} / 64);
            cheap = integrate_first_order(cheap, velocity, T{1} / 64);
        }
        const auto wanted = basic_quaternion<T>::from_rotation_vector(velocity) * start;
        PROPERTY_ASSERT(angle_between(exact, wanted) <= ulps<T>(256));
        // 2 atan(x / 2) = x - x^3 / 12 ...
        const T per_step = length(velocity) / 64;
        const T lag = 64 * per_step * per_step * per_step / 12;
        PROPERTY_ASSERT(abs(angle_between(cheap, wanted) - lag) <= T{0.01f} * lag + ulps<T>(256));
    }));
}

TYPED_TEST(quaternion_of, normalize_turns_nothing_into_the_identity) {
    using Q = basic_quaternion<TypeParam>;
    EXPECT_EQ(normalize(Q{0, 0, 0, 0}), Q{});
    EXPECT_EQ(normalize(Q{0, 0, 0, std::numeric_limits<TypeParam>::quiet_NaN()}), Q{});
    EXPECT_EQ(normalize(Q{0, 3, 0, 4}), (Q{0, TypeParam(3) / 5, 0, TypeParam(4) / 5}));
}

} // namespace
} // namespace orrery
