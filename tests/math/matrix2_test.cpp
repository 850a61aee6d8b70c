#include "tests/core/property.hpp"
#include "tests/math/generators.hpp"

#include <orrery/math/matrix2.hpp>

#include <gtest/gtest.h>

namespace orrery {
namespace {

template <typename T>
class matrix2_of : public ::testing::Test {};

using real_types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(matrix2_of, real_types);

template <real T>
basic_matrix2<T> any_grid_matrix2(int reach = 8) {
    const auto row = [reach] { return generate::grid_vector<basic_vector2<T>>(reach); };
    return basic_matrix2<T>::from_rows(row(), row());
}

TYPED_TEST(matrix2_of, rows_and_columns_are_where_their_names_say) {
    using M = basic_matrix2<TypeParam>;
    using V = basic_vector2<TypeParam>;
    const M m = M::from_rows({1, 2}, {3, 4});
    EXPECT_EQ(m[0][1], 2);
    EXPECT_EQ(m[1][0], 3);
    EXPECT_EQ(m.column(1), (V{2, 4}));
    EXPECT_EQ(transpose(m), M::from_columns({1, 2}, {3, 4}));
    EXPECT_EQ(trace(m), 5);
    EXPECT_EQ(determinant(m), -2);
    EXPECT_EQ(m + m - m, m);
    EXPECT_EQ(m * 2, m + m);
    EXPECT_EQ(M::identity() * m, m);
    EXPECT_EQ(outer_product(V{1, 2}, V{3, 4}), M::from_rows({3, 4}, {6, 8}));
}

TYPED_TEST(matrix2_of, product_applies_the_right_factor_first) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const auto a = any_grid_matrix2<T>(2);
        const auto b = any_grid_matrix2<T>(2);
        const auto v = generate::grid_vector<basic_vector2<T>>();
        PROPERTY_ASSERT((a * b) * v == a * (b * v));
        PROPERTY_ASSERT(determinant(a * b) == determinant(a) * determinant(b));
    }));
}

TYPED_TEST(matrix2_of, inverse_and_solve_undo_the_product_or_say_singular) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const auto a = any_grid_matrix2<T>();
        const auto x = generate::grid_vector<basic_vector2<T>>();
        const auto inverted = inverse(a);
        const auto solved = solve(a, a * x);
        PROPERTY_ASSERT(inverted.has_value() == (determinant(a) != 0));
        PROPERTY_ASSERT(solved.has_value() == inverted.has_value());
        if (inverted) {
            const T condition = 256 / abs(determinant(a));
            PROPERTY_ASSERT(length(*inverted * (a * x) - x) <= ulps<T>(64) * condition);
            PROPERTY_ASSERT(length(*solved - x) <= ulps<T>(64) * condition);
        }
    }));
}

TYPED_TEST(matrix2_of, singularity_does_not_depend_on_units) {
    using M = basic_matrix2<TypeParam>;
    const TypeParam tiny{1e-12f};
    EXPECT_TRUE(inverse(M::diagonal({tiny, 1})).has_value());
    EXPECT_TRUE(inverse(M::identity() * tiny).has_value());
    EXPECT_FALSE(inverse(M::from_rows({tiny, 3 * tiny}, {3, 9})).has_value());
    EXPECT_FALSE(inverse(M{}).has_value());
    EXPECT_FALSE(inverse(M::identity() * std::numeric_limits<TypeParam>::quiet_NaN()).has_value());
}

} // namespace
} // namespace orrery
