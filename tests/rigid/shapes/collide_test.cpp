// What holds for every pair of kinds; families have files of their own.
#include "tests/rigid/shape_pairs.hpp"

#include <orrery/math/elementary.hpp>
#include <orrery/rigid/shapes/distance.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <set>

namespace orrery::rigid::test {
namespace {

constexpr scalar margin = scalar(0.05);

constexpr shape_kind all_kinds[] = {shape_kind::sphere, shape_kind::capsule, shape_kind::cylinder,
                                    shape_kind::box,    shape_kind::hull,    shape_kind::plane};

manifold collided(const placed_shape& a, const placed_shape& b, collide_cache cache = {}) {
    manifold result;
    collide(a, b, margin, cache, result);
    return result;
}

template <typename Check>
void for_many_pairs(scalar low, scalar high, Check check) {
    std::uint64_t seed = 1;
    for (const shape_kind a : all_kinds) {
        for (const shape_kind b : all_kinds) {
            if (a == shape_kind::plane && b == shape_kind::plane) {
                continue;
            }
            pair_source source(seed++);
            for (int i = 0; i < 120; ++i) {
                SCOPED_TRACE(testing::Message() << name_of(a) << " " << name_of(b) << " " << i);
                check(source.pair_of(a, b, low, high), source);
                if (testing::Test::HasFailure()) {
                    return;
                }
            }
        }
    }
}

bool has_rim(const shape_pair& pair) {
    return pair.a.kind == shape_kind::cylinder || pair.b.kind == shape_kind::cylinder;
}

double deepest(const manifold& found) {
    double result = 1e300;
    for (std::uint32_t i = 0; i < found.count; ++i) {
        result = std::min(result, static_cast<double>(found.points[i].separation));
    }
    return result;
}

TEST(collide, gives_the_same_points_mirrored_when_the_arguments_are_swapped) {
    for_many_pairs(scalar(-0.3), scalar(0.1), [](const shape_pair& pair, pair_source&) {
        const manifold there = collided(pair.a, pair.b);
        const manifold back = collided(pair.b, pair.a);
        ASSERT_EQ(there.count, back.count);
        if (there.count == 0) {
            return;
        }
        EXPECT_EQ(there.normal, -back.normal);
        const vector3 shift = pair.b.position - pair.a.position;
        int from_a = 0;
        int from_b = 0;
        for (std::uint32_t i = 0; i < there.count; ++i) {
            EXPECT_EQ(there.points[i].separation, back.points[i].separation);
            EXPECT_EQ(there.points[i].feature, back.points[i].feature);
            from_a += back.points[i].offset == there.points[i].offset - shift ? 1 : 0;
            from_b += there.points[i].offset == back.points[i].offset + shift ? 1 : 0;
        }
        EXPECT_TRUE(from_a == static_cast<int>(there.count) || from_b == static_cast<int>(there.count));
    });
}

// Most gaps are near the margin, where a cache that judges a little differently would show.
TEST(collide, gives_the_same_bits_whatever_the_cache_says) {
    for_many_pairs(
        margin - scalar(0.03), margin + scalar(0.01), [](const shape_pair& pair, pair_source& source) {
            const manifold expected = collided(pair.a, pair.b);
            for (std::uint32_t number = 0; number < 20; ++number) {
                // As the functions number their axes, and anything.
                const std::uint32_t random = source.bits();
                for (const std::uint32_t axis :
                     {number, number | 1u << 30, number | 2u << 30, 3u << 30 | (random & 0xf'000f), random}) {
                    ASSERT_EQ(collided(pair.a, pair.b, {axis}), expected);
                }
            }
            collide_cache kept;
            manifold found;
            shape_pair before = pair;
            before.b.position += source.direction() * scalar(0.02);
            collide(before.a, before.b, margin, kept, found);
            collide(pair.a, pair.b, margin, kept, found);
            ASSERT_EQ(found, expected);
            collide(pair.a, pair.b, margin, kept, found);
            ASSERT_EQ(found, expected);
        });
}

TEST(collide, finds_a_normal_along_which_shapes_are_as_far_apart_as_along_any_other) {
    for_many_pairs(scalar(-0.3), scalar(0.02), [](const shape_pair& pair, pair_source& source) {
        const manifold found = collided(pair.a, pair.b);
        if (found.count == 0) {
            return;
        }
        const vector3d normal = in_double(found.normal);
        EXPECT_NEAR(length(normal), 1, 1e-5);
        const double gap = gap_along(pair.a, pair.b, normal);
        // Faces are preferred to edges within a hundredth of the size. Deep in each other, the rims of
        // cylinders are met by trial.
        const double tolerance = 0.012 + (has_rim(pair) ? max(-gap, 0.0) * 0.1 : 0);
        for (int i = 0; i < 50; ++i) {
            EXPECT_LE(gap_along(pair.a, pair.b, in_double(source.direction())), gap + tolerance);
        }
        for (int i = 0; i < 50; ++i) {
            const vector3d near = normalize(normal + in_double(source.direction()) * 0.05);
            EXPECT_LE(gap_along(pair.a, pair.b, near), gap + tolerance);
        }
        EXPECT_GE(deepest(found), gap - 1e-3);
        if (gap < 0) {
            EXPECT_LE(deepest(found), gap + tolerance);
        }
    });
}

// Pairs whose nearest features are two vertices, or a vertex and an edge, had no point: a body could hang in
// the air, held back by continuous collision and without a contact.
TEST(collide, finds_a_point_whenever_shapes_are_nearer_than_the_margin) {
    for_many_pairs(scalar(0.001), scalar(0.06), [](const shape_pair& pair, pair_source&) {
        const scalar gap = gap_between(pair.a, pair.b).distance;
        if (gap < margin * scalar(0.98)) {
            const manifold found = collided(pair.a, pair.b);
            ASSERT_GT(found.count, 0u) << gap;
            EXPECT_LE(deepest(found), gap + scalar(0.012));
        }
    });
}

TEST(collide, finds_points_when_a_point_lies_deep_in_both) {
    for_many_pairs(scalar(-0.6), scalar(-0.1), [](const shape_pair& pair, pair_source& source) {
        if (pair.a.kind == shape_kind::plane || pair.b.kind == shape_kind::plane) {
            EXPECT_GT(collided(pair.a, pair.b).count, 0u);
            return;
        }
        // Of the points between two opposite support points of a, the middle one is inside.
        const vector3d origin = in_double(pair.a.position);
        const vector3d way = in_double(source.direction());
        const vector3d inside = (farthest(pair.a, way, origin) + farthest(pair.a, -way, origin)) * 0.5;
        double outside = -1e300;
        for (int i = 0; i < 120; ++i) {
            const vector3d direction = in_double(source.direction());
            outside = std::max(outside, dot(inside - farthest(pair.b, direction, origin), direction));
        }
        if (outside < -0.1) {
            EXPECT_GT(collided(pair.a, pair.b).count, 0u);
        }
    });
}

TEST(collide, reports_points_that_lie_on_both_shapes_up_to_their_separation) {
    for_many_pairs(scalar(-0.3), scalar(0.05), [](const shape_pair& pair, pair_source& source) {
        const manifold found = collided(pair.a, pair.b);
        const vector3d origin = in_double(pair.a.position);
        for (std::uint32_t p = 0; p < found.count; ++p) {
            EXPECT_LE(found.points[p].separation, margin);
            const vector3d point = in_double(found.points[p].offset);
            const double part = has_rim(pair) ? 1 : 0.5;
            const double slack = 0.01 + part * std::abs(static_cast<double>(found.points[p].separation));
            for (int i = 0; i < 50; ++i) {
                const vector3d direction = in_double(source.direction());
                for (const placed_shape* shape : {&pair.a, &pair.b}) {
                    if (shape->kind == shape_kind::plane) {
                        const vector3d up = in_double(shape->rotation.column(1));
                        EXPECT_LE(dot(point - (in_double(shape->position) - origin), up), slack);
                    } else {
                        EXPECT_LE(dot(point - farthest(*shape, direction, origin), direction), slack);
                    }
                }
            }
        }
    });
}

TEST(collide, points_the_normal_from_the_first_shape_to_the_second) {
    for_many_pairs(scalar(-0.01), scalar(0.04), [](const shape_pair& pair, pair_source&) {
        const manifold found = collided(pair.a, pair.b);
        if (found.count == 0 || pair.a.kind == shape_kind::plane || pair.b.kind == shape_kind::plane) {
            return;
        }
        // The origin of a hull is somewhere inside.
        EXPECT_GT(dot(found.normal, pair.b.position - pair.a.position), scalar(-0.2));
    });
}

TEST(collide, finds_the_same_gap_when_both_shapes_move_together) {
    for_many_pairs(scalar(-0.2), scalar(0.04), [](const shape_pair& pair, pair_source& source) {
        const manifold before = collided(pair.a, pair.b);
        shape_pair moved = pair;
        const matrix3 turn = source.rotation();
        const vector3 shift = source.direction();
        for (placed_shape* shape : {&moved.a, &moved.b}) {
            shape->rotation = turn * shape->rotation;
            shape->position = turn * shape->position + shift;
        }
        const manifold after = collided(moved.a, moved.b);
        if (before.count == 0 || after.count == 0) {
            const bool is_near_the_margin =
                deepest(before.count == 0 ? after : before) > static_cast<double>(margin) - 0.02;
            EXPECT_TRUE(before.count == after.count || is_near_the_margin);
            return;
        }
        EXPECT_NEAR(deepest(before), deepest(after), has_rim(pair) ? 0.03 : 0.012);
        if (before.count != after.count) {
            return;
        }
        for (std::uint32_t i = 0; i < before.count; ++i) {
            if (before.points[i].feature != after.points[i].feature) {
                return;
            }
        }
        if (length(turn * before.normal - after.normal) > scalar(0.01)) {
            return;
        }
        // The direction in which curved edges are nearest is found to about the root of the rounding.
        for (std::uint32_t i = 0; i < before.count; ++i) {
            EXPECT_LE(length(turn * before.points[i].offset - after.points[i].offset),
                      has_rim(pair) ? scalar(0.05) : scalar(1e-3));
        }
    });
}

TEST(collide, keeps_the_names_of_points_while_shapes_move_a_little) {
    int same = 0;
    int all = 0;
    for_many_pairs(scalar(-0.05), scalar(0), [&](const shape_pair& pair, pair_source& source) {
        const manifold before = collided(pair.a, pair.b);
        shape_pair moved = pair;
        moved.b.position += source.direction() * scalar(1e-5);
        moved.b.rotation =
            to_matrix(quaternion::from_axis_angle(source.direction(), scalar(1e-5))) * moved.b.rotation;
        const manifold after = collided(moved.a, moved.b);
        std::multiset<std::uint32_t> names;
        for (std::uint32_t i = 0; i < before.count; ++i) {
            names.insert(before.points[i].feature);
        }
        EXPECT_EQ(names.size(), std::set<std::uint32_t>(names.begin(), names.end()).size());
        std::multiset<std::uint32_t> later;
        for (std::uint32_t i = 0; i < after.count; ++i) {
            later.insert(after.points[i].feature);
        }
        same += names == later ? 1 : 0;
        ++all;
    });
    EXPECT_GE(same * 100, all * 99);
}

TEST(collide, is_as_precise_far_from_the_origin_as_positions_are) {
    for_many_pairs(scalar(-0.1), scalar(0.02), [](const shape_pair& pair, pair_source&) {
        shape_pair far = pair;
        const vector3 shift{4096, -2048, 1024};
        far.a.position += shift;
        far.b.position += shift;
        // What the positions were rounded to.
        shape_pair near = far;
        near.a.position -= shift;
        near.b.position -= shift;
        const manifold found = collided(far.a, far.b);
        const manifold expected = collided(near.a, near.b);
        ASSERT_EQ(found.count, expected.count);
        for (std::uint32_t i = 0; i < found.count; ++i) {
            EXPECT_NEAR(found.points[i].separation, expected.points[i].separation, 1e-5);
            EXPECT_LE(length(found.points[i].offset - expected.points[i].offset), scalar(1e-5));
        }
    });
}

TEST(collide, gives_numbers_for_shapes_in_the_same_place) {
    pair_source source(3);
    for (const shape_kind a : all_kinds) {
        for (const shape_kind b : all_kinds) {
            for (const bool is_turned : {false, true}) {
                shape_pair pair{source.shape_of(a), source.shape_of(b)};
                pair.a.position = pair.b.position = {};
                pair.a.rotation = matrix3::identity();
                pair.b.rotation =
                    is_turned ? matrix3::from_rows({0, 0, 1}, {1, 0, 0}, {0, 1, 0}) : matrix3::identity();
                const manifold found = collided(pair.a, pair.b);
                EXPECT_TRUE(is_finite(found.normal));
                for (std::uint32_t i = 0; i < found.count; ++i) {
                    EXPECT_TRUE(is_finite(found.points[i].offset));
                    EXPECT_TRUE(is_finite(found.points[i].separation));
                }
                if (a != shape_kind::plane && b != shape_kind::plane) {
                    EXPECT_GT(found.count, 0u) << name_of(a) << " " << name_of(b);
                }
            }
        }
    }
}

} // namespace
} // namespace orrery::rigid::test
