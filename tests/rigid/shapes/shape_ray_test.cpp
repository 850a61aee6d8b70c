#include "tests/core/allocation_count.hpp"
#include "tests/math/generators.hpp"
#include "tests/rigid/sample_shapes.hpp"

#include <orrery/rigid/shapes/convex_hull.hpp>
#include <orrery/rigid/shapes/shape_ray.hpp>

#include <gtest/gtest.h>

namespace orrery::rigid::test {
namespace {

constexpr scalar ray_tolerance =
    std::max(scalar(100) * std::numeric_limits<scalar>::epsilon(), scalar(1e-10));
constexpr std::array kinds_that_rays_meet{shape_kind::sphere, shape_kind::capsule, shape_kind::cylinder,
                                          shape_kind::box,    shape_kind::hull,    shape_kind::plane};

TEST(shape_ray, hits_the_surface_with_nothing_before_it_and_misses_what_it_does_not_meet) {
    xoshiro256 source(1);
    for (const shape_kind kind : kinds_that_rays_meet) {
        SCOPED_TRACE(name_for_test(kind));
        int hits = 0;
        for (int trial = 0; trial < 400; ++trial) {
            const auto what = sample_shape(source, kind, sample_place(source, 2));
            const vector3 from = uniform_point(source, aabb3{vector3::filled(-4), vector3::filled(4)});
            const vector3 to = uniform_point(source, aabb3{vector3::filled(-3), vector3::filled(3)});
            const ray3 ray{from, to - from};
            const auto hit = cast_ray(ray, what, 1);
            const bool is_inside = outside_by(what, from) <= scalar(0);
            EXPECT_EQ(contains(what, from), is_inside);
            if (is_inside) {
                ASSERT_TRUE(hit.has_value());
                EXPECT_EQ(hit->t, scalar(0));
                EXPECT_EQ(hit->normal, vector3{});
                continue;
            }
            hits += hit ? 1 : 0;
            const scalar until = hit ? hit->t * scalar(0.9999) : scalar(1);
            for (int sample = 0; sample <= 100; ++sample) {
                const vector3 before = ray.at(until * static_cast<scalar>(sample) / 100);
                ASSERT_GT(outside_by(what, before), -ray_tolerance);
            }
            if (hit) {
                EXPECT_NEAR(outside_by(what, hit->point), scalar(0), ray_tolerance);
                EXPECT_LT(distance(hit->point, ray.at(hit->t)), ray_tolerance);
                EXPECT_NEAR(length(hit->normal), scalar(1), ray_tolerance);
                EXPECT_LE(dot(hit->normal, ray.direction), ray_tolerance);
                // The normal leads out, and its support plane is the surface's.
                EXPECT_GT(outside_by(what, hit->point + hit->normal * scalar(0.01)), scalar(0.005));
                EXPECT_LT(outside_by(what, hit->point - hit->normal * scalar(0.01)), scalar(0));
            }
        }
        EXPECT_GT(hits, 20);
    }
}

TEST(shape_ray, finds_nothing_beyond_the_farthest) {
    xoshiro256 source(2);
    for (const shape_kind kind : kinds_that_rays_meet) {
        SCOPED_TRACE(name_for_test(kind));
        for (int trial = 0; trial < 100; ++trial) {
            const auto what = sample_shape(source, kind, sample_place(source, 1));
            const ray3 ray{what.position + unit_vector<vector3>(source) * 5, unit_vector<vector3>(source)};
            const auto hit = cast_ray(ray, what);
            if (hit && hit->t > scalar(0)) {
                EXPECT_TRUE(cast_ray(ray, what, hit->t * scalar(1.001)));
                EXPECT_FALSE(cast_ray(ray, what, hit->t * scalar(0.999)));
            }
        }
    }
}

TEST(shape_ray, keeps_its_digits_from_far_away) {
    xoshiro256 source(3);
    for (const shape_kind kind : convex_kinds) {
        SCOPED_TRACE(name_for_test(kind));
        for (int trial = 0; trial < 50; ++trial) {
            const auto what = sample_shape(source, kind, {{}, unit_quaternion<scalar>(source)});
            const vector3 middle = middle_of(what);
            const ray3 ray{{-32768, middle.y, middle.z}, {1, 0, 0}};
            const auto hit = cast_ray(ray, what);
            ASSERT_TRUE(hit.has_value());
            EXPECT_NEAR(outside_by(what, hit->point), scalar(0), ray_tolerance);
        }
    }
}

TEST(shape_ray, runs_along_axes_and_faces_without_trouble) {
    const auto pole = place(cylinder(1, 2), {});
    const auto top = cast_ray({{0, 5, 0}, {0, -1, 0}}, pole);
    ASSERT_TRUE(top.has_value());
    EXPECT_EQ(top->t, scalar(3));
    EXPECT_EQ(top->normal, (vector3{0, 1, 0}));
    EXPECT_FALSE(cast_ray({{scalar(1.01), 5, 0}, {0, -1, 0}}, pole));
    EXPECT_FALSE(cast_ray({{0, 5, 0}, {0, 1, 0}}, pole));
    EXPECT_FALSE(cast_ray({{0, 5, 0}, {1, 0, 0}}, pole));
    const auto cap = cast_ray({{0, 5, 0}, {0, -1, 0}}, place(capsule(1, 2), {}));
    ASSERT_TRUE(cap.has_value());
    EXPECT_EQ(cap->t, scalar(2));
    EXPECT_FALSE(cast_ray({{0, 1, 0}, {1, 0, 0}}, place(plane(), {})));
    const convex_hull cube = convex_hull::from_points(box_corners({1, 1, 1})).value();
    const auto hull = place({.size = {}, .kind = shape_kind::hull}, {}, &cube);
    EXPECT_FALSE(cast_ray({{-3, 2, 0}, {1, 0, 0}}, hull));
    const auto side = cast_ray({{-3, scalar(0.5), 0}, {2, 0, 0}}, hull);
    ASSERT_TRUE(side.has_value());
    EXPECT_EQ(side->t, scalar(1));
    EXPECT_EQ(side->normal, (vector3{-1, 0, 0}));
}

TEST(shape_ray, of_no_length_hits_only_what_it_starts_in) {
    xoshiro256 source(4);
    for (const shape_kind kind : kinds_that_rays_meet) {
        const auto what = sample_shape(source, kind);
        EXPECT_TRUE(cast_ray({{0, scalar(-0.01), 0}, {}}, what)) << name_for_test(kind);
        EXPECT_FALSE(cast_ray({{0, 5, 0}, {}}, what)) << name_for_test(kind);
    }
}

TEST(shape_ray, allocates_nothing) {
    xoshiro256 source(5);
    for (const shape_kind kind : kinds_that_rays_meet) {
        const auto what = sample_shape(source, kind);
        const auto count = orrery::test::allocations_during(
            [&] { EXPECT_TRUE(cast_ray({{0, 5, 0}, {0, -1, 0}}, what).has_value()); });
        EXPECT_EQ(count, 0u) << name_for_test(kind);
    }
}

} // namespace
} // namespace orrery::rigid::test
