#include "tests/core/property.hpp"
#include "tests/math/generators.hpp"

#include <orrery/math/principal_axes.hpp>

#include <gtest/gtest.h>

namespace orrery {
namespace {

template <typename T>
class principal_axes_of : public ::testing::Test {};

using real_types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(principal_axes_of, real_types);

template <real T>
T largest_difference(const basic_matrix3<T>& a, const basic_matrix3<T>& b) {
    T worst = 0;
    for (int row = 0; row < 3; ++row) {
        worst = max(worst, largest_component(abs(a[row] - b[row])));
    }
    return worst;
}

template <real T>
void expect_decomposition(const basic_matrix3<T>& a) {
    const auto [values, axes] = find_principal_axes(a);
    const T size = max(largest_component(abs(values)), std::numeric_limits<T>::min());
    const auto rebuilt = rotate_diagonal(axes, values);
    PROPERTY_ASSERT(largest_difference(rebuilt, a) <= ulps<T>(16) * size);
    PROPERTY_ASSERT(largest_difference(axes * transpose(axes), basic_matrix3<T>::identity()) <= ulps<T>(8));
    PROPERTY_ASSERT(determinant(axes) > 0);
    PROPERTY_ASSERT(values.x <= values.y && values.y <= values.z);
}

TYPED_TEST(principal_axes_of, any_symmetric_matrix_is_rebuilt_from_its_values_and_axes) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const auto diagonal = generate::smooth_vector<basic_vector3<T>>();
        const auto rest = generate::smooth_vector<basic_vector3<T>>();
        expect_decomposition(basic_matrix3<T>::from_rows(
            {diagonal.x, rest.x, rest.y}, {rest.x, diagonal.y, rest.z}, {rest.y, rest.z, diagonal.z}));
    }));
}

TYPED_TEST(principal_axes_of, equal_and_zero_values_are_no_trouble) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        // Small whole numbers: repeated values, zeros and exact ties are common.
        const auto diagonal = generate::grid_vector<basic_vector3<T>>(1);
        const auto rest = generate::grid_vector<basic_vector3<T>>(1);
        expect_decomposition(basic_matrix3<T>::from_rows(
            {diagonal.x, rest.x, rest.y}, {rest.x, diagonal.y, rest.z}, {rest.y, rest.z, diagonal.z}));
    }));
}

TYPED_TEST(principal_axes_of, values_of_very_different_size_are_found) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const auto turn = to_matrix(generate::unit_quaternion<T>());
        const auto values = basic_vector3<T>{T{1e-3f}, 1, T{1e3f}};
        const auto a = rotate_diagonal(turn, values);
        expect_decomposition(a);
        PROPERTY_ASSERT(abs(find_principal_axes(a).values.y - 1) <= ulps<T>(16) * T{1e3f});
    }));
}

TYPED_TEST(principal_axes_of, a_sorted_diagonal_matrix_keeps_its_axes_exactly) {
    using M = basic_matrix3<TypeParam>;
    const auto [values, axes] = find_principal_axes(M::diagonal({1, 2, 3}));
    EXPECT_EQ(values, (basic_vector3<TypeParam>{1, 2, 3}));
    EXPECT_EQ(axes, M::identity());
    EXPECT_EQ(find_principal_axes(M{}).axes, M::identity());
}

TYPED_TEST(principal_axes_of, axes_become_a_rotation) {
    using T = TypeParam;
    const auto found = find_principal_axes(basic_matrix3<T>::diagonal({3, 1, 2}));
    const auto q = to_quaternion(found.axes);
    EXPECT_NEAR(length(rotate(q, {1, 0, 0}) - basic_vector3<T>{0, 1, 0}), 0, ulps<T>(4));
}

} // namespace
} // namespace orrery
