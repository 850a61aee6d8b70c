// Convex shapes against surfaces of triangles: what is known about planes, balls, valleys and ridges.
#include "tests/rigid/sample_shapes.hpp"
#include "tests/rigid/surface_samples.hpp"

#include <gtest/gtest.h>

namespace orrery::rigid {
namespace {

constexpr scalar surface_margin = scalar(0.02);

// How far a shape reaches below a plane through the origin.
scalar height_over(const placed_shape& what, vector3 normal) {
    return dot(normal, support(what, -normal));
}

TEST(surface_contacts, on_a_plane_of_triangles_all_shapes_are_pushed_along_its_normal) {
    xoshiro256 source(3);
    const quaternion slanted = quaternion::from_axis_angle(normalize(vector3{1, 2, 3}), scalar(0.7));
    for (const quaternion& turned : {quaternion{}, slanted}) {
        const test::mesh_pointer floor = test::flat_floor(12, scalar(0.4), turned);
        const vector3 normal = rotate(turned, {0, 1, 0});
        for (int round = 0; round < 400; ++round) {
            const shape_kind kind = test::convex_kinds[static_cast<std::size_t>(round) % 5];
            placed_shape convex = test::sample_shape(source, kind, test::sample_place(source, scalar(0.9)));
            if (round % 3 == 0) { // lying flat
                convex.rotation = to_matrix(turned);
            }
            const scalar height = uniform_real<scalar>(source, scalar(-0.05), scalar(0.015));
            convex.position += normal * (height - height_over(convex, normal));
            const test::surface_touch touch = test::touch_surface(*floor, convex);
            ASSERT_EQ(touch.count, 1u) << name_of(kind) << ' ' << round;
            const manifold& found = touch.patches[0].where;
            EXPECT_LT(distance(found.normal, -normal), scalar(2e-6)) << name_of(kind) << ' ' << round;
            EXPECT_NEAR(touch.deepest(), height, 1e-3) << name_of(kind) << ' ' << round;
            for (std::uint32_t i = 0; i < found.count; ++i) {
                const manifold_point& point = found.points[i];
                EXPECT_NEAR(dot(convex.position + point.offset, normal), point.separation / 2, 1e-4);
            }
        }
    }
}

TEST(surface_contacts, beside_a_closed_ball_the_smallest_separation_is_the_distance) {
    xoshiro256 source(4);
    const test::mesh_pointer ball = test::ball_mesh(2, 3);
    std::vector<surface_triangle> all;
    ball->collect(ball->bounds(), all);
    int touching = 0;
    for (int round = 0; round < 400; ++round) {
        const shape_kind kind = test::convex_kinds[static_cast<std::size_t>(round) % 5];
        placed_shape convex = test::sample_shape(source, kind, test::sample_place(source, 1));
        const vector3 away = unit_vector<vector3>(source);
        convex.position = away * (scalar(2) - dot(away, support(convex, -away) - convex.position));
        shape_gap nearest;
        nearest.distance = 100;
        for (const surface_triangle& triangle : all) {
            const shape_gap gap = gap_between(convex, test::shape_of(triangle));
            nearest = gap.distance < nearest.distance ? gap : nearest;
        }
        if (nearest.distance <= 0) {
            continue;
        }
        const test::surface_touch touch = test::touch_surface(*ball, convex);
        // Corners beside corners have no common direction of faces and edges, and are seen a little nearer.
        const scalar doubt = scalar(1e-3) + nearest.distance * scalar(0.2);
        if (nearest.distance + doubt > surface_margin) {
            EXPECT_TRUE(touch.count == 0 || touch.deepest() > nearest.distance - doubt);
            continue;
        }
        ++touching;
        ASSERT_GT(touch.count, 0u) << name_of(kind) << ' ' << round << ' ' << nearest.distance;
        EXPECT_NEAR(touch.deepest(), nearest.distance, doubt) << name_of(kind) << ' ' << round;
        EXPECT_GT(dot(touch.patches[0].where.normal, nearest.normal), scalar(0.96))
            << name_of(kind) << ' ' << round;
    }
    EXPECT_GT(touching, 50);
}

} // namespace
} // namespace orrery::rigid
