// Questions about a body with a mesh, compared with what each triangle would answer alone.
#include "tests/rigid/sample_shapes.hpp"
#include "tests/rigid/small_world.hpp"
#include "tests/rigid/surface_samples.hpp"

#include <orrery/math/elementary.hpp>
#include <orrery/rigid/query.hpp>
#include <orrery/rigid/shapes/shape_cast.hpp>
#include <orrery/rigid/shapes/shape_ray.hpp>

#include <gtest/gtest.h>

namespace orrery::rigid {
namespace {

// A surface that knows nothing better than to collect.
class plain_surface final : public surface {
public:
    explicit plain_surface(test::mesh_pointer from)
        : from_(std::move(from)) {}

    [[nodiscard]] shape_id id() const noexcept override { return from_->id(); }

    [[nodiscard]] const aabb3& bounds() const noexcept override { return from_->bounds(); }

    [[nodiscard]] std::uint64_t triangle_count() const noexcept override { return from_->triangle_count(); }

    [[nodiscard]] bool has_materials() const noexcept override { return false; }

    void collect(const aabb3& box, std::vector<surface_triangle>& found) const override {
        from_->collect(box, found);
    }

private:
    test::mesh_pointer from_;
};

class surface_queries : public testing::Test {
protected:
    surface_queries() {
        ground = test::landscape(16, scalar(0.5), [](scalar x, scalar z) {
            return scalar(0.4) * sin(scalar(1.3) * x) * cos(scalar(1.7) * z);
        });
        ground->collect(ground->bounds(), triangles);
        where = {{3, -2, 1}, quaternion::from_axis_angle(normalize(vector3{1, 1, 0}), scalar(0.4))};
        const shape form = sandbox.world.shapes().add_mesh(ground).value();
        body = sandbox.add({.kind = body_kind::fixed,
                            .position = where.position,
                            .orientation = where.rotation,
                            .shape = form});
    }

    [[nodiscard]] placed_shape triangle_in_world(const surface_triangle& triangle) const {
        placed_shape placed = test::shape_of(triangle);
        placed.position = where.position;
        placed.rotation = to_matrix(where.rotation);
        return placed;
    }

    [[nodiscard]] transform3 sample_transform(xoshiro256& source, scalar height) const {
        const vector3 above{uniform_real<scalar>(source, -3, 3), height, uniform_real<scalar>(source, -3, 3)};
        return {transform_point(where, above), unit_quaternion<scalar>(source)};
    }

