#include "tests/core/property.hpp"
#include "tests/math/generators.hpp"

#include <orrery/math/vector2.hpp>

#include <gtest/gtest.h>

namespace orrery {
namespace {

using generate::grid_vector;

constexpr auto lowest = std::numeric_limits<std::int32_t>::min();
constexpr auto highest = std::numeric_limits<std::int32_t>::max();

template <typename T>
class vector2_of : public ::testing::Test {};

using component_types = ::testing::Types<float, double, std::int32_t>;
TYPED_TEST_SUITE(vector2_of, component_types);

TYPED_TEST(vector2_of, components_are_reached_by_name_and_by_index) {
    using V = basic_vector2<TypeParam>;
    V v{1, 2};
    EXPECT_EQ(v[0], v.x);
    EXPECT_EQ(v[1], v.y);
    v[1] = 5;
    EXPECT_EQ(v, (V{1, 5}));
    EXPECT_EQ(V::unit(0), (V{1, 0}));
    EXPECT_EQ(V::unit(1), (V{0, 1}));
    EXPECT_EQ(V{}, (V{0, 0}));
}

TYPED_TEST(vector2_of, arithmetic_works_component_by_component) {
    using V = basic_vector2<TypeParam>;
    EXPECT_TRUE(property::holds([] {
        const V a = grid_vector<V>();
        const V b = grid_vector<V>();
        PROPERTY_ASSERT((a + b) == (V{a.x + b.x, a.y + b.y}));
        PROPERTY_ASSERT((a - b) == a + -b);
        PROPERTY_ASSERT(a * 3 == a + a + a);
        PROPERTY_ASSERT(3 * a == a * 3);
        PROPERTY_ASSERT(component_product(a, b) == (V{a.x * b.x, a.y * b.y}));
        V c = a;
        c += b;
        c -= a;
        c *= 2;
        PROPERTY_ASSERT(c == b + b);
    }));
}

TYPED_TEST(vector2_of, cross_is_the_dot_with_the_perpendicular) {
    using V = basic_vector2<TypeParam>;
    EXPECT_TRUE(property::holds([] {
        const V a = grid_vector<V>();
        const V b = grid_vector<V>();
        PROPERTY_ASSERT(cross(a, b) == dot(perpendicular(a), b));
        PROPERTY_ASSERT(cross(a, b) == -cross(b, a));
        PROPERTY_ASSERT(dot(a, perpendicular(a)) == 0);
        PROPERTY_ASSERT(perpendicular(perpendicular(a)) == -a);
    }));
}

TYPED_TEST(vector2_of, extremes_and_comparisons_look_at_every_component) {
    using V = basic_vector2<TypeParam>;
    EXPECT_TRUE(property::holds([] {
        const V a = grid_vector<V>();
        const V b = grid_vector<V>();
        PROPERTY_ASSERT(all_less_equal(min(a, b), a) && all_less_equal(min(a, b), b));
        PROPERTY_ASSERT(min(a, b) + max(a, b) == a + b);
        PROPERTY_ASSERT(all_less_equal(a, b) == (a.x <= b.x && a.y <= b.y));
        PROPERTY_ASSERT(abs(a) == max(a, -a));
        PROPERTY_ASSERT(largest_component(a) == a[largest_axis(a)]);
        PROPERTY_ASSERT(smallest_component(a) == -largest_component(-a));
    }));
    EXPECT_EQ(largest_axis(V{2, 2}), 0);
}

TEST(vector2, integer_products_are_exact_up_to_two_to_the_thirty) {
    const std::int32_t big = 1 << 30;
    EXPECT_EQ(dot(vector2i{big, big}, vector2i{big, big}), std::int64_t{1} << 61);
    EXPECT_EQ(cross(vector2i{big, -big}, vector2i{big, big}), std::int64_t{1} << 61);
}

TEST(vector2, integer_components_wrap_around) {
    EXPECT_EQ((vector2i{highest, lowest} + vector2i{1, -1}), (vector2i{lowest, highest}));
    EXPECT_EQ(-(vector2i{lowest, 1}), (vector2i{lowest, -1}));
    EXPECT_EQ(perpendicular(vector2i{1, lowest}), (vector2i{lowest, 1}));
}

TEST(vector2, division_rounds_each_component_once) {
    EXPECT_TRUE(property::holds([] {
        const auto x = property::any<float>();
        const auto y = property::any<float>();
        const auto divisor = property::any<float>();
        PROPERTY_ASSUME(divisor != 0);
        const vector2f quotient = vector2f{x, y} / divisor;
        PROPERTY_ASSERT(quotient.x == x / divisor);
        PROPERTY_ASSERT(quotient.y == y / divisor);
    }));
}

TEST(vector2, the_velocity_of_a_turning_point_is_at_right_angles_to_its_arm) {
    EXPECT_EQ(cross(2.0f, vector2f{3, 0}), (vector2f{0, 6}));
    EXPECT_EQ(cross(2.0f, vector2f{0, 3}), (vector2f{-6, 0}));
}

TEST(vector2, conversions_name_their_rounding) {
    EXPECT_EQ(vector_cast<double>(vector2f{0.5f, 1}), (vector2d{0.5, 1}));
    EXPECT_EQ(vector_cast<float>(vector2i{3, -4}), (vector2f{3, -4}));
    EXPECT_EQ(floor_to<std::int32_t>(vector2f{-0.5f, 0.5f}), (vector2i{-1, 0}));
    EXPECT_EQ(round_to<std::int32_t>(vector2d{1.5, 2.5}), (vector2i{2, 2}));
}

TEST(vector2, is_usable_in_constant_expressions) {
    static_assert(dot(vector2f{1, 2} * 2, vector2f{3, 4}) == 22);
    static_assert(cross(vector2i{1, 0}, vector2i{0, 1}) == 1);
}

} // namespace
} // namespace orrery
