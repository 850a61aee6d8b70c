#include "tests/core/property.hpp"
#include "tests/math/generators.hpp"

#include <orrery/math/vector.hpp>

#include <gtest/gtest.h>

namespace orrery {
namespace {

using generate::smooth_vector;

template <typename V>
class any_real_vector : public ::testing::Test {};

using vector_types = ::testing::Types<vector2f, vector2d, vector3f, vector3d>;
TYPED_TEST_SUITE(any_real_vector, vector_types);

TYPED_TEST(any_real_vector, length_is_that_of_pythagoras) {
    using V = TypeParam;
    EXPECT_EQ(length(V{3, 4}), 5);
    EXPECT_EQ(length_squared(V{3, 4}), 25);
    EXPECT_EQ(distance(V{1, 1}, V{4, 5}), 5);
    EXPECT_EQ(distance_squared(V{1, 1}, V{4, 5}), 25);
}

TYPED_TEST(any_real_vector, normalize_gives_unit_length_and_keeps_the_direction) {
    using V = TypeParam;
    using T = typename V::value_type;
    EXPECT_TRUE(property::holds([] {
        const V v = smooth_vector<V>();
        PROPERTY_ASSUME(length_squared(v) > T{1e-6f});
        const V unit = normalize(v);
        PROPERTY_ASSERT(abs(length(unit) - 1) <= ulps<T>(3));
        PROPERTY_ASSERT(length(unit * length(v) - v) <= ulps<T>(4) * length(v));
        PROPERTY_ASSERT(normalize_or(v, V{}) == unit);
        PROPERTY_ASSERT(try_normalize(v) == unit);
    }));
}

TYPED_TEST(any_real_vector, normalize_is_exact_along_an_axis) {
    using V = TypeParam;
    using T = typename V::value_type;
    EXPECT_TRUE(property::holds([] {
        const T size = generate::smooth_number<T>(T{1e-15f}, T{1e15f});
        PROPERTY_ASSERT(normalize(V::unit(1) * size) == V::unit(1));
    }));
}

TYPED_TEST(any_real_vector, normalize_or_handles_every_finite_length) {
    using V = TypeParam;
    using T = typename V::value_type;
    using limits = std::numeric_limits<T>;
    for (const T size : {limits::denorm_min(), limits::min(), T{1e-20f}, T{1e20f}, limits::max()}) {
        const V unit = normalize_or(V::filled(size), V{});
        EXPECT_NEAR(length(unit), 1, ulps<T>(3));
        EXPECT_NEAR(unit.x, unit.y, ulps<T>(1));
    }
}

TYPED_TEST(any_real_vector, vectors_without_a_direction_give_the_fallback) {
    using V = TypeParam;
    using limits = std::numeric_limits<typename V::value_type>;
    const V fallback = V::unit(1);
    EXPECT_EQ(normalize_or(V{}, fallback), fallback);
    EXPECT_EQ(normalize_or(-V{}, fallback), fallback);
    EXPECT_EQ(normalize_or(V{limits::infinity(), 1}, fallback), fallback);
    EXPECT_EQ(normalize_or(V{limits::quiet_NaN(), 1}, fallback), fallback);
    EXPECT_EQ(normalize_or(V{1, limits::quiet_NaN()}, fallback), fallback);
    EXPECT_FALSE(try_normalize(V{}).has_value());
    EXPECT_TRUE(is_nan(normalize(V{}).x));
}

TYPED_TEST(any_real_vector, is_finite_looks_at_every_component) {
    using V = TypeParam;
    using limits = std::numeric_limits<typename V::value_type>;
    EXPECT_TRUE(is_finite(V::filled(-limits::max())));
    for (int axis = 0; axis < V::dimension; ++axis) {
        EXPECT_FALSE(is_finite(V::unit(axis) * limits::infinity()));
        V v;
        v[axis] = limits::quiet_NaN();
        EXPECT_FALSE(is_finite(v));
    }
}

TYPED_TEST(any_real_vector, lerp_meets_both_ends_exactly) {
    using V = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const V a = smooth_vector<V>();
        const V b = smooth_vector<V>();
        PROPERTY_ASSERT(lerp(a, b, 0) == a);
        PROPERTY_ASSERT(lerp(a, b, 1) == b);
    }));
}

TYPED_TEST(any_real_vector, project_and_reject_split_a_vector_at_right_angles) {
    using V = TypeParam;
    using T = typename V::value_type;
    EXPECT_TRUE(property::holds([] {
        const V a = smooth_vector<V>();
        const V b = smooth_vector<V>();
        PROPERTY_ASSUME(length_squared(b) > T{1e-2f});
        const T tolerance = ulps<T>(32) * (length(a) + length(b)) * length(b);
        PROPERTY_ASSERT(abs(dot(reject(a, b), b)) <= tolerance);
        PROPERTY_ASSERT(length(project(a, b) + reject(a, b) - a) <= tolerance);
    }));
}

TYPED_TEST(any_real_vector, reflect_keeps_the_length_and_undoes_itself) {
    using V = TypeParam;
    using T = typename V::value_type;
    EXPECT_TRUE(property::holds([] {
        const V a = smooth_vector<V>();
        const V normal = generate::unit_vector<V>();
        const V mirrored = reflect(a, normal);
        PROPERTY_ASSERT(abs(length(mirrored) - length(a)) <= ulps<T>(16) * length(a));
        PROPERTY_ASSERT(abs(dot(mirrored, normal) + dot(a, normal)) <= ulps<T>(16) * length(a));
        PROPERTY_ASSERT(length(reflect(mirrored, normal) - a) <= ulps<T>(32) * length(a));
    }));
}

TYPED_TEST(any_real_vector, clamp_length_shortens_and_never_lengthens) {
    using V = TypeParam;
    using T = typename V::value_type;
    EXPECT_TRUE(property::holds([] {
        const V a = smooth_vector<V>();
        const V clamped = clamp_length(a, 3);
        PROPERTY_ASSERT(length(clamped) <= T{3} * (1 + ulps<T>(4)));
        PROPERTY_ASSERT((length(a) > 3 || clamped == a));
    }));
    EXPECT_EQ(clamp_length(TypeParam{}, 0), TypeParam{});
}

TYPED_TEST(any_real_vector, clamp_works_component_by_component) {
    using V = TypeParam;
    EXPECT_EQ(clamp(V{-5, 5}, V::filled(-1), V::filled(2)), (V{-1, 2}));
}

TEST(vector, concepts_tell_vectors_from_other_things) {
    static_assert(any_vector<vector2i> && any_vector<vector3f> && !any_vector<float> &&
                  !any_vector<matrix3f>);
    static_assert(real_vector<vector3d> && !real_vector<vector3i>);
}

} // namespace
} // namespace orrery
