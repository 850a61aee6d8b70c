#include "tests/core/property.hpp"
#include "tests/math/generators.hpp"

#include <orrery/math/aabb.hpp>

#include <gtest/gtest.h>

namespace orrery {
namespace {

template <typename Box>
class any_aabb : public ::testing::Test {};

using box_types = ::testing::Types<aabb2f, aabb2d, aabb2i, aabb3f, aabb3d, aabb3i>;
TYPED_TEST_SUITE(any_aabb, box_types);

template <typename Box>
Box any_box(int reach = 4) {
    using V = typename Box::vector_type;
    return Box::around(generate::grid_vector<V>(reach), generate::grid_vector<V>(reach));
}

TYPED_TEST(any_aabb, intersection_is_that_of_the_intervals_of_every_axis) {
    using Box = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const Box a = any_box<Box>();
        const Box b = any_box<Box>();
        bool wanted = true;
        for (int axis = 0; axis < Box::dimension; ++axis) {
            wanted = wanted && !(a.max[axis] < b.min[axis]) && !(b.max[axis] < a.min[axis]);
        }
        PROPERTY_ASSERT(intersects(a, b) == wanted);
        PROPERTY_ASSERT(intersects(b, a) == wanted);
        PROPERTY_ASSERT(is_valid(intersection(a, b)) == wanted);
    }));
}

TYPED_TEST(any_aabb, boxes_that_share_only_a_corner_intersect) {
    using Box = TypeParam;
    using V = typename Box::vector_type;
    const Box a{V::filled(0), V::filled(1)};
    const Box b{V::filled(1), V::filled(2)};
    EXPECT_TRUE(intersects(a, b));
    EXPECT_TRUE(contains(a, V::filled(1)));
    EXPECT_EQ(intersection(a, b), (Box{V::filled(1), V::filled(1)}));
}

TYPED_TEST(any_aabb, a_merged_box_contains_both_and_nothing_needless) {
    using Box = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const Box a = any_box<Box>();
        const Box b = any_box<Box>();
        const Box both = merge(a, b);
        PROPERTY_ASSERT(contains(both, a) && contains(both, b));
        for (int axis = 0; axis < Box::dimension; ++axis) {
            PROPERTY_ASSERT(both.min[axis] == a.min[axis] || both.min[axis] == b.min[axis]);
            PROPERTY_ASSERT(both.max[axis] == a.max[axis] || both.max[axis] == b.max[axis]);
        }
        PROPERTY_ASSERT(merge(merge(Box::empty(), b.min), b.max) == b);
    }));
}

TYPED_TEST(any_aabb, the_empty_box_is_neutral_and_touches_nothing) {
    using Box = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const Box a = any_box<Box>();
        PROPERTY_ASSERT(merge(Box::empty(), a) == a);
        PROPERTY_ASSERT(merge(a, Box::empty()) == a);
        PROPERTY_ASSERT(!intersects(a, Box::empty()));
        PROPERTY_ASSERT(!contains(Box::empty(), a.min));
    }));
    EXPECT_FALSE(is_valid(Box::empty()));
    EXPECT_TRUE(is_valid(Box{}));
}

TYPED_TEST(any_aabb, containing_a_box_means_containing_its_corners) {
    using Box = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const Box outer = any_box<Box>(6);
        const Box inner = any_box<Box>(3);
        PROPERTY_ASSERT(contains(outer, inner) == (contains(outer, inner.min) && contains(outer, inner.max)));
    }));
}

TYPED_TEST(any_aabb, inflating_translating_and_sweeping_do_what_they_say) {
    using Box = TypeParam;
    using V = typename Box::vector_type;
    EXPECT_TRUE(property::holds([] {
        const Box a = any_box<Box>();
        const V offset = generate::grid_vector<V>();
        PROPERTY_ASSERT(inflate(inflate(a, 3), -3) == a);
        PROPERTY_ASSERT(inflate(a, 1) == (Box{a.min - V::filled(1), a.max + V::filled(1)}));
        PROPERTY_ASSERT(size(translate(a, offset)) == size(a));
        PROPERTY_ASSERT(contains(swept_box(a, offset), a) &&
                        contains(swept_box(a, offset), translate(a, offset)));
        PROPERTY_ASSERT(Box::from_center(offset, V::filled(2)) == inflate(Box{offset, offset}, 2));
    }));
}

TYPED_TEST(any_aabb, measures_are_those_of_the_sides) {
    using Box = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const Box a = any_box<Box>();
        const auto sides = size(a);
        if constexpr (Box::dimension == 2) {
            PROPERTY_ASSERT(area(a) == sides.x * sides.y);
            PROPERTY_ASSERT(perimeter(a) == 2 * (sides.x + sides.y));
            PROPERTY_ASSERT(boundary_measure(a) == perimeter(a));
        } else {
            PROPERTY_ASSERT(volume(a) == sides.x * sides.y * sides.z);
            PROPERTY_ASSERT(surface_area(a) ==
                            2 * (sides.x * sides.y + sides.y * sides.z + sides.z * sides.x));
            PROPERTY_ASSERT(boundary_measure(a) == surface_area(a));
        }
        PROPERTY_ASSERT(contains(a, center(a)));
    }));
}

TEST(aabb, the_center_of_whole_boxes_is_rounded_down_and_never_overflows) {
    constexpr auto lowest = std::numeric_limits<std::int32_t>::min();
    constexpr auto highest = std::numeric_limits<std::int32_t>::max();
    EXPECT_EQ(center(aabb2i{{-3, 0}, {0, 3}}), (vector2i{-2, 1}));
    EXPECT_EQ(center(aabb2i{{lowest, highest - 2}, {highest, highest}}), (vector2i{-1, highest - 1}));
}

TEST(aabb, whole_boxes_have_measures_and_margins_up_to_the_ends_of_their_range) {
    constexpr auto lowest = std::numeric_limits<std::int32_t>::min();
    constexpr auto highest = std::numeric_limits<std::int32_t>::max();
    const aabb2i everything{{lowest, lowest}, {highest, highest}};
    EXPECT_EQ(size(everything).x, 0xffff'ffff);
    EXPECT_EQ(perimeter(everything), 4 * std::int64_t{0xffff'ffff});
    EXPECT_EQ(inflate(everything, 10), everything);
}

TEST(aabb, nan_makes_a_box_invalid_and_untouchable) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const aabb3f unit{{0, 0, 0}, {1, 1, 1}};
    for (int axis = 0; axis < 3; ++axis) {
        aabb3f low = unit;
        low.min[axis] = nan;
        aabb3f high = unit;
        high.max[axis] = nan;
        for (const aabb3f& box : {low, high}) {
            EXPECT_FALSE(is_valid(box));
            EXPECT_FALSE(intersects(box, unit));
            EXPECT_FALSE(intersects(unit, box));
            EXPECT_FALSE(contains(box, vector3f{0.5f, 0.5f, 0.5f}));
        }
    }
}

TEST(aabb, zeros_of_either_sign_are_the_same_place) {
    EXPECT_TRUE(intersects(aabb2f{{-1, -1}, {-0.0f, -0.0f}}, aabb2f{{0.0f, 0.0f}, {1, 1}}));
}

} // namespace
} // namespace orrery
