#include "tests/rigid/behaviour/two_shapes.hpp"

// Boxes on boxes and on planes: the contacts that stacks are made of.
#include "tests/rigid/shape_pairs.hpp"

#include <gtest/gtest.h>

#include <set>

namespace orrery::rigid::test {
namespace {

placed_shape box_at(vector3 position, vector3 half_extents) {
    return {.kind = shape_kind::box, .size = half_extents, .position = position};
}

TEST(collide_boxes, puts_a_point_at_each_corner_of_a_box_that_rests_on_a_larger_one) {
    const placed_shape ground = box_at({0, -1, 0}, {5, 1, 5});
    for (const scalar height : {scalar(0.01), scalar(0), scalar(-0.03)}) {
        const placed_shape upper = box_at({1, scalar(0.5) + height, scalar(0.25)}, {1, scalar(0.5), 2});
        const manifold found = collided(ground, upper);
        ASSERT_EQ(found.count, 4u);
        EXPECT_EQ(found.normal, (vector3{0, 1, 0}));
        std::set<std::pair<int, int>> corners;
        for (const manifold_point& point : found.points) {
            EXPECT_NEAR(point.separation, height, 1e-6);
            const vector3 from_upper = (ground.position + point.offset) - upper.position;
            EXPECT_NEAR(abs(from_upper.x), 1, 1e-6);
            EXPECT_NEAR(abs(from_upper.z), 2, 1e-6);
            EXPECT_NEAR(ground.position.y + point.offset.y, height / 2, 1e-6);
            corners.insert({from_upper.x > 0 ? 1 : 0, from_upper.z > 0 ? 1 : 0});
        }
        EXPECT_EQ(corners.size(), 4u);
    }
    EXPECT_EQ(collided(ground, box_at({0, scalar(0.53), 0}, {1, scalar(0.5), 1})).count, 0u);
}

TEST(collide_boxes, puts_the_same_points_on_a_plane) {
    placed_shape ground;
    ground.kind = shape_kind::plane;
    const placed_shape upper = box_at({3, scalar(0.49), 4}, {1, scalar(0.5), 2});
    const manifold found = collided(upper, ground);
    ASSERT_EQ(found.count, 4u);
    EXPECT_EQ(found.normal, (vector3{0, -1, 0}));
    EXPECT_EQ(names(found).size(), 4u);
    for (const manifold_point& point : found.points) {
        EXPECT_NEAR(point.separation, -0.01, 1e-6);
        EXPECT_NEAR(abs(point.offset.x), 1, 1e-6);
        EXPECT_NEAR(abs(point.offset.z), 2, 1e-6);
        EXPECT_NEAR(point.offset.y, -0.495, 1e-6);
    }
}

TEST(collide_boxes, touch_a_plane_with_two_corners_on_edge_and_one_on_a_tip) {
    placed_shape ground;
    ground.kind = shape_kind::plane;
    placed_shape upper = box_at({0, sqrt(scalar(2)), 0}, {1, 1, 1});
    upper.rotation = turn({0, 0, 1}, scalar(0.785398163));
    EXPECT_EQ(collided(upper, ground).count, 2u);
    upper.rotation = turn({1, 0, 0}, scalar(0.5)) * turn({0, 0, 1}, scalar(0.785398163));
    upper.position.y = scalar(sqrt(2.0) * 0.8775825 + 0.4794255);
    EXPECT_EQ(collided(upper, ground).count, 1u);
}

TEST(collide_boxes, keep_their_names_while_equal_boxes_in_a_stack_tremble) {
    pair_source source(5);
    const placed_shape lower = box_at({0, 0, 0}, {1, 1, 1});
    const std::set<std::uint32_t> expected = names(collided(lower, box_at({0, 2, 0}, {1, 1, 1})));
    ASSERT_EQ(expected.size(), 4u);
    for (int i = 0; i < 500; ++i) {
        placed_shape upper = box_at(vector3{0, 2, 0} + source.direction() * scalar(1e-3), {1, 1, 1});
        upper.rotation = turn(source.direction(), scalar(1e-3));
        const manifold found = collided(lower, upper);
        EXPECT_EQ(found.count, 4u);
        EXPECT_EQ(names(found), expected);
        EXPECT_GT(found.normal.y, scalar(0.999));
        const manifold other_way = collided(upper, lower);
        EXPECT_EQ(names(other_way), expected);
    }
}

TEST(collide_boxes, choose_four_points_that_span_most_of_an_octagon_and_stay_the_same) {
    pair_source source(6);
    const placed_shape lower = box_at({0, 0, 0}, {1, 1, 1});
    std::set<std::uint32_t> expected;
    for (int i = 0; i < 200; ++i) {
        placed_shape upper = box_at({scalar(0.02), 2, scalar(-0.03)}, {1, 1, 1});
        upper.position += source.direction() * scalar(1e-5);
        upper.rotation = turn({0, 1, 0}, scalar(0.7)) * turn(source.direction(), scalar(1e-5));
        const manifold found = collided(lower, upper);
        ASSERT_EQ(found.count, 4u);
        scalar area = 0;
        const auto& p = found.points;
        for (const auto& [a, b, c, d] :
             {std::array{0, 1, 2, 3}, std::array{0, 2, 1, 3}, std::array{0, 1, 3, 2}}) {
            const auto at = [&](int k) { return p[static_cast<std::size_t>(k)].offset; };
            area = max(area, length(cross(at(c) - at(a), at(d) - at(b))) / 2);
        }
        EXPECT_GT(area, scalar(2.2)); // four corners of a regular octagon of this size span 2.34
        expected = expected.empty() ? names(found) : expected;
        EXPECT_EQ(names(found), expected);
    }
}

convex_hull hull_of_box(vector3 half_extents) {
    std::vector<vector3> corners;
    for (int i = 0; i < 8; ++i) {
        corners.push_back({(i & 1) != 0 ? half_extents.x : -half_extents.x,
                           (i & 2) != 0 ? half_extents.y : -half_extents.y,
                           (i & 4) != 0 ? half_extents.z : -half_extents.z});
    }
    return convex_hull::from_points(corners).value();
}

TEST(collide_boxes, and_hulls_like_them_touch_at_the_corners_of_the_square_where_boards_cross) {
    const convex_hull hull_along_z = hull_of_box({1, half, 4});
    const convex_hull hull_along_x = hull_of_box({4, half, 1});
    placed_shape lower[] = {box_at({0, 0, 0}, {1, half, 4}), {}};
    lower[1].kind = shape_kind::hull;
    lower[1].hull = &hull_along_z;
    placed_shape upper[] = {box_at({0, scalar(0.99), 0}, {4, half, 1}), {}};
    upper[1].kind = shape_kind::hull;
    upper[1].hull = &hull_along_x;
    upper[1].position = {0, scalar(0.99), 0};
    for (const placed_shape& a : lower) {
        for (const placed_shape& b : upper) {
            SCOPED_TRACE(testing::Message() << name_of(a.kind) << " " << name_of(b.kind));
            const manifold found = collided(a, b);
            ASSERT_EQ(found.count, 4u);
            EXPECT_EQ(names(found).size(), 4u);
            EXPECT_NEAR(found.normal.y, 1, 1e-6);
            std::set<std::pair<int, int>> corners;
            for (const manifold_point& point : found.points) {
                EXPECT_NEAR(point.separation, -0.01, 1e-6);
                EXPECT_NEAR(abs(point.offset.x), 1, 0.003);
                EXPECT_NEAR(abs(point.offset.z), 1, 0.003);
                EXPECT_NEAR(point.offset.y, 0.495, 1e-6);
                corners.insert({point.offset.x > 0 ? 1 : 0, point.offset.z > 0 ? 1 : 0});
            }
            EXPECT_EQ(corners.size(), 4u);
        }
    }
}

TEST(collide_boxes, meet_in_one_point_where_edges_cross) {
    const scalar eighth = scalar(0.785398163);
    placed_shape lower = box_at({0, 0, 0}, {1, 1, 4});
    lower.rotation = turn({0, 0, 1}, eighth);
    placed_shape upper = box_at({scalar(0.3), 2 * sqrt(scalar(2)) - scalar(0.1), scalar(0.7)}, {4, 1, 1});
    upper.rotation = turn({1, 0, 0}, eighth);
    const manifold found = collided(lower, upper);
    ASSERT_EQ(found.count, 1u);
    EXPECT_NEAR(found.normal.y, 1, 1e-5);
    EXPECT_NEAR(found.points[0].separation, -0.1, 1e-5);
    EXPECT_NEAR(found.points[0].offset.x, 0, 1e-5);
    EXPECT_NEAR(found.points[0].offset.y, sqrt(2.0) - 0.05, 1e-5);
    EXPECT_NEAR(found.points[0].offset.z, 0.7, 1e-5);
}

} // namespace
} // namespace orrery::rigid::test
