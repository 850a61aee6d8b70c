#include "tests/rigid/behaviour/two_shapes.hpp"

// Capsules and cylinders at rest: how many points they have, and that these stay.
#include "tests/rigid/shape_pairs.hpp"

#include <gtest/gtest.h>

#include <set>

namespace orrery::rigid::test {
namespace {

constexpr scalar quarter_turn = scalar(1.57079632679);

placed_shape placed(shape_kind kind, vector3 size, vector3 position, matrix3 rotation = matrix3::identity()) {
    return {.kind = kind, .size = size, .position = position, .rotation = rotation};
}

const convex_hull& wide_block() {
    static const convex_hull hull = [] {
        std::vector<vector3> corners;
        for (int i = 0; i < 8; ++i) {
            corners.push_back({(i & 1) != 0 ? scalar(5) : scalar(-5), (i & 2) != 0 ? scalar(1) : scalar(-1),
                               (i & 4) != 0 ? scalar(5) : scalar(-5)});
        }
        return convex_hull::from_points(corners).value();
    }();
    return hull;
}

// Grounds whose top is at y = 0.
std::vector<placed_shape> grounds() {
    std::vector<placed_shape> result;
    result.push_back(placed(shape_kind::plane, {}, {3, 0, 2}));
    result.push_back(placed(shape_kind::box, {5, 1, 5}, {0, -1, 0}));
    result.push_back(placed(shape_kind::cylinder, {5, 1, 0}, {0, -1, 0}));
    placed_shape hull = placed(shape_kind::hull, {}, {0, -1, 0});
    hull.hull = &wide_block();
    result.push_back(hull);
    return result;
}

// The shape rests with so many points that are all `depth` deep, and goes on doing so when it trembles.
void expect_rest(placed_shape what, std::uint32_t points) {
    pair_source source(9);
    what.position.y -= scalar(0.005);
    for (const placed_shape& ground : grounds()) {
        SCOPED_TRACE(name_of(ground.kind));
        const manifold found = collided(ground, what);
        ASSERT_EQ(found.count, points);
        EXPECT_NEAR(found.normal.y, 1, 1e-5);
        for (std::uint32_t i = 0; i < points; ++i) {
            EXPECT_NEAR(found.points[i].separation, -0.005, 1e-5);
            EXPECT_NEAR(ground.position.y + found.points[i].offset.y, -0.0025, 1e-5);
        }
        EXPECT_EQ(names(found).size(), points);
        for (int i = 0; i < 100; ++i) {
            placed_shape moved = what;
            moved.position += source.direction() * scalar(1e-4);
            moved.rotation = turn(source.direction(), scalar(1e-4)) * moved.rotation;
            const manifold again = collided(ground, moved);
            EXPECT_EQ(names(again), names(found));
            EXPECT_GT(again.normal.y, scalar(0.9999));
        }
    }
}

TEST(collide_rounded, a_capsule_lies_on_two_points) {
    expect_rest(placed(shape_kind::capsule, {half, 1, 0}, {1, half, 1}, turn({0, 0, 1}, quarter_turn)), 2);
}

TEST(collide_rounded, a_capsule_stands_on_one_point) {
    expect_rest(placed(shape_kind::capsule, {half, 1, 0}, {1, scalar(1.5), 1}), 1);
}

TEST(collide_rounded, a_cylinder_lies_on_two_points) {
    expect_rest(placed(shape_kind::cylinder, {half, 1, 0}, {1, half, 1}, turn({0, 0, 1}, quarter_turn)), 2);
}

TEST(collide_rounded, a_cylinder_stands_on_four_points_of_its_rim) {
    const placed_shape what = placed(shape_kind::cylinder, {half, 1, 0}, {1, 1, 1});
    expect_rest(what, 4);
    for (const placed_shape& ground : grounds()) {
        const manifold found = collided(ground, what);
        for (const manifold_point& point : found.points) {
            const vector3 from_axis = (ground.position + point.offset) - what.position;
            EXPECT_NEAR(from_axis.x * from_axis.x + from_axis.z * from_axis.z, 0.25, 1e-5);
        }
    }
}

TEST(collide_rounded, a_leaning_cylinder_touches_with_the_lowest_point_of_its_rim) {
    const scalar lean = scalar(0.4);
    const scalar height = 1 * cos(lean) + half * sin(lean);
    expect_rest(placed(shape_kind::cylinder, {half, 1, 0}, {0, height, 0}, turn({0, 0, 1}, lean)), 1);
    const manifold found = collided(
        placed(shape_kind::cylinder, {half, 1, 0}, {0, height, 0}, turn({0, 0, 1}, lean)), grounds()[1]);
    EXPECT_NEAR(found.points[0].offset.x, 1 * sin(lean) - half * cos(lean), 1e-4);
    EXPECT_NEAR(found.points[0].offset.z, 0, 1e-4);
}

TEST(collide_rounded, capsules_and_cylinders_side_by_side_touch_at_two_points_and_crossed_at_one) {
    const shape_kind kinds[] = {shape_kind::capsule, shape_kind::cylinder};
    for (const shape_kind lower : kinds) {
        for (const shape_kind upper : kinds) {
            SCOPED_TRACE(testing::Message() << name_of(lower) << " " << name_of(upper));
            const placed_shape log = placed(lower, {half, 2, 0}, {0, 0, 0}, turn({0, 0, 1}, quarter_turn));
            placed_shape other =
                placed(upper, {half, 2, 0}, {1, scalar(0.99), 0}, turn({0, 0, 1}, quarter_turn));
            const manifold along = collided(log, other);
            ASSERT_EQ(along.count, 2u);
            EXPECT_NEAR(along.normal.y, 1, 1e-4);
            for (std::uint32_t i = 0; i < 2; ++i) {
                EXPECT_NEAR(along.points[i].separation, -0.01, 1e-4);
                EXPECT_NEAR(along.points[i].offset.z, 0, 1e-3);
            }
            EXPECT_NEAR(abs(along.points[0].offset.x - along.points[1].offset.x), 3, 1e-3);

            other.rotation = turn({0, 1, 0}, scalar(1)) * other.rotation;
            other.position = {scalar(0.5), scalar(0.99), 0};
            const manifold crossed = collided(log, other);
            ASSERT_EQ(crossed.count, 1u);
            EXPECT_NEAR(crossed.normal.y, 1, 1e-4);
            EXPECT_NEAR(crossed.points[0].separation, -0.01, 1e-4);
            EXPECT_NEAR(crossed.points[0].offset.x, 0.5, 1e-3);
            EXPECT_NEAR(crossed.points[0].offset.z, 0, 1e-3);
        }
    }
}

TEST(collide_rounded, a_cylinder_on_an_equal_one_stands_on_four_points) {
    const placed_shape lower = placed(shape_kind::cylinder, {half, 1, 0}, {0, 0, 0});
    for (const scalar angle : {scalar(0), scalar(0.3), scalar(1)}) {
        const placed_shape upper =
            placed(shape_kind::cylinder, {half, 1, 0}, {0, scalar(1.995), 0}, turn({0, 1, 0}, angle));
        const manifold found = collided(lower, upper);
        ASSERT_EQ(found.count, 4u);
        for (const manifold_point& point : found.points) {
            EXPECT_NEAR(point.separation, -0.005, 1e-5);
            EXPECT_GT(point.offset.x * point.offset.x + point.offset.z * point.offset.z, 0.19);
        }
    }
}

TEST(collide_rounded, a_capsule_at_the_edge_of_a_box_is_pushed_away_from_the_edge) {
    const placed_shape ground = placed(shape_kind::box, {1, 1, 1}, {0, 0, 0});
    const scalar reach = 1 + half * sqrt(scalar(0.5)) - scalar(0.01);
    const placed_shape what =
        placed(shape_kind::capsule, {half, 2, 0}, {reach, reach, 0}, turn({1, 0, 0}, quarter_turn));
    const manifold found = collided(ground, what);
    ASSERT_EQ(found.count, 2u);
    EXPECT_NEAR(found.normal.x, sqrt(0.5), 1e-4);
    EXPECT_NEAR(found.normal.y, sqrt(0.5), 1e-4);
    for (std::uint32_t i = 0; i < 2; ++i) {
        EXPECT_NEAR(found.points[i].separation, -0.01 * sqrt(2.0), 1e-4);
        EXPECT_NEAR(abs(found.points[i].offset.z), 1, 1e-3);
    }
}

} // namespace
} // namespace orrery::rigid::test
