#include "tests/core/allocation_count.hpp"
#include "tests/math/generators.hpp"
#include "tests/rigid/sample_shapes.hpp"

#include <orrery/rigid/shapes/placed_shape.hpp>

#include <gtest/gtest.h>

namespace orrery::rigid::test {
namespace {

constexpr scalar placing_tolerance = scalar(64) * std::numeric_limits<scalar>::epsilon();

TEST(placed_shape, has_its_support_points_on_the_surface_and_nothing_beyond_them) {
    xoshiro256 source(1);
    for (const shape_kind kind : convex_kinds) {
        SCOPED_TRACE(name_for_test(kind));
        for (int trial = 0; trial < 100; ++trial) {
            const auto what = sample_shape(source, kind, sample_place(source, 3));
            const vector3 direction = unit_vector<vector3>(source);
            const vector3 farthest =
                support(what, direction * uniform_real<scalar>(source, scalar(1e-3), 10));
            EXPECT_NEAR(outside_by(what, farthest), scalar(0), placing_tolerance);
            for (int sample = 0; sample < 50; ++sample) {
                const vector3 point =
                    what.position + uniform_point(source, aabb3{vector3::filled(-2), vector3::filled(2)});
                if (outside_by(what, point) <= scalar(0)) {
                    EXPECT_LE(dot(direction, point), dot(direction, farthest) + placing_tolerance);
                }
            }
        }
    }
}

TEST(placed_shape, has_the_smallest_box_around_its_support_points) {
    xoshiro256 source(2);
    for (const shape_kind kind : convex_kinds) {
        SCOPED_TRACE(name_for_test(kind));
        for (int trial = 0; trial < 200; ++trial) {
            const auto what = sample_shape(source, kind, sample_place(source, 3));
            const aabb3 box = box_of(what);
            for (int axis = 0; axis < 3; ++axis) {
                EXPECT_NEAR(box.max[axis], support(what, vector3::unit(axis))[axis], placing_tolerance);
                EXPECT_NEAR(box.min[axis], support(what, -vector3::unit(axis))[axis], placing_tolerance);
            }
        }
    }
}

TEST(placed_shape, fits_between_its_inner_and_its_outer_ball) {
    xoshiro256 source(3);
    for (const shape_kind kind : convex_kinds) {
        SCOPED_TRACE(name_for_test(kind));
        for (int trial = 0; trial < 20; ++trial) {
            const auto what = sample_shape(source, kind, sample_place(source, 3));
            const vector3 middle = middle_of(what);
            scalar nearest = std::numeric_limits<scalar>::infinity();
            for (int sample = 0; sample < 500; ++sample) {
                const vector3 direction = unit_vector<vector3>(source);
                const vector3 on_surface = support(what, direction);
                EXPECT_LE(distance(on_surface, what.position), outer_radius(what) + placing_tolerance);
                nearest = std::min(nearest, dot(direction, on_surface - middle));
            }
            EXPECT_GE(nearest, inner_radius(what) - placing_tolerance);
        }
    }
}

TEST(placed_shape, of_a_plane_ends_at_it_when_it_faces_along_an_axis) {
    const scalar half = scalar(0.5);
    const transform3 up{{1, 2, 3}, {}};
    EXPECT_EQ(box_of(place(plane(), up)),
              (aabb3{vector3::filled(-plane_reach), {plane_reach, 2, plane_reach}}));
    const transform3 down{{1, 2, 3}, {1, 0, 0, 0}};
    EXPECT_EQ(box_of(place(plane(), down)),
              (aabb3{{-plane_reach, 2, -plane_reach}, vector3::filled(plane_reach)}));
    const transform3 sideways{{1, 2, 3}, {half, half, half, half}}; // y becomes z
    EXPECT_EQ(box_of(place(plane(), sideways)),
              (aabb3{vector3::filled(-plane_reach), {plane_reach, plane_reach, 3}}));
    const transform3 leaning{{1, 2, 3}, quaternion::from_axis_angle({0, 0, 1}, scalar(0.1))};
    EXPECT_EQ(box_of(place(plane(), leaning)),
              (aabb3{vector3::filled(-plane_reach), vector3::filled(plane_reach)}));
}

TEST(placed_shape, answers_a_direction_of_zero_with_a_point_of_the_shape) {
    xoshiro256 source(4);
    for (const shape_kind kind : convex_kinds) {
        const auto what = sample_shape(source, kind, sample_place(source, 3));
        EXPECT_LE(outside_by(what, support(what, {})), placing_tolerance) << name_for_test(kind);
    }
}

TEST(placed_shape, allocates_nothing) {
    xoshiro256 source(5);
    for (const shape_kind kind : convex_kinds) {
        const auto what = sample_shape(source, kind);
        const auto count = orrery::test::allocations_during([&] {
            EXPECT_TRUE(is_valid(box_of(what)));
            EXPECT_TRUE(is_finite(support(what, {1, 2, 3})));
        });
        EXPECT_EQ(count, 0u) << name_for_test(kind);
    }
}

} // namespace
} // namespace orrery::rigid::test
