// Convex shapes against surfaces of triangles: what is known about planes, balls, valleys and ridges.
#include "tests/rigid/sample_shapes.hpp"
#include "tests/rigid/surface_samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>

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

// Boxes, wheels and balls in a valley of two slopes, at 30 degrees to the left and to the right.
TEST(surface_contacts, a_valley_pushes_out_of_both_of_its_sides) {
    const scalar slope = scalar(0.57735);
    const test::mesh_pointer valley =
        test::landscape(8, scalar(0.5), [&](scalar x, scalar) { return abs(x) * slope; });
    const vector3 left = normalize(vector3{slope, 1, 0});
    const vector3 right = normalize(vector3{-slope, 1, 0});
    const quaternion on_its_side = quaternion::from_axis_angle({1, 0, 0}, scalar(1.5707963));
    const scalar radius = scalar(0.4);
    for (const placed_shape& convex :
         {place(sphere(radius), {{0, radius / left.y - scalar(0.002), scalar(0.1)}, {}}),
          place(cylinder(radius, scalar(0.3)),
                {{0, radius / left.y - scalar(0.002), scalar(0.1)}, on_its_side}),
          place(capsule(radius, scalar(0.3)),
                {{0, radius / left.y - scalar(0.002), scalar(0.1)}, on_its_side})}) {
        const test::surface_touch touch = test::touch_surface(*valley, convex);
        ASSERT_EQ(touch.count, 2u) << name_of(convex.kind);
        for (const vector3 side : {left, right}) {
            const vector3 first = touch.patches[0].where.normal;
            const vector3 second = touch.patches[1].where.normal;
            EXPECT_LT(min(distance(first, -side), distance(second, -side)), scalar(1e-4));
        }
        EXPECT_NEAR(touch.deepest(), scalar(-0.002) * left.y, 1e-4);
    }
}

// A box flat on the ridge of a roof is carried by the ridge, straight up, at two points.
TEST(surface_contacts, a_ridge_carries_a_box_upwards) {
    const test::mesh_pointer roof = test::landscape(8, scalar(0.5), [](scalar x, scalar) { return -abs(x); });
    for (const scalar aside : {scalar(0), scalar(0.2), scalar(-0.3)}) {
        const placed_shape convex =
            place(box(vector3::filled(scalar(0.4))), {{aside, scalar(0.39), scalar(0.13)}, {}});
        const test::surface_touch touch = test::touch_surface(*roof, convex);
        ASSERT_EQ(touch.count, 1u) << aside;
        EXPECT_LT(distance(touch.patches[0].where.normal, {0, -1, 0}), scalar(1e-5));
        EXPECT_NEAR(touch.deepest(), scalar(-0.01), 1e-4);
        for (std::uint32_t i = 0; i < touch.patches[0].where.count; ++i) {
            EXPECT_NEAR(touch.patches[0].where.points[i].offset.x, -aside, 1e-4);
        }
    }
}

// Walls of a block are no reason to push a box sideways that overhangs its top.
TEST(surface_contacts, a_box_that_overhangs_a_block_is_pushed_up_only) {
    mesh_definition what;
    for (int corner = 0; corner < 8; ++corner) {
        what.vertices.push_back(
            {scalar((corner & 1) * 2 - 1), scalar((corner & 2) - 1), scalar((corner & 4) / 2 - 1)});
    }
    what.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 4, 2}, {4, 6, 2},
                      {1, 3, 5}, {3, 7, 5}, {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7}};
    const test::mesh_pointer block = triangle_mesh::from(what).value();
    xoshiro256 source(8);
    for (const scalar over : {scalar(0.7), scalar(1), scalar(1.3)}) {
        for (const shape& form : {box(vector3::filled(scalar(0.5))), cylinder(scalar(0.5), scalar(0.5))}) {
            const quaternion turned = quaternion::from_axis_angle({0, 1, 0}, uniform_real<scalar>(source));
            const placed_shape convex = place(form, {{over, scalar(1.497), scalar(0.21)}, turned});
            const test::surface_touch touch = test::touch_surface(*block, convex);
            ASSERT_EQ(touch.count, 1u) << over << ' ' << name_of(form.kind);
            EXPECT_LT(distance(touch.patches[0].where.normal, {0, -1, 0}), scalar(1e-4));
            EXPECT_NEAR(touch.deepest(), scalar(-0.003), 1e-4);
            EXPECT_GE(touch.patches[0].where.count, 2u);
        }
    }
}

TEST(surface_contacts, what_is_far_behind_a_surface_is_let_be_and_what_just_came_through_is_pushed_back) {
    const test::mesh_pointer floor = test::flat_floor(8, scalar(0.5));
    for (const shape_kind kind : test::convex_kinds) {
        xoshiro256 source(9);
        placed_shape convex = test::sample_shape(source, kind);
        const scalar inside = inner_radius(convex);
        const vector3 middle = test::middle_of(convex) - convex.position;
        convex.position = vector3{scalar(0.1), inside * scalar(-0.4), scalar(0.2)} - middle;
        const test::surface_touch through = test::touch_surface(*floor, convex);
        ASSERT_EQ(through.count, 1u) << name_of(kind);
        EXPECT_LT(distance(through.patches[0].where.normal, {0, -1, 0}), scalar(1e-6)) << name_of(kind);
        convex.position.y -= inside;
        EXPECT_EQ(test::touch_surface(*floor, convex).count, 0u) << name_of(kind);
    }
}

// Names of corners stay while a box slides from one triangle onto the next, so that impulses do.
TEST(surface_contacts, corners_keep_their_names_on_every_triangle) {
    const test::mesh_pointer floor = test::flat_floor(12, scalar(0.3));
    std::vector<std::uint32_t> names;
    for (int step = 0; step < 40; ++step) {
        const vector3 position{scalar(step) * scalar(0.031) - scalar(0.6), scalar(0.499),
                               scalar(step) * scalar(0.017)};
        const test::surface_touch touch =
            test::touch_surface(*floor, place(box(vector3::filled(scalar(0.5))), {position, {}}));
        ASSERT_EQ(touch.count, 1u);
        ASSERT_EQ(touch.patches[0].where.count, 4u);
        std::vector<std::uint32_t> now;
        for (const manifold_point& point : touch.patches[0].where.points) {
            now.push_back(point.feature);
        }
        std::ranges::sort(now); // total order: names differ
        names = step == 0 ? now : names;
        EXPECT_EQ(now, names) << step;
    }
}

TEST(surface_contacts, materials_are_those_of_the_place) {
    mesh_definition what{
        .vertices = {{0, 0, 0}, {4, 0, 0}, {0, 0, -4}},
        .triangles = {{0, 1, 2}},
        .materials = {{scalar(0.2), 0}, {scalar(1), scalar(0.8)}, {scalar(0.6), scalar(0.4)}}};
    const test::mesh_pointer corner = triangle_mesh::from(what).value();
    const auto material_under = [&](vector3 place_of_ball) {
        return test::touch_surface(*corner, place(sphere(scalar(0.5)), {place_of_ball, {}}))
            .patches[0]
            .material;
    };
    // On the face, on an edge and just beyond a corner.
    EXPECT_NEAR(material_under({1, scalar(0.49), -1}).friction, 0.25 * 1 + 0.25 * 0.6 + 0.5 * 0.2, 1e-3);
    EXPECT_NEAR(material_under({2, scalar(0.49), scalar(0.05)}).friction, 0.6, 1e-3);
    EXPECT_NEAR(material_under({scalar(4.05), scalar(0.49), scalar(0.02)}).restitution, 0.8, 1e-3);
}

} // namespace
} // namespace orrery::rigid
