#include "tests/core/property.hpp"
#include "tests/math/generators.hpp"

#include <orrery/math/triangle.hpp>

#include <gtest/gtest.h>

namespace orrery {
namespace {

template <typename V>
class any_triangle : public ::testing::Test {};

using vector_types = ::testing::Types<vector2f, vector2d, vector3f, vector3d>;
TYPED_TEST_SUITE(any_triangle, vector_types);

template <typename T>
class space_triangle : public ::testing::Test {};

using real_types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(space_triangle, real_types);

TYPED_TEST(any_triangle, area_is_half_of_base_times_height) {
    using V = TypeParam;
    EXPECT_EQ(triangle_area(V{1, 1}, V{5, 1}, V{2, 4}), 6);
    EXPECT_EQ(triangle_area(V{1, 1}, V{2, 4}, V{5, 1}), 6);
    EXPECT_EQ(triangle_area(V{1, 1}, V{2, 2}, V{3, 3}), 0);
}

TYPED_TEST(any_triangle, weights_rebuild_the_point_they_were_found_for) {
    using V = TypeParam;
    using T = typename V::value_type;
    EXPECT_TRUE(property::holds([] {
        const V a = generate::smooth_vector<V>();
        const V b = generate::smooth_vector<V>();
        const V c = generate::smooth_vector<V>();
        PROPERTY_ASSUME(triangle_area(a, b, c) > 1);
        const T of_b = generate::smooth_number<T>(-1, 1);
        const T of_c = generate::smooth_number<T>(-1, 1);
        const V point = a + (b - a) * of_b + (c - a) * of_c;
        const auto weights = barycentric(point, a, b, c);
        PROPERTY_ASSERT(weights.has_value());
        const T tolerance = ulps<T>(100'000);
        PROPERTY_ASSERT(length(*weights - basic_vector3<T>{1 - of_b - of_c, of_b, of_c}) <= tolerance);
        PROPERTY_ASSERT(abs(weights->x + weights->y + weights->z - 1) <= ulps<T>(16));
    }));
}

TYPED_TEST(any_triangle, a_triangle_without_area_has_no_weights) {
    using V = TypeParam;
    EXPECT_FALSE(barycentric(V{1, 0}, V{0, 0}, V{1, 1}, V{2, 2}).has_value());
    EXPECT_FALSE(barycentric(V{1, 0}, V{1, 1}, V{1, 1}, V{1, 1}).has_value());
}

TEST(triangle, signed_area_is_positive_counterclockwise_and_exact_for_whole_numbers) {
    const std::int32_t big = 1 << 29;
    EXPECT_EQ(twice_signed_area(vector2i{-big, -big}, vector2i{big, -big}, vector2i{-big, big}),
              std::int64_t{1} << 60);
    EXPECT_EQ(twice_signed_area(vector2i{-big, -big}, vector2i{big, big - 1}, vector2i{big - 1, big - 2}),
              (std::int64_t{big} * 2) * (2 * std::int64_t{big} - 2) -
                  (std::int64_t{big} * 2 - 1) * (2 * std::int64_t{big} - 1));
    EXPECT_EQ(twice_signed_area(vector2f{0, 0}, vector2f{0, 1}, vector2f{1, 0}), -1);
}

TYPED_TEST(space_triangle, the_normal_follows_the_right_hand) {
    using V = basic_vector3<TypeParam>;
    const V fallback = V::unit(1);
    EXPECT_EQ(triangle_normal(V{}, V::unit(0), V::unit(1), fallback), V::unit(2));
    EXPECT_EQ(triangle_normal(V{}, V::unit(0), V::unit(0) * 2, fallback), fallback);
}

TYPED_TEST(space_triangle, tetrahedron_volumes_are_signed_and_change_sign_with_two_corners) {
    using T = TypeParam;
    using V = basic_vector3<T>;
    EXPECT_EQ(signed_tetrahedron_volume(V{}, V::unit(0), V::unit(1), V::unit(2)), T{1} / 6);
    EXPECT_TRUE(property::holds([] {
        const V a = generate::grid_vector<V>(4);
        const V b = generate::grid_vector<V>(4);
        const V c = generate::grid_vector<V>(4);
        const V d = generate::grid_vector<V>(4);
        const T volume = signed_tetrahedron_volume(a, b, c, d);
        PROPERTY_ASSERT(signed_tetrahedron_volume(b, a, c, d) == -volume);
        PROPERTY_ASSERT(signed_tetrahedron_volume(b, c, a, d) == volume);
        PROPERTY_ASSERT(signed_tetrahedron_volume(a, b, d, c) == -volume);
    }));
}

} // namespace
} // namespace orrery
