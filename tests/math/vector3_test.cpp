#include "tests/core/property.hpp"
#include "tests/math/generators.hpp"

#include <orrery/math/vector3.hpp>

#include <gtest/gtest.h>

namespace orrery {
namespace {

using generate::grid_vector;

template <typename T>
class vector3_of : public ::testing::Test {};

using component_types = ::testing::Types<float, double, std::int32_t>;
TYPED_TEST_SUITE(vector3_of, component_types);

template <typename T>
class vector3_of_real : public ::testing::Test {};

using real_types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(vector3_of_real, real_types);

TYPED_TEST(vector3_of, components_are_reached_by_name_and_by_index) {
    using V = basic_vector3<TypeParam>;
    V v{1, 2, 3};
    EXPECT_EQ((V{v[0], v[1], v[2]}), v);
    v[2] = 5;
    EXPECT_EQ(v, (V{1, 2, 5}));
    EXPECT_EQ(V::unit(0) + V::unit(1) + V::unit(2), V::filled(1));
    EXPECT_EQ(V{}, (V{0, 0, 0}));
}

TYPED_TEST(vector3_of, arithmetic_works_component_by_component) {
    using V = basic_vector3<TypeParam>;
    EXPECT_TRUE(property::holds([] {
        const V a = grid_vector<V>();
        const V b = grid_vector<V>();
        PROPERTY_ASSERT((a + b) == (V{a.x + b.x, a.y + b.y, a.z + b.z}));
        PROPERTY_ASSERT((a - b) == a + -b);
        PROPERTY_ASSERT(a * 3 == a + a + a);
        PROPERTY_ASSERT(3 * a == a * 3);
        PROPERTY_ASSERT(component_product(a, b) == (V{a.x * b.x, a.y * b.y, a.z * b.z}));
        V c = a;
        c += b;
        c -= a;
        c *= 2;
        PROPERTY_ASSERT(c == b + b);
    }));
}

TYPED_TEST(vector3_of, cross_is_at_right_angles_to_both_and_obeys_lagrange) {
    using V = basic_vector3<TypeParam>;
    EXPECT_TRUE(property::holds([] {
        const V a = grid_vector<V>(4);
        const V b = grid_vector<V>(4);
        const auto c = cross(a, b);
        const auto wide_a = vector_cast<product_type<TypeParam>>(a);
        const auto wide_b = vector_cast<product_type<TypeParam>>(b);
        PROPERTY_ASSERT(dot(c, wide_a) == 0);
        PROPERTY_ASSERT(dot(c, wide_b) == 0);
        PROPERTY_ASSERT(dot(c, c) == dot(a, a) * dot(b, b) - dot(a, b) * dot(a, b));
        PROPERTY_ASSERT(cross(b, a) == -c);
    }));
    EXPECT_EQ(cross(V::unit(0), V::unit(1)), vector_cast<product_type<TypeParam>>(V::unit(2)));
}

TYPED_TEST(vector3_of, extremes_and_comparisons_look_at_every_component) {
    using V = basic_vector3<TypeParam>;
    EXPECT_TRUE(property::holds([] {
        const V a = grid_vector<V>();
        const V b = grid_vector<V>();
        PROPERTY_ASSERT(all_less_equal(min(a, b), a) && all_less_equal(min(a, b), b));
        PROPERTY_ASSERT(min(a, b) + max(a, b) == a + b);
        PROPERTY_ASSERT(all_less_equal(a, b) == (a.x <= b.x && a.y <= b.y && a.z <= b.z));
        PROPERTY_ASSERT(abs(a) == max(a, -a));
        PROPERTY_ASSERT(largest_component(a) == a[largest_axis(a)]);
        PROPERTY_ASSERT(smallest_component(a) == -largest_component(-a));
    }));
    EXPECT_EQ(largest_axis(V{1, 2, 2}), 1);
}

TYPED_TEST(vector3_of_real, dot_adds_from_left_to_right) {
    using T = TypeParam;
    // Only this order keeps the one: 1 + big is big, and big - big comes first here.
    const T big = T{4} / std::numeric_limits<T>::epsilon();
    EXPECT_EQ(dot(basic_vector3<T>{big, -big, 1}, basic_vector3<T>{1, 1, 1}), T{1});
    EXPECT_EQ(dot(basic_vector3<T>{1, big, -big}, basic_vector3<T>{1, 1, 1}), T{0});
}

TYPED_TEST(vector3_of_real, triple_is_the_signed_volume_of_three_edges) {
    using V = basic_vector3<TypeParam>;
    EXPECT_EQ(triple(V::unit(0), V::unit(1), V::unit(2)), 1);
    EXPECT_EQ(triple(V::unit(1), V::unit(0), V::unit(2)), -1);
}

TYPED_TEST(vector3_of_real, tangent_basis_is_orthonormal_and_right_handed) {
    using T = TypeParam;
    using V = basic_vector3<T>;
    EXPECT_TRUE(property::holds([] {
        const V normal = generate::unit_vector<V>();
        const auto [first, second] = make_tangent_basis(normal);
        const T tolerance = ulps<T>(8);
        PROPERTY_ASSERT(abs(dot(first, first) - 1) <= tolerance);
        PROPERTY_ASSERT(abs(dot(second, second) - 1) <= tolerance);
        PROPERTY_ASSERT(abs(dot(first, second)) <= tolerance);
        PROPERTY_ASSERT(abs(dot(first, normal)) <= tolerance);
        PROPERTY_ASSERT(abs(dot(second, normal)) <= tolerance);
        PROPERTY_ASSERT(length(cross(first, second) - normal) <= tolerance);
        PROPERTY_ASSERT(perpendicular(normal) == first);
    }));
}

TYPED_TEST(vector3_of_real, tangent_basis_exists_for_every_axis) {
    using V = basic_vector3<TypeParam>;
    for (int axis = 0; axis < 3; ++axis) {
        for (const V normal : {V::unit(axis), -V::unit(axis)}) {
            const auto [first, second] = make_tangent_basis(normal);
            EXPECT_EQ(cross(first, second), normal);
        }
    }
}

TYPED_TEST(vector3_of_real, tangent_basis_turns_continuously_within_each_half_of_space) {
    using T = TypeParam;
    using V = basic_vector3<T>;
    EXPECT_TRUE(property::holds([] {
        const V normal = generate::unit_vector<V>();
        PROPERTY_ASSUME(abs(normal.z) > T{0.01f});
        const V step = generate::smooth_vector<V>(T{1e-4f});
        const auto here = make_tangent_basis(normal);
        const auto there = make_tangent_basis(normalize(normal + step));
        PROPERTY_ASSERT(length(here.first - there.first) <= T{2e-3f});
        PROPERTY_ASSERT(length(here.second - there.second) <= T{2e-3f});
    }));
}

TEST(vector3, integer_products_are_exact_up_to_two_to_the_thirty) {
    const std::int32_t big = 1 << 30;
    EXPECT_EQ(dot(vector3i{big, big, big}, vector3i{big, big, big}), 3 * (std::int64_t{1} << 60));
    EXPECT_EQ(cross(vector3i{0, big, -big}, vector3i{0, big, big}).x, std::int64_t{1} << 61);
}

TEST(vector3, conversions_name_their_rounding) {
    EXPECT_EQ(vector_cast<float>(vector3i{3, -4, 5}), (vector3f{3, -4, 5}));
    EXPECT_EQ(floor_to<std::int32_t>(vector3f{-0.5f, 0.5f, 2}), (vector3i{-1, 0, 2}));
    EXPECT_EQ(round_to<std::int32_t>(vector3d{1.5, 2.5, -0.5}), (vector3i{2, 2, 0}));
}

} // namespace
} // namespace orrery
