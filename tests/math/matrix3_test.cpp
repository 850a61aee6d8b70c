#include "tests/core/property.hpp"
#include "tests/math/generators.hpp"

#include <orrery/math/matrix3.hpp>

#include <gtest/gtest.h>

namespace orrery {
namespace {

template <typename T>
class matrix3_of : public ::testing::Test {};

using real_types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(matrix3_of, real_types);

template <real T>
basic_matrix3<T> any_grid_matrix3(int reach = 8) {
    const auto row = [reach] { return generate::grid_vector<basic_vector3<T>>(reach); };
    return basic_matrix3<T>::from_rows(row(), row(), row());
}

TYPED_TEST(matrix3_of, rows_and_columns_are_where_their_names_say) {
    using M = basic_matrix3<TypeParam>;
    using V = basic_vector3<TypeParam>;
    const M m = M::from_rows({1, 2, 3}, {4, 5, 6}, {7, 8, 10});
    EXPECT_EQ(m[0][2], 3);
    EXPECT_EQ(m[2][0], 7);
    EXPECT_EQ(m.column(1), (V{2, 5, 8}));
    EXPECT_EQ(transpose(m), M::from_columns({1, 2, 3}, {4, 5, 6}, {7, 8, 10}));
    EXPECT_EQ(trace(m), 16);
    EXPECT_EQ(determinant(m), -3);
    EXPECT_EQ(m + m - m, m);
    EXPECT_EQ(m * 2, m + m);
    EXPECT_EQ(M::identity() * m, m);
    EXPECT_EQ(M::diagonal({1, 2, 3}) * V::filled(1), (V{1, 2, 3}));
}

TYPED_TEST(matrix3_of, product_applies_the_right_factor_first) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const auto a = any_grid_matrix3<T>(4);
        const auto b = any_grid_matrix3<T>(4);
        const auto v = generate::grid_vector<basic_vector3<T>>(4);
        PROPERTY_ASSERT((a * b) * v == a * (b * v));
        PROPERTY_ASSERT(transpose_multiply(a, v) == transpose(a) * v);
    }));
}

TYPED_TEST(matrix3_of, skew_is_the_cross_product_and_outer_product_the_dot) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const auto a = generate::grid_vector<basic_vector3<T>>();
        const auto b = generate::grid_vector<basic_vector3<T>>();
        const auto v = generate::grid_vector<basic_vector3<T>>();
        PROPERTY_ASSERT(skew(a) * v == cross(a, v));
        PROPERTY_ASSERT(outer_product(a, b) * v == a * dot(b, v));
    }));
}

TYPED_TEST(matrix3_of, inverse_and_solve_undo_the_product_or_say_singular) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const auto a = any_grid_matrix3<T>(4);
        const auto x = generate::grid_vector<basic_vector3<T>>();
        const auto inverted = inverse(a);
        const auto solved = solve(a, a * x);
        // The determinant of such a matrix is a multiple of 2^-9, computed exactly.
        PROPERTY_ASSERT(inverted.has_value() == (determinant(a) != 0));
        PROPERTY_ASSERT(solved.has_value() == inverted.has_value());
        if (inverted) {
            const T condition = 4096 / abs(determinant(a));
            PROPERTY_ASSERT(length(*inverted * (a * x) - x) <= ulps<T>(64) * condition);
            PROPERTY_ASSERT(length(*solved - x) <= ulps<T>(64) * condition);
        }
    }));
}

TYPED_TEST(matrix3_of, a_matrix_of_dependent_rows_is_singular_in_spite_of_rounding) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const auto a = generate::smooth_vector<basic_vector3<T>>();
        const auto b = generate::smooth_vector<basic_vector3<T>>();
        const auto share = generate::smooth_number<T>(-1, 1);
        PROPERTY_ASSERT(!inverse(basic_matrix3<T>::from_rows(a, b, a * share)).has_value());
        PROPERTY_ASSERT(!solve(basic_matrix3<T>::from_rows(a, b, a * share), b).has_value());
    }));
}

TYPED_TEST(matrix3_of, singularity_does_not_depend_on_units) {
    using M = basic_matrix3<TypeParam>;
    const TypeParam tiny{1e-10f};
    EXPECT_TRUE(inverse(M::diagonal({tiny, 1, 1 / tiny})).has_value());
    EXPECT_TRUE(inverse(M::identity() * tiny).has_value());
    EXPECT_FALSE(inverse(M{}).has_value());
    EXPECT_FALSE(inverse(M::identity() * std::numeric_limits<TypeParam>::quiet_NaN()).has_value());
    EXPECT_FALSE(inverse(M::identity() * std::numeric_limits<TypeParam>::infinity()).has_value());
}

TYPED_TEST(matrix3_of, a_rotated_tensor_is_symmetric_and_keeps_its_energy) {
    using T = TypeParam;
    using V = basic_vector3<T>;
    using M = basic_matrix3<T>;
    EXPECT_TRUE(property::holds([] {
        const M r = to_matrix(generate::unit_quaternion<T>());
        const V moments = abs(generate::smooth_vector<V>());
        const V spin = generate::smooth_vector<V>();
        const M turned = rotate_diagonal(r, moments);
        PROPERTY_ASSERT(turned == transpose(turned));
        const T scale = largest_component(moments) * dot(spin, spin);
        const T energy = dot(spin, component_product(moments, spin));
        PROPERTY_ASSERT(abs(dot(r * spin, turned * (r * spin)) - energy) <= ulps<T>(64) * scale);
        const M general = rotate_tensor(r, M::diagonal(moments));
        PROPERTY_ASSERT(general == transpose(general));
        for (int row = 0; row < 3; ++row) {
            PROPERTY_ASSERT(length(general[row] - turned[row]) <= ulps<T>(16) * largest_component(moments));
        }
    }));
}

} // namespace
} // namespace orrery
