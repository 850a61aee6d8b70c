#include "tests/core/property.hpp"
#include "tests/math/generators.hpp"

#include <orrery/math/closest_point.hpp>

#include <gtest/gtest.h>

namespace orrery {
namespace {

template <typename V>
class closest_point_of : public ::testing::Test {};

using vector_types = ::testing::Types<vector2f, vector2d, vector3f, vector3d>;
TYPED_TEST_SUITE(closest_point_of, vector_types);

// Grid points, and now and then two of the same: degenerate shapes are as common as others.
template <typename V>
V any_corner() {
    return generate::grid_vector<V>(property::one_of({1, 4}));
}

TYPED_TEST(closest_point_of, no_sample_of_a_segment_is_closer_than_the_answer) {
    using V = TypeParam;
    using T = typename V::value_type;
    EXPECT_TRUE(property::holds([] {
        const V point = any_corner<V>();
        const V a = any_corner<V>();
        const V b = any_corner<V>();
        const auto found = closest_on_segment(point, a, b);
        PROPERTY_ASSERT(found.t >= 0 && found.t <= 1);
        PROPERTY_ASSERT(distance(found.point, lerp(a, b, found.t)) <= ulps<T>(16));
        const T least = distance(found.point, point);
        for (int step = 0; step <= 32; ++step) {
            PROPERTY_ASSERT(distance(lerp(a, b, static_cast<T>(step) / 32), point) >= least - ulps<T>(16));
        }
    }));
}

TYPED_TEST(closest_point_of, a_segment_of_no_length_is_a_point) {
    using V = TypeParam;
    const auto found = closest_on_segment(V{3, 4}, V{1, 1}, V{1, 1});
    EXPECT_EQ(found.point, (V{1, 1}));
    EXPECT_EQ(found.t, 0);
    EXPECT_EQ(closest_on_line(V{3, 4}, V{1, 1}, V{1, 1}).point, (V{1, 1}));
}

TYPED_TEST(closest_point_of, the_way_to_a_line_is_at_right_angles_to_it) {
    using V = TypeParam;
    using T = typename V::value_type;
    EXPECT_TRUE(property::holds([] {
        const V point = generate::smooth_vector<V>();
        const V a = generate::smooth_vector<V>();
        const V b = generate::smooth_vector<V>();
        PROPERTY_ASSUME(distance(a, b) > 1);
        const auto found = closest_on_line(point, a, b);
        PROPERTY_ASSERT(abs(dot(point - found.point, b - a)) <= ulps<T>(10'000) * length(b - a));
    }));
}

TYPED_TEST(closest_point_of, no_sample_of_a_triangle_is_closer_than_the_answer) {
    using V = TypeParam;
    using T = typename V::value_type;
    EXPECT_TRUE(property::holds([] {
        const V point = any_corner<V>();
        const V a = any_corner<V>();
        const V b = any_corner<V>();
        const V c = any_corner<V>();
        const auto found = closest_on_triangle(point, a, b, c);
        const auto w = found.weights;
        PROPERTY_ASSERT(smallest_component(w) >= 0 && abs(w.x + w.y + w.z - 1) <= ulps<T>(4));
        PROPERTY_ASSERT(distance(found.point, a * w.x + b * w.y + c * w.z) <= ulps<T>(64));
        const T least = distance(found.point, point);
        constexpr int steps = 12;
        for (int i = 0; i <= steps; ++i) {
            for (int j = 0; i + j <= steps; ++j) {
                const V sample =
                    (a * static_cast<T>(i) + b * static_cast<T>(j) + c * static_cast<T>(steps - i - j)) /
                    static_cast<T>(steps);
                PROPERTY_ASSERT(distance(sample, point) >= least - ulps<T>(64));
            }
        }
    }));
}

TYPED_TEST(closest_point_of, slivers_are_answered_like_the_segments_they_nearly_are) {
    using V = TypeParam;
    using T = typename V::value_type;
    EXPECT_TRUE(property::holds([] {
        const V a = generate::smooth_vector<V>();
        const V b = generate::smooth_vector<V>();
        const V point = generate::smooth_vector<V>();
        const V c = lerp(a, b, generate::smooth_number<T>(0, 1)) + generate::smooth_vector<V>(ulps<T>(100));
        const auto found = closest_on_triangle(point, a, b, c);
        const T wanted = distance(closest_on_segment(point, a, b).point, point);
        PROPERTY_ASSERT(abs(distance(found.point, point) - wanted) <= ulps<T>(2000));
    }));
}

TYPED_TEST(closest_point_of, the_closest_point_of_a_box_is_the_point_moved_inside) {
    using V = TypeParam;
    using T = typename V::value_type;
    EXPECT_TRUE(property::holds([] {
        const auto box = basic_aabb<T, V::dimension>::around(any_corner<V>(), any_corner<V>());
        const V point = any_corner<V>();
        const V found = closest_on_box(point, box);
        PROPERTY_ASSERT(contains(box, found));
        PROPERTY_ASSERT((found == point) == contains(box, point));
        PROPERTY_ASSERT(distance_squared(box, point) == distance_squared(found, point));
        // The plane through the found point, at right angles to the way there, has the whole box behind it.
        const V outwards = point - found;
        PROPERTY_ASSERT(dot(box.min - found, outwards) <= 0 || dot(box.max - found, outwards) <= 0);
    }));
}

TYPED_TEST(closest_point_of, no_samples_of_two_segments_are_closer_than_the_answer) {
    using V = TypeParam;
    using T = typename V::value_type;
    EXPECT_TRUE(property::holds([] {
        // Parallel, crossing, touching and degenerate segments are all common here.
        const V a0 = any_corner<V>();
        const V a1 = any_corner<V>();
        const V b0 = any_corner<V>();
        const V b1 = any_corner<V>();
        const auto found = closest_of_segments(a0, a1, b0, b1);
        const T least = distance(found.on_a.point, found.on_b.point);
        PROPERTY_ASSERT(distance(found.on_a.point, lerp(a0, a1, found.on_a.t)) <= ulps<T>(32));
        PROPERTY_ASSERT(distance(found.on_b.point, lerp(b0, b1, found.on_b.t)) <= ulps<T>(32));
        for (int i = 0; i <= 16; ++i) {
            const V on_a = lerp(a0, a1, static_cast<T>(i) / 16);
            const V on_b = lerp(b0, b1, static_cast<T>(i) / 16);
            PROPERTY_ASSERT(distance(on_a, closest_on_segment(on_a, b0, b1).point) >= least - ulps<T>(256));
            PROPERTY_ASSERT(distance(on_b, closest_on_segment(on_b, a0, a1).point) >= least - ulps<T>(256));
        }
    }));
}

TYPED_TEST(closest_point_of, nearly_parallel_segments_lose_no_more_than_rounding) {
    using V = TypeParam;
    using T = typename V::value_type;
    EXPECT_TRUE(property::holds([] {
        const V a0 = generate::smooth_vector<V>();
        const V a1 = generate::smooth_vector<V>();
        const V shift = generate::smooth_vector<V>();
        const int exponent = property::in_range(0, 50);
        const V tilt = generate::smooth_vector<V>(1) / static_cast<T>(std::uint64_t{1} << exponent);
        const V b0 = a0 + shift;
        const V b1 = a1 + shift + tilt;
        const auto found = closest_of_segments(a0, a1, b0, b1);
        const T least = distance(found.on_a.point, found.on_b.point);
        const T scale = T{1} + distance(a0, a1) + length(shift);
        for (int i = 0; i <= 64; ++i) {
            const V on_a = lerp(a0, a1, static_cast<T>(i) / 64);
            PROPERTY_ASSERT(distance(on_a, closest_on_segment(on_a, b0, b1).point) >=
                            least - ulps<T>(64) * scale);
        }
    }));
}

TYPED_TEST(closest_point_of, closest_approach_is_the_least_distance_over_time) {
    using V = TypeParam;
    using T = typename V::value_type;
    EXPECT_TRUE(property::holds([] {
        const V pa = any_corner<V>();
        const V va = any_corner<V>();
        const V pb = any_corner<V>();
        const V vb = any_corner<V>();
        const auto found = find_closest_approach(pa, va, pb, vb, T{2});
        PROPERTY_ASSERT(found.time >= 0 && found.time <= 2);
        for (int i = 0; i <= 32; ++i) {
            const T time = static_cast<T>(i) / 16;
            PROPERTY_ASSERT(distance_squared(pa + va * time, pb + vb * time) >=
                            found.distance_squared - ulps<T>(1000));
        }
    }));
    const auto still = find_closest_approach(TypeParam{1, 1}, {3, 3}, {4, 5}, {3, 3}, 10);
    EXPECT_EQ(still.time, 0);
    EXPECT_EQ(still.distance_squared, 25);
}

} // namespace
} // namespace orrery
