#include "tests/core/property.hpp"
#include "tests/math/generators.hpp"

#include <orrery/math/ray.hpp>

#include <gtest/gtest.h>

#include <cstdlib>

namespace orrery {
namespace {

template <typename Ray>
class any_ray : public ::testing::Test {};

using ray_types = ::testing::Types<ray2f, ray2d, ray3f, ray3d>;
TYPED_TEST_SUITE(any_ray, ray_types);

template <typename Ray>
using box_of = basic_aabb<typename Ray::value_type, Ray::dimension>;

template <typename Ray>
Ray any_grid_ray() {
    using V = typename Ray::vector_type;
    // Directions of a few eighths, so that zeros and exact touches are common.
    return {generate::grid_vector<V>(2), generate::grid_vector<V>(1)};
}

template <typename Ray>
box_of<Ray> any_grid_box() {
    using V = typename Ray::vector_type;
    return box_of<Ray>::around(generate::grid_vector<V>(2), generate::grid_vector<V>(2));
}

// A fraction of whole numbers, compared without rounding. The denominator is positive.
struct fraction {
    std::int64_t above;
    std::int64_t below;
};

bool less(fraction a, fraction b) {
    return a.above * b.below < b.above * a.below;
}

// The slab test in exact arithmetic over coordinates counted in eighths.
template <typename Ray>
bool truly_hits(const Ray& ray, const box_of<Ray>& box, fraction& enter) {
    enter = {0, 1};
    fraction exit{1'000'000, 1};
    for (int axis = 0; axis < Ray::dimension; ++axis) {
        const auto origin = static_cast<std::int64_t>(ray.origin[axis] * 8);
        const auto direction = static_cast<std::int64_t>(ray.direction[axis] * 8);
        const auto low = static_cast<std::int64_t>(box.min[axis] * 8);
        const auto high = static_cast<std::int64_t>(box.max[axis] * 8);
        if (direction == 0) {
            if (origin < low || origin > high) {
                return false;
            }
            continue;
        }
        fraction first{direction > 0 ? low - origin : origin - high, std::abs(direction)};
        fraction last{direction > 0 ? high - origin : origin - low, std::abs(direction)};
        enter = less(enter, first) ? first : enter;
        exit = less(last, exit) ? last : exit;
    }
    return !less(exit, enter);
}

TYPED_TEST(any_ray, the_slab_test_agrees_with_exact_arithmetic_even_for_touches) {
    using Ray = TypeParam;
    using T = typename Ray::value_type;
    EXPECT_TRUE(property::holds([] {
        const Ray ray = any_grid_ray<Ray>();
        const auto box = any_grid_box<Ray>();
        fraction enter{};
        const bool wanted = truly_hits(ray, box, enter);
        const auto found = intersect(ray, box);
        PROPERTY_ASSERT(found.is_hit() == wanted);
        if (wanted) {
            PROPERTY_ASSERT(found.enter == static_cast<T>(enter.above) / static_cast<T>(enter.below));
        }
    }));
}

TYPED_TEST(any_ray, a_prepared_ray_never_misses_what_exact_arithmetic_hits) {
    using Ray = TypeParam;
    using T = typename Ray::value_type;
    EXPECT_TRUE(property::holds([] {
        const Ray ray = any_grid_ray<Ray>();
        const auto box = any_grid_box<Ray>();
        fraction enter{};
        const bool wanted = truly_hits(ray, box, enter);
        const auto found = intersect(basic_prepared_ray<T, Ray::dimension>::from(ray), box);
        // On this coarse grid nothing passes by at the distance of a rounding.
        PROPERTY_ASSERT(found.is_hit() == wanted);
    }));
}

TYPED_TEST(any_ray, points_of_the_interval_lie_in_the_box) {
    using Ray = TypeParam;
    using T = typename Ray::value_type;
    using V = typename Ray::vector_type;
    EXPECT_TRUE(property::holds([] {
        const V origin = generate::smooth_vector<V>();
        const auto box = box_of<Ray>::around(generate::smooth_vector<V>(), generate::smooth_vector<V>());
        const V target = clamp(generate::smooth_vector<V>(), box.min, box.max);
        const Ray ray{origin, target - origin};
        const auto found = intersect(ray, box, T{2});
        PROPERTY_ASSERT(found.enter <= 1 + ulps<T>(100) && found.exit >= 1 - ulps<T>(100));
        const auto around = inflate(box, ulps<T>(100'000));
        PROPERTY_ASSERT(contains(around, ray.at(found.enter)));
        PROPERTY_ASSERT(contains(around, ray.at(found.exit)));
        PROPERTY_ASSERT(contains(around, ray.at((found.enter + found.exit) / 2)));
    }));
}

TYPED_TEST(any_ray, a_ray_that_starts_inside_enters_at_once) {
    using V = typename TypeParam::vector_type;
    const box_of<TypeParam> box{V::filled(-1), V::filled(1)};
    const auto found = intersect(TypeParam{{}, V::unit(0) * 2}, box);
    EXPECT_EQ(found.enter, 0);
    EXPECT_EQ(found.exit, 0.5);
}

TYPED_TEST(any_ray, boxes_behind_or_beyond_the_end_are_missed) {
    using V = typename TypeParam::vector_type;
    const box_of<TypeParam> box{V::filled(-1), V::filled(1)};
    const TypeParam ray{V::unit(0) * -3, V::unit(0)};
    EXPECT_TRUE(intersect(ray, box, 2).is_hit());
    EXPECT_FALSE(intersect(ray, box, 1.875f).is_hit());
    EXPECT_FALSE(intersect(TypeParam{ray.origin, -ray.direction}, box).is_hit());
}

TYPED_TEST(any_ray, a_ray_along_a_face_touches_with_either_sign_of_zero) {
    using T = typename TypeParam::value_type;
    using V = typename TypeParam::vector_type;
    const box_of<TypeParam> box{V::filled(-1), V::filled(1)};
    for (const T zero : {T{0}, -T{0}}) {
        for (const T side : {T{-1}, T{1}}) {
            TypeParam ray{V::filled(side), V::filled(zero)};
            ray.origin.x = -3;
            ray.direction.x = 1;
            EXPECT_EQ(intersect(ray, box), (basic_ray_interval<T>{2, 4}));
            EXPECT_TRUE(intersect(basic_prepared_ray<T, TypeParam::dimension>::from(ray), box).is_hit());
            ray.origin.y = side * T{1.125};
            EXPECT_FALSE(intersect(ray, box).is_hit());
            EXPECT_FALSE(intersect(basic_prepared_ray<T, TypeParam::dimension>::from(ray), box).is_hit());
        }
    }
}

TYPED_TEST(any_ray, a_ray_without_direction_hits_what_it_starts_in) {
    using V = typename TypeParam::vector_type;
    const box_of<TypeParam> box{V::filled(-1), V::filled(1)};
    EXPECT_TRUE(intersect(TypeParam{V::filled(1), {}}, box).is_hit());
    EXPECT_FALSE(intersect(TypeParam{V::filled(2), {}}, box).is_hit());
    EXPECT_FALSE(intersect(TypeParam{V::filled(-2), {}}, box).is_hit());
}

TYPED_TEST(any_ray, flat_boxes_are_hit) {
    using V = typename TypeParam::vector_type;
    const box_of<TypeParam> point{V::filled(1), V::filled(1)};
    EXPECT_EQ(intersect(TypeParam{{}, V::filled(1)}, point).enter, 1);
    EXPECT_TRUE(intersect(TypeParam{{}, V::filled(1)}, point).is_hit());
}

TYPED_TEST(any_ray, the_empty_box_is_missed) {
    using V = typename TypeParam::vector_type;
    EXPECT_FALSE(intersect(TypeParam{{}, V::filled(1)}, box_of<TypeParam>::empty()).is_hit());
    EXPECT_FALSE(
        intersect(TypeParam{{}, V::unit(0)}, box_of<TypeParam>{V::filled(1), V::filled(-1)}).is_hit());
}

TYPED_TEST(any_ray, nan_never_comes_out) {
    using Ray = TypeParam;
    using T = typename Ray::value_type;
    EXPECT_TRUE(property::holds([] {
        Ray ray = any_grid_ray<Ray>();
        auto box = any_grid_box<Ray>();
        const int axis = property::in_range(0, Ray::dimension);
        const auto place = property::in_range(0, 4);
        (place == 0   ? ray.origin
         : place == 1 ? ray.direction
         : place == 2 ? box.min
                      : box.max)[axis] = std::numeric_limits<T>::quiet_NaN();
        const auto found = intersect(ray, box);
        PROPERTY_ASSERT(!is_nan(found.enter) && !is_nan(found.exit));
    }));
}

} // namespace
} // namespace orrery
