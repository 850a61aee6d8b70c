#include "tests/core/property.hpp"
#include "tests/math/generators.hpp"

#include <orrery/math/ray_cast.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace orrery {
namespace {

template <typename Ray>
class any_ray_cast : public ::testing::Test {};

using ray_types = ::testing::Types<ray2f, ray2d, ray3f, ray3d>;
TYPED_TEST_SUITE(any_ray_cast, ray_types);

template <typename T>
class ray_cast_of : public ::testing::Test {};

using real_types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(ray_cast_of, real_types);

TYPED_TEST(any_ray_cast, a_sphere_is_hit_where_the_ray_first_comes_within_its_radius) {
    using V = typename TypeParam::vector_type;
    using T = typename TypeParam::value_type;
    EXPECT_TRUE(property::holds([] {
        const TypeParam ray{generate::smooth_vector<V>(), generate::unit_vector<V>()};
        const V center = generate::smooth_vector<V>();
        const T radius = generate::smooth_number<T>(T{0.1f}, 5);
        PROPERTY_ASSUME(distance(center, ray.origin) > radius);
        const T along = dot(center - ray.origin, ray.direction);
        const T passes_at = along > 0 ? distance(ray.at(along), center) : distance(ray.origin, center);
        PROPERTY_ASSUME(abs(passes_at - radius) > T{1e-3f});
        const auto hit = cast_sphere(ray, center, radius);
        PROPERTY_ASSERT(hit.has_value() == (passes_at < radius));
        if (hit) {
            PROPERTY_ASSERT(abs(distance(ray.at(hit->t), center) - radius) <= T{1e-3f});
            PROPERTY_ASSERT(dot(hit->normal, ray.direction) < 0);
            PROPERTY_ASSERT(distance(center + hit->normal * radius, ray.at(hit->t)) <= T{1e-3f});
            PROPERTY_ASSERT(!cast_sphere(ray, center, radius, hit->t * T{0.99f}).has_value());
        }
    }));
}

TYPED_TEST(any_ray_cast, a_small_sphere_far_away_keeps_its_digits) {
    using V = typename TypeParam::vector_type;
    const TypeParam ray{V::unit(0) * -10'000, V::unit(0)};
    const auto hit = cast_sphere(ray, V::unit(1) * 0.0625f, 0.125f);
    ASSERT_TRUE(hit.has_value());
    EXPECT_NEAR(hit->t, 10'000 - 0.10825317547, 0.001);
    EXPECT_FALSE(cast_sphere(ray, V::unit(1) * 0.126f, 0.125f).has_value());
}

TYPED_TEST(any_ray_cast, solids_that_hold_the_origin_are_hit_at_once_without_a_normal) {
    using V = typename TypeParam::vector_type;
    const TypeParam ray{V::filled(0.5f), {}};
    const auto sphere = cast_sphere(ray, V{}, 2);
    ASSERT_TRUE(sphere.has_value());
    EXPECT_EQ(sphere->t, 0);
    EXPECT_EQ(sphere->normal, V{});
    const auto box = cast_box(ray, {V{}, V::filled(0.5f)});
    ASSERT_TRUE(box.has_value());
    EXPECT_EQ(box->t, 0);
    EXPECT_EQ(box->normal, V{});
}

TYPED_TEST(any_ray_cast, a_box_is_hit_on_the_face_the_ray_enters_by) {
    using V = typename TypeParam::vector_type;
    using T = typename TypeParam::value_type;
    using Box = basic_aabb<T, TypeParam::dimension>;
    EXPECT_TRUE(property::holds([] {
        const TypeParam ray{generate::grid_vector<V>(4), generate::grid_vector<V>(1)};
        const Box box = Box::around(generate::grid_vector<V>(2), generate::grid_vector<V>(2));
        const auto hit = cast_box(ray, box);
        PROPERTY_ASSERT(hit.has_value() == intersect(ray, box).is_hit());
        if (hit && !contains(box, ray.origin)) {
            PROPERTY_ASSERT(hit->t == intersect(ray, box).enter);
            PROPERTY_ASSERT(length_squared(hit->normal) == 1);
            PROPERTY_ASSERT(dot(hit->normal, ray.direction) < 0);
            const V on_face = ray.at(hit->t);
            const V outside = on_face + hit->normal;
            PROPERTY_ASSERT(!contains(box, outside));
        }
    }));
}

TYPED_TEST(any_ray_cast, nan_hits_nothing) {
    using V = typename TypeParam::vector_type;
    using T = typename TypeParam::value_type;
    const T nan = std::numeric_limits<T>::quiet_NaN();
    const TypeParam lost{V{nan, 0}, V::unit(0)};
    const TypeParam aimless{V::unit(0) * -3, V::filled(nan)};
    for (const TypeParam& ray : {lost, aimless}) {
        EXPECT_FALSE(cast_sphere(ray, V{}, 1).has_value());
        EXPECT_FALSE(cast_box(ray, {V::filled(-1), V::filled(1)}).has_value());
    }
}

TYPED_TEST(ray_cast_of, a_plane_is_hit_from_both_sides) {
    using T = TypeParam;
    const basic_plane3<T> ground{{0, 1, 0}, 2};
    const auto from_above = cast_plane(basic_ray3<T>{{0, 5, 0}, {1, -1, 0}}, ground);
    ASSERT_TRUE(from_above.has_value());
    EXPECT_EQ(from_above->t, 3);
    EXPECT_EQ(from_above->normal, ground.normal);
    const auto from_below = cast_plane(basic_ray3<T>{{0, 0, 0}, {0, 1, 0}}, ground);
    ASSERT_TRUE(from_below.has_value());
    EXPECT_EQ(from_below->t, 2);
    EXPECT_EQ(from_below->normal, -ground.normal);
    EXPECT_FALSE(cast_plane(basic_ray3<T>{{0, 5, 0}, {0, 1, 0}}, ground).has_value());
    EXPECT_FALSE(cast_plane(basic_ray3<T>{{0, 5, 0}, {1, 0, 0}}, ground).has_value());
    EXPECT_FALSE(cast_plane(basic_ray3<T>{{0, 5, 0}, {0, -1, 0}}, ground, 2).has_value());
    EXPECT_EQ(cast_plane(basic_ray3<T>{{0, 2, 0}, {1, 0, 0}}, ground)->t, 0);
}

TYPED_TEST(ray_cast_of, a_ray_aimed_at_a_point_of_a_triangle_hits_it_there) {
    using T = TypeParam;
    using V = basic_vector3<T>;
    EXPECT_TRUE(property::holds([] {
        const V a = generate::smooth_vector<V>();
        const V b = generate::smooth_vector<V>();
        const V c = generate::smooth_vector<V>();
        const V origin = generate::smooth_vector<V>();
        const V normal = cross(b - a, c - a);
        PROPERTY_ASSUME(length(normal) > 1 && abs(dot(normalize(normal), origin - a)) > T{0.5});
        const T of_b = generate::smooth_number<T>(T{-1}, T{1});
        const T of_c = generate::smooth_number<T>(T{-1}, T{1});
        const T margin = min(min(of_b, of_c), 1 - of_b - of_c);
        PROPERTY_ASSUME(abs(margin) > T{1e-3f});
        const V target = a + (b - a) * of_b + (c - a) * of_c;
        const auto hit = cast_triangle(basic_ray3<T>{origin, target - origin}, a, b, c);
        PROPERTY_ASSERT(hit.has_value() == (margin > 0));
        if (hit) {
            const T tolerance = T{1e-2f};
            PROPERTY_ASSERT(abs(hit->t - 1) <= tolerance);
            PROPERTY_ASSERT(length(hit->weights - V{1 - of_b - of_c, of_b, of_c}) <= tolerance);
            PROPERTY_ASSERT(dot(hit->normal, target - origin) < 0);
            PROPERTY_ASSERT(hit->is_front == (dot(normal, origin - a) > 0));
        }
    }));
}

TYPED_TEST(ray_cast_of, no_ray_slips_between_triangles_that_share_an_edge) {
    using T = TypeParam;
    using V = basic_vector3<T>;
    EXPECT_TRUE(property::holds([] {
        // A fan around a corner: rays at its edges and at the corner itself must hit something.
        const V hub = generate::smooth_vector<V>(1);
        const V rim[4] = {
            V{5, 5, 0} + generate::smooth_vector<V>(1), V{-5, 5, 0} + generate::smooth_vector<V>(1),
            V{-5, -5, 0} + generate::smooth_vector<V>(1), V{5, -5, 0} + generate::smooth_vector<V>(1)};
        const V origin = V{0, 0, 20} + generate::smooth_vector<V>(2);
        const T share = property::any<bool>() ? T{0} : generate::smooth_number<T>(0, T{0.9f});
        const int edge = property::in_range(0, 4);
        const basic_ray3<T> ray{origin, lerp(hub, rim[edge], share) - origin};
        int hits = 0;
        for (int i = 0; i < 4; ++i) {
            hits += cast_triangle(ray, hub, rim[i], rim[(i + 1) % 4]).has_value() ? 1 : 0;
        }
        PROPERTY_ASSERT(hits >= 1);
    }));
}

TYPED_TEST(ray_cast_of, triangles_without_area_and_rays_in_their_plane_miss) {
    using T = TypeParam;
    EXPECT_FALSE(
        cast_triangle(basic_ray3<T>{{0, 0, 1}, {0, 0, -1}}, {0, 0, 0}, {1, 1, 0}, {2, 2, 0}).has_value());
    EXPECT_FALSE(
        cast_triangle(basic_ray3<T>{{-1, 0, 0}, {1, 0, 0}}, {0, -1, 0}, {1, 1, 0}, {2, 0, 0}).has_value());
}

TYPED_TEST(ray_cast_of, a_segment_is_hit_between_its_ends_and_at_them) {
    using T = TypeParam;
    using V = basic_vector2<T>;
    EXPECT_TRUE(property::holds([] {
        const V a = generate::grid_vector<V>(4);
        const V b = generate::grid_vector<V>(4);
        const V origin = generate::grid_vector<V>(4);
        const T share = property::one_of({T{0}, T{0.25}, T{0.5}, T{1}});
        const V target = lerp(a, b, share);
        PROPERTY_ASSUME(target != origin && cross(b - a, target - origin) != 0);
        const auto hit = cast_segment(basic_ray2<T>{origin, target - origin}, a, b);
        PROPERTY_ASSERT(hit.has_value());
        PROPERTY_ASSERT(abs(hit->t - 1) <= ulps<T>(256));
        PROPERTY_ASSERT(dot(hit->normal, target - origin) < 0);
        PROPERTY_ASSERT(abs(dot(hit->normal, b - a)) <= ulps<T>(64));
        PROPERTY_ASSERT(!cast_segment(basic_ray2<T>{origin, origin - target}, a, b).has_value());
        const V beside = target + (b - a) * T{1.25};
        PROPERTY_ASSERT(!cast_segment(basic_ray2<T>{origin, beside - origin}, a, b).has_value());
    }));
}

TYPED_TEST(ray_cast_of, a_ray_along_a_segment_hits_its_nearer_end) {
    using T = TypeParam;
    using V = basic_vector2<T>;
    const basic_ray2<T> ray{{0, 0}, {2, 0}};
    const auto ahead = cast_segment(ray, V{6, 0}, V{4, 0});
    ASSERT_TRUE(ahead.has_value());
    EXPECT_EQ(ahead->t, 2);
    EXPECT_EQ(ahead->normal, (V{-1, 0}));
    EXPECT_EQ(cast_segment(ray, V{-1, 0}, V{4, 0})->t, 0);
    EXPECT_FALSE(cast_segment(ray, V{-2, 0}, V{-1, 0}).has_value());
    EXPECT_FALSE(cast_segment(ray, V{1, 1}, V{4, 1}).has_value());
    EXPECT_FALSE(cast_segment(basic_ray2<T>{{1, 0}, {}}, V{0, 0}, V{4, 0}).has_value());
}

} // namespace
} // namespace orrery
