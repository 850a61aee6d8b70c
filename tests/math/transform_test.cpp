#include "tests/core/property.hpp"
#include "tests/math/generators.hpp"

#include <orrery/math/transform.hpp>

#include <gtest/gtest.h>

namespace orrery {
namespace {

template <typename Transform>
class any_transform : public ::testing::Test {};

using transform_types = ::testing::Types<transform2f, transform2d, transform3f, transform3d>;
TYPED_TEST_SUITE(any_transform, transform_types);

template <typename Transform>
Transform some_transform() {
    using T = typename Transform::value_type;
    using V = typename Transform::vector_type;
    const V position = generate::smooth_vector<V>();
    if constexpr (Transform::dimension == 2) {
        return {position, basic_rotation2<T>::from_angle(generate::smooth_number<T>(-3, 3))};
    } else {
        return {position, generate::unit_quaternion<T>()};
    }
}

TYPED_TEST(any_transform, the_default_moves_nothing) {
    using V = typename TypeParam::vector_type;
    EXPECT_EQ(transform_point(TypeParam{}, V{1, 2}), (V{1, 2}));
    EXPECT_EQ(transform_direction(TypeParam{}, V{1, 2}), (V{1, 2}));
}

TYPED_TEST(any_transform, directions_are_turned_but_not_moved) {
    using V = typename TypeParam::vector_type;
    TypeParam moved;
    moved.position = V{5, 6};
    EXPECT_EQ(transform_direction(moved, V{1, 2}), (V{1, 2}));
    EXPECT_EQ(inverse_transform_direction(moved, V{1, 2}), (V{1, 2}));
    EXPECT_EQ(transform_point(moved, V{1, 2}), (V{6, 8}));
}

TYPED_TEST(any_transform, products_apply_the_right_factor_first_and_inverses_undo) {
    using T = typename TypeParam::value_type;
    using V = typename TypeParam::vector_type;
    EXPECT_TRUE(property::holds([] {
        const auto a = some_transform<TypeParam>();
        const auto b = some_transform<TypeParam>();
        const V p = generate::smooth_vector<V>();
        const T tolerance = ulps<T>(1000);
        PROPERTY_ASSERT(distance(transform_point(a * b, p), transform_point(a, transform_point(b, p))) <=
                        tolerance);
        PROPERTY_ASSERT(distance(inverse_transform_point(a, transform_point(a, p)), p) <= tolerance);
        PROPERTY_ASSERT(distance(transform_point(inverse(a), p), inverse_transform_point(a, p)) <= tolerance);
        PROPERTY_ASSERT(distance(inverse_transform_direction(a, transform_direction(a, p)), p) <= tolerance);
        const auto relative = relative_to(a, b);
        PROPERTY_ASSERT(distance(transform_point(a * relative, p), transform_point(b, p)) <= tolerance);
    }));
}

TYPED_TEST(any_transform, relative_placement_keeps_its_digits_far_from_the_origin) {
    using T = typename TypeParam::value_type;
    using V = typename TypeParam::vector_type;
    EXPECT_TRUE(property::holds([] {
        const V far = V::filled(static_cast<T>(1 << 20));
        const V offset = generate::grid_vector<V>();
        auto a = some_transform<TypeParam>();
        auto b = some_transform<TypeParam>();
        a.position = far;
        b.position = far + offset;
        PROPERTY_ASSERT(distance(relative_to(a, b).position, inverse_rotate(a.rotation, offset)) <=
                        ulps<T>(64));
    }));
}

TYPED_TEST(any_transform, interpolation_meets_both_ends) {
    using T = typename TypeParam::value_type;
    using V = typename TypeParam::vector_type;
    EXPECT_TRUE(property::holds([] {
        const auto a = some_transform<TypeParam>();
        const auto b = some_transform<TypeParam>();
        const V p = generate::smooth_vector<V>();
        PROPERTY_ASSERT(interpolate(a, b, T{0}).position == a.position);
        PROPERTY_ASSERT(interpolate(a, b, T{1}).position == b.position);
        const T tolerance = ulps<T>(1000);
        PROPERTY_ASSERT(distance(transform_point(interpolate(a, b, T{0}), p), transform_point(a, p)) <=
                        tolerance);
        PROPERTY_ASSERT(distance(transform_point(interpolate(a, b, T{1}), p), transform_point(b, p)) <=
                        tolerance);
    }));
}

TYPED_TEST(any_transform, a_transformed_box_is_the_box_around_its_corners) {
    using T = typename TypeParam::value_type;
    using V = typename TypeParam::vector_type;
    using box_type = basic_aabb<T, TypeParam::dimension>;
    EXPECT_TRUE(property::holds([] {
        const auto a = some_transform<TypeParam>();
        const auto box = box_type::around(generate::smooth_vector<V>(), generate::smooth_vector<V>());
        auto wanted = box_type::empty();
        for (int corner = 0; corner < (1 << TypeParam::dimension); ++corner) {
            V p;
            for (int axis = 0; axis < TypeParam::dimension; ++axis) {
                p[axis] = (corner >> axis & 1) != 0 ? box.max[axis] : box.min[axis];
            }
            wanted = merge(wanted, transform_point(a, p));
        }
        const auto found = transform_box(a, box);
        PROPERTY_ASSERT(distance(found.min, wanted.min) <= ulps<T>(1000));
        PROPERTY_ASSERT(distance(found.max, wanted.max) <= ulps<T>(1000));
    }));
}

} // namespace
} // namespace orrery
