#include "tests/core/allocation_count.hpp"
#include "tests/core/property.hpp"
#include "tests/math/generators.hpp"
#include "tests/rigid/sample_shapes.hpp"

#include <orrery/math/closest_point.hpp>
#include <orrery/rigid/shapes/distance.hpp>

#include <gtest/gtest.h>

namespace orrery::rigid::test {
namespace {

constexpr scalar distance_tolerance =
    std::max(scalar(100) * std::numeric_limits<scalar>::epsilon(), scalar(1e-10));

// Calls do(a, b) for all pairs of kinds, several times at random places.
template <typename Do>
void for_many_pairs(std::uint64_t seed, int trials, scalar reach, Do&& with) {
    xoshiro256 source(seed);
    for (const shape_kind first : convex_kinds) {
        for (const shape_kind second : convex_kinds) {
            SCOPED_TRACE(std::string(name_of(first)) + " and " + std::string(name_of(second)));
            for (int trial = 0; trial < trials; ++trial) {
                const transform3 where_a = sample_place(source, reach);
                const transform3 where_b = sample_place(source, reach);
                const placed_shape a = sample_shape(source, first, where_a);
                const placed_shape b = sample_shape(source, second, where_b);
                with(source, a, b);
            }
        }
    }
}

TEST(distance, is_between_points_of_the_shapes_with_the_normal_across_and_nothing_in_the_slab) {
    for_many_pairs(1, 100, 3, [](xoshiro256&, const placed_shape& a, const placed_shape& b) {
        const shape_gap gap = gap_between(a, b);
        if (gap.is_overlapping) {
            EXPECT_EQ(gap.distance, scalar(0));
            return;
        }
        EXPECT_NEAR(distance(gap.on_a, gap.on_b), gap.distance, distance_tolerance);
        EXPECT_NEAR(length(gap.normal), scalar(1), distance_tolerance);
        EXPECT_LT(distance(gap.on_a + gap.normal * gap.distance, gap.on_b), distance_tolerance * 4);
        EXPECT_NEAR(outside_by(a, gap.on_a), scalar(0), distance_tolerance);
        EXPECT_NEAR(outside_by(b, gap.on_b), scalar(0), distance_tolerance);
        // Support planes as far apart as the points prove that no two points are closer. A curved rim is
        // found to half the digits in the direction only.
        const scalar along_a = dot(gap.normal, support(a, gap.normal));
        const scalar along_b = dot(gap.normal, support(b, -gap.normal));
        EXPECT_NEAR(along_b - along_a, gap.distance, distance_tolerance);
    });
}

TEST(distance, says_overlap_when_and_only_when_there_is_a_common_point) {
    int overlapping = 0;
    for_many_pairs(2, 40, scalar(1.2), [&](xoshiro256& source, const placed_shape& a, const placed_shape& b) {
        const bool is_overlapping = overlaps(a, b);
        overlapping += is_overlapping ? 1 : 0;
        if (!is_overlapping) {
            for (int sample = 0; sample < 100; ++sample) {
                const vector3 point =
                    a.position + uniform_point(source, aabb3{vector3::filled(-2), vector3::filled(2)});
                EXPECT_GT(std::max(outside_by(a, point), outside_by(b, point)), -distance_tolerance);
            }
            return;
        }
        // No direction may separate them.
        for (int sample = 0; sample < 100; ++sample) {
            const vector3 direction = unit_vector<vector3>(source);
            EXPECT_LE(dot(direction, support(b, -direction)),
                      dot(direction, support(a, direction)) + distance_tolerance);
        }
    });
    EXPECT_GT(overlapping, 300);
    EXPECT_LT(overlapping, 900);
}

TEST(distance, is_the_same_seen_from_the_other_shape) {
    for_many_pairs(3, 20, 3, [](xoshiro256&, const placed_shape& a, const placed_shape& b) {
        const shape_gap there = gap_between(a, b);
        const shape_gap back = gap_between(b, a);
        EXPECT_EQ(there.is_overlapping, back.is_overlapping);
        EXPECT_NEAR(there.distance, back.distance, distance_tolerance);
        if (!there.is_overlapping) {
            EXPECT_LT(distance(there.normal, -back.normal), scalar(0.01));
        }
    });
}

TEST(distance, of_spheres_is_that_of_the_centres_less_the_radii) {
    EXPECT_TRUE(property::holds([] {
        const auto from = generate::smooth_vector<vector3>(5);
        const auto to = generate::smooth_vector<vector3>(5);
        const auto gap = gap_between(place(sphere(scalar(0.5)), {from, {}}), place(sphere(2), {to, {}}));
        const scalar expected = distance(from, to) - scalar(2.5);
        PROPERTY_ASSERT(gap.is_overlapping == (expected <= scalar(0)) || abs(expected) < distance_tolerance);
        PROPERTY_ASSERT(abs(gap.distance - std::max(expected, scalar(0))) < distance_tolerance);
    }));
}

TEST(distance, of_capsules_is_that_of_their_segments) {
    EXPECT_TRUE(property::holds([] {
        const transform3 first{generate::smooth_vector<vector3>(3), generate::unit_quaternion<scalar>()};
        const transform3 second{generate::smooth_vector<vector3>(3), generate::unit_quaternion<scalar>()};
        const auto gap =
            gap_between(place(capsule(scalar(0.2), 1), first), place(capsule(scalar(0.3), 2), second));
        const auto closest =
            closest_of_segments(transform_point(first, {0, -1, 0}), transform_point(first, {0, 1, 0}),
                                transform_point(second, {0, -2, 0}), transform_point(second, {0, 2, 0}));
        const scalar expected = distance(closest.on_a.point, closest.on_b.point) - scalar(0.5);
        PROPERTY_ASSERT(abs(gap.distance - std::max(expected, scalar(0))) < distance_tolerance);
    }));
}

TEST(distance, of_a_sphere_and_a_box_is_that_of_the_centre_and_the_box) {
    EXPECT_TRUE(property::holds([] {
        const transform3 where{generate::smooth_vector<vector3>(3), generate::unit_quaternion<scalar>()};
        const auto center = generate::smooth_vector<vector3>(4);
        const vector3 half{1, 2, scalar(0.5)};
        const auto gap = gap_between(place(box(half), where), place(sphere(scalar(0.25)), {center, {}}));
        const vector3 local = inverse_transform_point(where, center);
        const scalar expected = sqrt(distance_squared(aabb3{-half, half}, local)) - scalar(0.25);
        PROPERTY_ASSERT(abs(gap.distance - std::max(expected, scalar(0))) < distance_tolerance);
    }));
}

TEST(distance, to_a_plane_is_the_height_of_the_lowest_point) {
    xoshiro256 source(4);
    for (const shape_kind kind : convex_kinds) {
        SCOPED_TRACE(name_for_test(kind));
        for (int trial = 0; trial < 50; ++trial) {
            const auto ground = place(plane(), sample_place(source, 1));
            const auto what = sample_shape(source, kind, sample_place(source, 3));
            const vector3 up = ground.rotation.column(1);
            const scalar height = dot(up, support(what, -up) - ground.position);
            const auto gap = gap_between(what, ground);
            EXPECT_NEAR(gap.distance, std::max(height, scalar(0)), distance_tolerance);
            EXPECT_EQ(gap.normal, -up);
            const auto back = gap_between(ground, what);
            EXPECT_EQ(back.normal, up);
            EXPECT_EQ(back.is_overlapping, gap.is_overlapping);
            EXPECT_LT(distance(back.on_a, gap.on_b), distance_tolerance);
            EXPECT_LT(distance(back.on_b, gap.on_a), distance_tolerance);
        }
    }
    const auto never = gap_between(place(plane(), {}), place(plane(), {{0, -5, 0}, {1, 0, 0, 0}}));
    EXPECT_FALSE(never.is_overlapping);
    EXPECT_EQ(never.distance, std::numeric_limits<scalar>::infinity());
}

TEST(distance, keeps_its_digits_far_from_the_origin) {
    const vector3 far{4096, -8192, 2048};
    const auto a = place(box({1, 1, 1}), {far, {}});
    const auto b = place(box({1, 1, 1}), {far + vector3{scalar(2.25), scalar(0.5), 0}, {}});
    EXPECT_NEAR(gap_between(a, b).distance, scalar(0.25), distance_tolerance);
}

TEST(distance, of_shapes_with_parallel_faces_that_touch_or_coincide_is_zero) {
    const auto a = place(box({1, 1, 1}), {});
    EXPECT_TRUE(overlaps(a, a));
    EXPECT_TRUE(overlaps(a, place(box({1, 1, 1}), {{2, 0, 0}, {}})));
    EXPECT_TRUE(overlaps(a, place(box({1, 1, 1}), {{2, 2, 2}, {}})));
    EXPECT_FALSE(overlaps(a, place(box({1, 1, 1}), {{scalar(2.0001), 2, 2}, {}})));
    EXPECT_TRUE(overlaps(place(sphere(1), {}), place(sphere(1), {})));
    EXPECT_TRUE(overlaps(place(cylinder(1, 1), {}), place(cylinder(1, 1), {{0, 2, 0}, {}})));
}

TEST(distance, allocates_nothing) {
    for_many_pairs(5, 2, 2, [](xoshiro256&, const placed_shape& a, const placed_shape& b) {
        EXPECT_EQ(orrery::test::allocations_during([&] { EXPECT_GE(gap_between(a, b).distance, scalar(0)); }),
                  0u);
    });
}

} // namespace
} // namespace orrery::rigid::test
