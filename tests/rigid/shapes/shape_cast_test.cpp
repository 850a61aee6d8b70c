#include "src/rigid/shape/cast_convex.hpp"
#include "tests/core/allocation_count.hpp"
#include "tests/core/property.hpp"
#include "tests/math/generators.hpp"
#include "tests/rigid/sample_shapes.hpp"

#include <orrery/rigid/shapes/convex_hull.hpp>
#include <orrery/rigid/shapes/distance.hpp>
#include <orrery/rigid/shapes/shape_cast.hpp>

#include <gtest/gtest.h>

#include <numbers>

namespace orrery::rigid::test {
namespace {

constexpr scalar slop = scalar(0.005);
constexpr scalar cast_tolerance = scalar(200) * std::numeric_limits<scalar>::epsilon();

placed_shape place_at(const moving_shape& moving, scalar fraction) {
    return place(moving.what, moving.at(fraction), moving.hull);
}

moving_shape sample_motion(xoshiro256& source, shape_kind kind, scalar reach, scalar speed, scalar turn) {
    const placed_shape what = sample_shape(source, kind);
    moving_shape moving{.what = {.size = what.size, .kind = kind},
                        .hull = what.hull,
                        .start = sample_place(source, reach),
                        .local_center = unit_vector<vector3>(source) * scalar(0.3),
                        .displacement = unit_vector<vector3>(source) * speed,
                        .turn = unit_vector<vector3>(source) * turn};
    if (uniform_below(source, 2) == 0) {
        moving.local_center = {};
    }
    return moving;
}

moving_shape standing(const shape& what, const transform3& where, const convex_hull* hull = nullptr) {
    return moving_shape::between(what, hull, where, where, {});
}

moving_shape flying(const shape& what, const transform3& where, vector3 displacement,
                    const convex_hull* hull = nullptr) {
    return moving_shape::between(what, hull, where, {where.position + displacement, where.rotation}, {});
}

TEST(shape_cast, never_passes_a_moment_at_which_the_shapes_overlap) {
    xoshiro256 source(1);
    int hits = 0;
    int late = 0;
    int early = 0;
    for (const shape_kind first : convex_kinds) {
        for (const shape_kind second : {shape_kind::sphere, shape_kind::capsule, shape_kind::cylinder,
                                        shape_kind::box, shape_kind::hull, shape_kind::plane}) {
            SCOPED_TRACE(std::string(name_of(first)) + " and " + std::string(name_of(second)));
            for (int trial = 0; trial < 250; ++trial) {
                const scalar turn = trial % 2 == 0 ? scalar(0) : scalar(2);
                const moving_shape a = sample_motion(source, first, 3, 5, turn);
                moving_shape b =
                    sample_motion(source, second, 3, trial % 3 == 0 ? scalar(0) : scalar(3), turn);
                if (second == shape_kind::plane) {
                    b.turn = {};
                }
                // What callers know already must change nothing but the effort.
                const vector3 normal = trial % 5 < 2 ? unit_vector<vector3>(source) : vector3{};
                const auto hit = detail::cast_convex(a, b, slop, {.normal = normal});
                if (hit && hit->fraction > scalar(0.01)) {
                    EXPECT_FALSE(detail::cast_convex(a, b, slop, {normal, hit->fraction * scalar(0.98)}));
                }
                if (overlaps(place_at(a, 0), place_at(b, 0))) {
                    ASSERT_TRUE(hit.has_value());
                    EXPECT_EQ(hit->fraction, scalar(0));
                    continue;
                }
                const scalar until = hit ? hit->fraction : scalar(1);
                for (int sample = 0; sample <= 64; ++sample) {
                    const scalar when = until * static_cast<scalar>(sample) / 64;
                    ASSERT_FALSE(overlaps(place_at(a, when), place_at(b, when))) << when << " of " << until;
                }
                if (hit && hit->fraction > scalar(0)) {
                    ++hits;
                    const auto gap = gap_between(place_at(a, until), place_at(b, until));
                    late += gap.distance < slop - cast_tolerance ? 1 : 0;
                    early += gap.distance > slop * scalar(1.25) + cast_tolerance ? 1 : 0;
                    EXPECT_LT(distance(gap.normal, hit->normal), scalar(0.1));
                    EXPECT_NEAR(length(hit->normal), scalar(1), cast_tolerance);
                    EXPECT_LT(outside_by(place_at(a, until), hit->point), slop);
                    EXPECT_LT(outside_by(place_at(b, until), hit->point), slop);
                }
            }
        }
    }
    EXPECT_GT(hits, 400);
    EXPECT_EQ(late, 0);
    EXPECT_LT(early, hits / 100); // those that needed too many steps
}

TEST(shape_cast, stops_every_shape_at_500_metres_per_second_before_a_wall_of_one_centimetre) {
    xoshiro256 source(2);
    const vector3 way{500 / scalar(60), 0, 0};
    const convex_hull thin = convex_hull::from_points(box_corners({scalar(0.005), 5, 5})).value();
    const std::array walls{
        standing(box({scalar(0.005), 5, 5}), {}), standing({.size = {}, .kind = shape_kind::hull}, {}, &thin),
        standing(cylinder(5, scalar(0.005)),
                 {{}, quaternion::from_axis_angle({0, 0, 1}, std::numbers::pi_v<scalar> / 2)})};
    for (const moving_shape& wall : walls) {
        for (const shape_kind kind : convex_kinds) {
            SCOPED_TRACE(std::string(name_of(kind)) + " against a " + std::string(name_of(wall.what.kind)));
            for (int trial = 0; trial < 10; ++trial) {
                moving_shape bullet =
                    sample_motion(source, kind, 0, 0, trial % 2 == 0 ? scalar(0) : scalar(6));
                bullet.what.size *= scalar(0.1);
                if (kind == shape_kind::hull) {
                    bullet.local_center = bullet.hull->center_of_mass();
                }
                bullet.start.position = {-2, 0, 0};
                bullet.displacement = way;
                const auto hit = cast_shapes(bullet, wall, slop);
                ASSERT_TRUE(hit.has_value());
                EXPECT_LT(distance(hit->normal, {1, 0, 0}), scalar(0.01));
                const auto gap = gap_between(place_at(bullet, hit->fraction), place_at(wall, hit->fraction));
                EXPECT_NEAR(gap.distance, slop, slop * scalar(0.3));
                // The same wall, coming towards it.
                moving_shape coming = wall;
                coming.displacement = -way;
                bullet.displacement = {};
                const auto other = cast_shapes(coming, bullet, slop);
                ASSERT_TRUE(other.has_value());
                EXPECT_NEAR(other->fraction, hit->fraction, scalar(0.001));
            }
        }
    }
}

TEST(shape_cast, of_two_spheres_solves_the_quadratic_whether_they_meet_head_on_or_pass) {
    EXPECT_TRUE(property::holds([] {
        const auto from = generate::smooth_vector<vector3>(5);
        const auto to = generate::smooth_vector<vector3>(5);
        const auto way_a = generate::smooth_vector<vector3>(6);
        const auto way_b = generate::smooth_vector<vector3>(6);
        const scalar radii = scalar(0.5) + scalar(0.25) + slop;
        moving_shape a = flying(sphere(scalar(0.5)), {from, {}}, way_a);
        a.turn = {1, 2, 3}; // which changes nothing
        const auto hit = cast_shapes(a, flying(sphere(scalar(0.25)), {to, {}}, way_b), slop);
        const vector3d offset = vector_cast<double>(to) - vector_cast<double>(from);
        const vector3d approach = vector_cast<double>(way_b) - vector_cast<double>(way_a);
        const double c = length_squared(offset) - static_cast<double>(radii) * radii;
        const double half_b = dot(offset, approach);
        const double a2 = length_squared(approach);
        const double discriminant = half_b * half_b - a2 * c;
        if (c > 1e-4 && abs(discriminant) > 1e-3 * a2) {
            const double first = (-half_b - sqrt(std::max(discriminant, 0.0))) / a2;
            const bool meets = discriminant > 0 && first >= 0 && first <= 1;
            PROPERTY_ASSERT(hit.has_value() == meets || abs(first - 1) < 1e-5);
            PROPERTY_ASSERT(!hit || !meets || abs(static_cast<double>(hit->fraction) - first) < 1e-4);
        } else if (c < -1e-2) {
            PROPERTY_ASSERT(hit && hit->fraction == scalar(0));
        }
    }));
}

TEST(shape_cast, tells_a_pass_from_a_graze) {
    const auto target = standing(sphere(1), {});
    const auto passing = flying(sphere(1), {{-5, 2 + slop * scalar(1.01), 0}, {}}, {10, 0, 0});
    EXPECT_FALSE(cast_shapes(passing, target, slop));
    const auto grazing = flying(sphere(1), {{-5, 2 + slop * scalar(0.99), 0}, {}}, {10, 0, 0});
    ASSERT_TRUE(cast_shapes(grazing, target, slop));
    EXPECT_NEAR(cast_shapes(grazing, target, slop)->fraction, scalar(0.5), scalar(0.01));
}

TEST(shape_cast, of_a_sphere_and_a_plane_or_a_face_is_height_over_speed) {
    EXPECT_TRUE(property::holds([] {
        const auto height = generate::smooth_number<scalar>(1, 10);
        const auto sideways = generate::smooth_number<scalar>(-5, 5);
        const auto ball = flying(sphere(scalar(0.5)), {{0, height, 0}, {}}, {sideways, -12, 0});
        const scalar expected = (height - scalar(0.5) - slop) / 12;
        const auto on_plane = cast_shapes(ball, standing(plane(), {}), slop);
        PROPERTY_ASSERT(on_plane.has_value());
        PROPERTY_ASSERT(abs(on_plane->fraction - expected) < slop * scalar(0.3) / 12);
        PROPERTY_ASSERT(on_plane->normal == vector3(0, -1, 0));
        const auto on_box = cast_shapes(standing(box({50, 1, 50}), {{0, -1, 0}, {}}), ball, slop);
        PROPERTY_ASSERT(on_box.has_value());
        PROPERTY_ASSERT(abs(on_box->fraction - expected) < slop * scalar(0.3) / 12);
        PROPERTY_ASSERT(distance(on_box->normal, {0, 1, 0}) < scalar(1e-3));
        PROPERTY_ASSERT(abs(on_box->point.x - sideways * on_box->fraction) < scalar(0.02));
    }));
}

TEST(shape_cast, finds_what_a_spinning_rod_sweeps_over) {
    moving_shape rod = standing(box({2, scalar(0.05), scalar(0.05)}), {});
    rod.turn = {0, 0, std::numbers::pi_v<scalar> * scalar(0.75)};
    const auto pin = standing(sphere(scalar(0.1)), {{0, scalar(1.5), 0}, {}});
    const auto hit = cast_shapes(rod, pin, slop);
    ASSERT_TRUE(hit.has_value());
    // A quarter turn less the half widths at a radius of 1.5 m.
    const scalar angle = std::numbers::pi_v<scalar> / 2 - scalar(0.15 + 0.005) / scalar(1.5);
    EXPECT_NEAR(hit->fraction * rod.turn.z, angle, scalar(0.01));
    EXPECT_FALSE(cast_shapes(rod, standing(sphere(scalar(0.1)), {{0, scalar(2.2), 0}, {}}), slop));
}

TEST(shape_cast, answers_too_early_rather_than_too_late_when_it_would_need_too_many_steps) {
    moving_shape rod = standing(box({2, scalar(0.05), scalar(0.05)}), {});
    rod.turn = {0, scalar(1.2), 600}; // nearly a hundred turns, close by the pin each time
    moving_shape pin = standing(sphere(scalar(0.1)), {{0, scalar(1.5), scalar(0.16)}, {}});
    const auto early = cast_shapes(rod, pin, slop);
    ASSERT_TRUE(early.has_value());
    EXPECT_GT(gap_between(place_at(rod, early->fraction), place_at(pin, early->fraction)).distance, slop * 2);
    pin.displacement = {0, 0, scalar(-0.1)}; // in its way after half the turns
    const auto hit = cast_shapes(rod, pin, slop);
    ASSERT_TRUE(hit.has_value());
    for (int sample = 0; sample <= 2000; ++sample) {
        const scalar when = hit->fraction * static_cast<scalar>(sample) / 2000;
        ASSERT_FALSE(overlaps(place_at(rod, when), place_at(pin, when)));
    }
}

TEST(shape_cast, lets_shapes_part_that_are_nearer_than_slop_and_stops_those_that_close_in) {
    const auto ground = standing(box({5, 1, 5}), {{0, -1, 0}, {}});
    const transform3 just_above{{0, scalar(0.502), 0}, {}};
    const shape cube = box(vector3::filled(scalar(0.5)));
    EXPECT_FALSE(cast_shapes(flying(cube, just_above, {0, 1, 0}), ground, slop));
    EXPECT_FALSE(cast_shapes(flying(cube, just_above, {}), ground, slop));
    const auto falling = cast_shapes(flying(cube, just_above, {0, -1, 0}), ground, slop);
    ASSERT_TRUE(falling.has_value());
    EXPECT_EQ(falling->fraction, scalar(0));
    const transform3 inside{{0, scalar(0.4), 0}, {}};
    EXPECT_EQ(cast_shapes(flying(cube, inside, {0, 1, 0}), ground, slop)->fraction, scalar(0));
}

TEST(shape_cast, keeps_its_digits_far_from_the_origin) {
    const vector3 far{8192, -16384, 4096};
    const auto near_hit =
        cast_shapes(flying(box({1, 1, 1}), {{-4, 0, 0}, {}}, {8, 0, 0}), standing(box({1, 1, 1}), {}), slop);
    const auto far_hit = cast_shapes(flying(box({1, 1, 1}), {far + vector3{-4, 0, 0}, {}}, {8, 0, 0}),
                                     standing(box({1, 1, 1}), {far, {}}), slop);
    ASSERT_TRUE(near_hit && far_hit);
    EXPECT_EQ(near_hit->fraction, far_hit->fraction);
}

TEST(shape_cast, moves_from_one_placement_to_the_other) {
    EXPECT_TRUE(property::holds([] {
        const transform3 start{generate::smooth_vector<vector3>(3), generate::unit_quaternion<scalar>()};
        const transform3 end{generate::smooth_vector<vector3>(3), generate::unit_quaternion<scalar>()};
        const auto center = generate::smooth_vector<vector3>(2);
        const auto moving = moving_shape::between(sphere(1), nullptr, start, end, center);
        PROPERTY_ASSERT(distance(moving.at(0).position, start.position) < cast_tolerance);
        PROPERTY_ASSERT(distance(moving.at(1).position, end.position) < cast_tolerance);
        PROPERTY_ASSERT(angle_between(moving.at(1).rotation, end.rotation) < cast_tolerance);
        const vector3 middle =
            lerp(transform_point(start, center), transform_point(end, center), scalar(0.5));
        PROPERTY_ASSERT(distance(transform_point(moving.at(scalar(0.5)), center), middle) < cast_tolerance);
    }));
}

TEST(shape_cast, allocates_nothing) {
    xoshiro256 source(3);
    for (const shape_kind kind : convex_kinds) {
        const auto a = sample_motion(source, kind, 2, 4, 1);
        const auto b = sample_motion(source, kind, 2, 4, 1);
        std::optional<shape_cast_hit> hit;
        EXPECT_EQ(orrery::test::allocations_during([&] { hit = cast_shapes(a, b, slop); }), 0u);
    }
}

} // namespace
} // namespace orrery::rigid::test