    orrery::test::small_world sandbox;
    test::mesh_pointer ground;
    std::vector<surface_triangle> triangles;
    transform3 where;
    entity body;
};

TEST_F(surface_queries, a_ray_meets_the_first_triangle_from_its_front) {
    const queries seen(sandbox.world);
    const plain_surface plain(ground);
    xoshiro256 source(21);
    int hits = 0;
    for (int round = 0; round < 300; ++round) {
        const vector3 origin = sample_transform(source, round % 5 == 0 ? scalar(-2) : scalar(2)).position;
        const ray3 ray{origin, unit_vector<vector3>(source)};
        std::optional<shape_ray_hit> nearest;
        for (const surface_triangle& triangle : triangles) {
            const auto hit = cast_ray(ray, triangle_in_world(triangle), 20);
            nearest = hit && (!nearest || hit->t < nearest->t) ? hit : nearest;
        }
        const auto answer = seen.first_ray_hit({.ray = ray, .farthest = 20});
        ASSERT_EQ(answer.has_value(), nearest.has_value()) << round;
        placed_shape placed;
        placed.kind = shape_kind::mesh;
        placed.mesh = &plain;
        placed.position = where.position;
        placed.rotation = to_matrix(where.rotation);
        const auto collected = cast_ray(ray, placed, 20);
        ASSERT_EQ(collected.has_value(), nearest.has_value()) << round;
        if (answer) {
            ++hits;
            EXPECT_NEAR(answer->t, nearest->t, 1e-5);
            EXPECT_NEAR(collected->t, nearest->t, 1e-5);
            EXPECT_LT(dot(answer->normal, ray.direction), scalar(0));
        }
    }
    EXPECT_GT(hits, 60);
}

TEST_F(surface_queries, the_nearest_point_is_that_of_the_nearest_triangle) {
    const queries seen(sandbox.world);
    xoshiro256 source(22);
    for (int round = 0; round < 60; ++round) {
        const shape_kind kind =
            test::convex_kinds[static_cast<std::size_t>(round) % 4]; // hulls are in stores
        const placed_shape sample =
            test::sample_shape(source, kind, sample_transform(source, uniform_real<scalar>(source, -1, 4)));
        scalar nearest = 100;
        for (const surface_triangle& triangle : triangles) {
            nearest = min(nearest, gap_between(sample, triangle_in_world(triangle)).distance);
        }
        const shape what{.size = sample.size, .kind = kind};
        const transform3 at{sample.position, to_quaternion(sample.rotation)};
        const auto answer = seen.nearest({.what = what, .where = at});
        ASSERT_TRUE(answer.has_value());
        EXPECT_NEAR(answer->distance, nearest, 1e-4) << round;
        std::vector<body_part> overlapping;
        seen.find_overlaps({.what = what, .where = at}, overlapping);
        if (nearest > scalar(1e-4)) {
            EXPECT_TRUE(overlapping.empty());
            EXPECT_NEAR(distance(answer->on_body, answer->on_question), nearest, 1e-4);
        } else if (nearest == 0) {
            EXPECT_EQ(overlapping.size(), 1u);
        }
    }
}

TEST_F(surface_queries, a_moving_shape_meets_the_first_triangle_in_its_way) {
    const queries seen(sandbox.world);
    xoshiro256 source(23);
    int hits = 0;
    for (int round = 0; round < 60; ++round) {
        const shape_kind kind = test::convex_kinds[static_cast<std::size_t>(round) % 4];
        const transform3 start = sample_transform(source, scalar(2.5));
        const placed_shape sample = test::sample_shape(source, kind, start);
        const vector3 down = rotate(where.rotation, {0, scalar(-2.5), 0});
        moving_shape moving;
        moving.what = {.size = sample.size, .kind = kind};
        moving.start = start;
        moving.displacement = down + unit_vector<vector3>(source) * 2;
        moving.turn = round % 2 == 0 ? vector3{} : unit_vector<vector3>(source);
        std::optional<shape_cast_hit> first;
        for (const surface_triangle& triangle : triangles) {
            moving_shape resting;
            resting.what.kind = shape_kind::triangle;
            resting.triangle = &triangle;
            resting.start = where;
            const auto hit = cast_shapes(moving, resting, scalar(0.001));
            first = hit && (!first || hit->fraction < first->fraction) ? hit : first;
        }
        const auto answer = seen.first_cast_hit(
            {.what = moving.what, .start = start, .displacement = moving.displacement, .turn = moving.turn});
        ASSERT_EQ(answer.has_value(), first.has_value()) << round;
        if (answer) {
            ++hits;
            // Hits may differ by a quarter of the slop, and grazing ones take longer for it.
            EXPECT_NEAR(answer->fraction, first->fraction, 5e-4) << round;
            EXPECT_GT(dot(answer->normal, rotate(where.rotation, {0, 1, 0})), scalar(0)) << round;
        }
    }
    EXPECT_GT(hits, 30);
}

TEST_F(surface_queries, from_behind_nothing_is_met) {
    const queries seen(sandbox.world);
    const vector3 below = transform_point(where, {0, -2, 0});
    const vector3 up = rotate(where.rotation, {0, 4, 0});
    EXPECT_FALSE(seen.first_ray_hit({.ray = {below, up}}));
    EXPECT_FALSE(
        seen.first_cast_hit({.what = sphere(scalar(0.3)), .start = {below, {}}, .displacement = up}));
}

} // namespace
} // namespace orrery::rigid
