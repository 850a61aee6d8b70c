#include "tests/core/property.hpp"
#include "tests/math/generators.hpp"

#include <orrery/math/plane.hpp>

#include <gtest/gtest.h>

namespace orrery {
namespace {

template <typename T>
class plane_of : public ::testing::Test {};

using real_types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(plane_of, real_types);

TYPED_TEST(plane_of, three_points_lie_on_the_plane_through_them) {
    using T = TypeParam;
    using V = basic_vector3<T>;
    EXPECT_TRUE(property::holds([] {
        const V a = generate::smooth_vector<V>();
        const V b = generate::smooth_vector<V>();
        const V c = generate::smooth_vector<V>();
        PROPERTY_ASSUME(length(cross(b - a, c - a)) > 1);
        const auto plane = basic_plane3<T>::from_points(a, b, c);
        PROPERTY_ASSERT(plane.has_value());
        for (const V point : {a, b, c}) {
            PROPERTY_ASSERT(abs(signed_distance(*plane, point)) <= ulps<T>(4000));
        }
        PROPERTY_ASSERT(signed_distance(*plane, a + cross(b - a, c - a)) > 0);
    }));
}

TYPED_TEST(plane_of, points_on_a_line_have_no_plane) {
    using T = TypeParam;
    EXPECT_FALSE(basic_plane3<T>::from_points({0, 0, 0}, {1, 1, 1}, {2, 2, 2}).has_value());
    EXPECT_FALSE(basic_plane3<T>::from_points({1, 2, 3}, {1, 2, 3}, {1, 2, 3}).has_value());
}

TYPED_TEST(plane_of, distances_are_signed_and_flip_with_the_plane) {
    using T = TypeParam;
    const auto ground = basic_plane3<T>::from_point({0, 1, 0}, {7, 2, 7});
    EXPECT_EQ(signed_distance(ground, {0, 5, 0}), 3);
    EXPECT_EQ(signed_distance(ground, {0, 0, 0}), -2);
    EXPECT_EQ(signed_distance(flip(ground), {0, 5, 0}), -3);
    EXPECT_EQ(closest_on_plane({1, 5, 2}, ground), (basic_vector3<T>{1, 2, 2}));
}

TYPED_TEST(plane_of, distances_do_not_change_when_everything_moves_along) {
    using T = TypeParam;
    using V = basic_vector3<T>;
    EXPECT_TRUE(property::holds([] {
        const auto plane =
            basic_plane3<T>::from_point(generate::unit_vector<V>(), generate::smooth_vector<V>());
        const basic_transform3<T> placed{generate::smooth_vector<V>(), generate::unit_quaternion<T>()};
        const V point = generate::smooth_vector<V>();
        const T before = signed_distance(plane, point);
        const T after = signed_distance(transform_plane(placed, plane), transform_point(placed, point));
        PROPERTY_ASSERT(abs(before - after) <= ulps<T>(1000));
    }));
}

} // namespace
} // namespace orrery
