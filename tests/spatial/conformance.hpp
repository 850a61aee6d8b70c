// What every broad phase promises, compared with brute force on every distribution. A structure's own test
// instantiates the suite:
//
//   INSTANTIATE_TYPED_TEST_SUITE_P(kd_tree, broad_phase_conformance, test::for_all_boxes<kd_tree>);
#pragma once

#include "tests/spatial/brute_force.hpp"
#include "tests/spatial/distributions.hpp"

#include <orrery/core/jobs/thread_pool.hpp>
#include <orrery/math/simd/level.hpp>
#include <orrery/spatial/box_query.hpp>
#include <orrery/spatial/broad_phase.hpp>
#include <orrery/spatial/nearest.hpp>
#include <orrery/spatial/pairs.hpp>
#include <orrery/spatial/ray_query.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

namespace orrery::spatial::test {

template <template <typename> typename Structure>
using for_all_boxes = testing::Types<Structure<aabb2f>, Structure<aabb2d>, Structure<aabb2i>,
                                     Structure<aabb3f>, Structure<aabb3d>, Structure<aabb3i>>;

// Calls check(boxes, source) for sets of all distributions and of many sizes, the smallest ones included.
template <any_box Box, typename Check>
void for_many_sets(Check&& check) {
    constexpr std::array<std::size_t, 9> counts{0, 1, 2, 3, 17, 64, 65, 300, 900};
    for (const distribution kind : all_distributions) {
        for (const std::size_t count : counts) {
            SCOPED_TRACE(testing::Message()
                         << "distribution " << static_cast<int>(kind) << ", " << count << " boxes");
            xoshiro256 source(count * 31 + static_cast<std::size_t>(kind));
            const std::vector<Box> boxes = make_boxes<Box>(kind, count, source());
            check(std::span<const Box>(boxes), source);
            if (testing::Test::HasFailure()) {
                return;
            }
        }
    }
}

// For structures whose settings have a SIMD level.
template <typename Structure>
void expect_the_same_order_at_every_simd_width() {
    for (const distribution kind : all_distributions) {
        const std::vector<box_of<Structure>> boxes = make_boxes<box_of<Structure>>(kind, 700, 11);
        Structure scalar({.simd_level = simd::level::scalar});
        scalar.build(boxes);
        const std::vector<index_pair> expected = as_vector(pairs(scalar));
        for (const simd::level width : simd::all_levels) {
            Structure wide({.simd_level = width});
            wide.build(boxes);
            EXPECT_EQ(as_vector(pairs(wide)), expected) << simd::name(width);
        }
    }
}

template <any_box Box>
point_of<Box> random_point(xoshiro256& source, double reach) {
    point_of<Box> point;
    for (int axis = 0; axis < Box::dimension; ++axis) {
        point[axis] = static_cast<real_of<Box>>(std::floor(uniform_real<double>(source, -reach, reach)));
    }
    return point;
}

template <any_box Box>
Box random_area(xoshiro256& source) {
    using T = typename Box::value_type;
    const double size = chance(source, 0.2) ? 0 : uniform_real<double>(source, 0, 400);
    const point_of<Box> corner = random_point<Box>(source, world_size);
    Box area;
    for (int axis = 0; axis < Box::dimension; ++axis) {
        area.min[axis] = static_cast<T>(corner[axis]);
        area.max[axis] = static_cast<T>(corner[axis] + static_cast<real_of<Box>>(std::floor(size)));
    }
    return area;
}

// Rays in all directions, along the axes too.
template <any_box Box>
ray_of<Box> random_ray(xoshiro256& source) {
    ray_of<Box> ray{random_point<Box>(source, world_size * 2), random_point<Box>(source, 8)};
    if (chance(source, 0.3)) {
        ray.direction[static_cast<int>(uniform_below(source, Box::dimension))] = 0;
    }
    return ray;
}

template <typename Structure>
class broad_phase_conformance : public testing::Test {};

TYPED_TEST_SUITE_P(broad_phase_conformance);

TYPED_TEST_P(broad_phase_conformance, models_the_concept) {
    static_assert(broad_phase<TypeParam>);
}

TYPED_TEST_P(broad_phase_conformance, reaches_each_element_once_with_its_own_box) {
    using box = box_of<TypeParam>;
    for_many_sets<box>([](std::span<const box> boxes, xoshiro256&) {
        TypeParam structure;
        structure.build(boxes);
        ASSERT_EQ(structure.size(), boxes.size());
        std::vector<int> times(boxes.size());
        traverse(
            structure, [](const box&) { return true; },
            [&](std::uint32_t index, auto&& own) {
                static_assert(std::is_const_v<std::remove_reference_t<decltype(own)>>,
                              "a query must not be able to change a box");
                ASSERT_LT(index, boxes.size());
                EXPECT_EQ(own, boxes[index]);
                ++times[index];
            });
        EXPECT_EQ(times, std::vector<int>(boxes.size(), 1));
    });
}

TYPED_TEST_P(broad_phase_conformance, reports_each_intersecting_pair_once) {
    using box = box_of<TypeParam>;
    for_many_sets<box>([](std::span<const box> boxes, xoshiro256&) {
        TypeParam structure;
        structure.build(boxes);
        const std::vector<index_pair> found = as_vector(pairs(structure));
        EXPECT_EQ(sorted(found), all_pairs(boxes));

        std::vector<index_pair> visited;
        for_each_pair(structure, [&](std::uint32_t a, std::uint32_t b) { visited.push_back({a, b}); });
        EXPECT_EQ(visited, found);
    });
}

TYPED_TEST_P(broad_phase_conformance, finds_the_pairs_between_two_sets) {
    using box = box_of<TypeParam>;
    for_many_sets<box>([](std::span<const box> boxes, xoshiro256& source) {
        TypeParam structure;
        structure.build(boxes);
        const std::vector<box> others = make_boxes<box>(distribution::mixed_by_12, 100, source());
        EXPECT_EQ(sorted(as_vector(pairs_between(structure, std::span<const box>(others)))),
                  all_pairs_between(boxes, std::span<const box>(others)));
    });
}

TYPED_TEST_P(broad_phase_conformance, answers_box_queries) {
    using box = box_of<TypeParam>;
    for_many_sets<box>([](std::span<const box> boxes, xoshiro256& source) {
        TypeParam structure;
        structure.build(boxes);
        for (int query = 0; query < 20; ++query) {
            const box area = random_area<box>(source);
            EXPECT_EQ(sorted(intersecting(structure, area)),
                      all_where(boxes, [&](const box& each) { return intersects(each, area); }));
            EXPECT_EQ(sorted(inside(structure, area)),
                      all_where(boxes, [&](const box& each) { return contains(area, each); }));
            EXPECT_EQ(sorted(containing(structure, area)),
                      all_where(boxes, [&](const box& each) { return contains(each, area); }));
        }
    });
}

TYPED_TEST_P(broad_phase_conformance, casts_rays) {
    using box = box_of<TypeParam>;
    using real = real_of<box>;
    constexpr real infinity = std::numeric_limits<real>::infinity();
    for_many_sets<box>([](std::span<const box> boxes, xoshiro256& source) {
        TypeParam structure;
        structure.build(boxes);
        // Every third element is not really there; the others are hit a little later than their box.
        const auto fine = [](std::uint32_t index, const box&, real enter) {
            return index % 3 == 0 ? std::nullopt
                                  : std::optional<real>(enter + static_cast<real>(index % 4) / 8);
        };
        for (int query = 0; query < 20; ++query) {
            const ray_of<box> ray = random_ray<box>(source);
            const auto plain = all_ray_hits(boxes, ray, infinity, hit_the_box{});
            EXPECT_EQ(ray_hits(structure, ray), plain);
            EXPECT_EQ(first_ray_hits(structure, ray), earliest(plain));
            for (const real farthest : {infinity, real{50}}) {
                const auto tested = all_ray_hits(boxes, ray, farthest, fine);
                EXPECT_EQ(ray_hits(structure, ray, fine, farthest), tested);
                EXPECT_EQ(first_ray_hits(structure, ray, fine, farthest), earliest(tested));
            }
        }
    });
}

TYPED_TEST_P(broad_phase_conformance, finds_the_nearest_with_ties_from_near_and_far) {
    using box = box_of<TypeParam>;
    using real = real_of<box>;
    for_many_sets<box>([](std::span<const box> boxes, xoshiro256& source) {
        TypeParam structure;
        structure.build(boxes);
        const auto rounder = [](std::uint32_t index, const box&, real least) {
            return least + static_cast<real>(index % 5);
        };
        for (const double reach : {world_size, world_size * 1e4}) {
            for (const std::size_t k : {0, 1, 2, 10, 100}) {
                const point_of<box> point = random_point<box>(source, reach);
                EXPECT_EQ(nearest(structure, point, k), all_nearest(boxes, point, k, distance_of_box{}));
                EXPECT_EQ(nearest(structure, point, k, rounder), all_nearest(boxes, point, k, rounder));
            }
        }
    });
}

TYPED_TEST_P(broad_phase_conformance, gives_the_same_order_on_any_number_of_threads) {
    using box = box_of<TypeParam>;
    for (const distribution kind :
         {distribution::uniform, distribution::clustered, distribution::mixed_by_12, distribution::lattice}) {
        const std::vector<box> boxes = make_boxes<box>(kind, 4000, 5);
        TypeParam alone;
        alone.build(boxes);
        const std::vector<index_pair> expected = as_vector(pairs(alone));
        const std::vector<index_pair> between =
            as_vector(pairs_between(alone, std::span<const box>(boxes).first(500)));
        const std::vector<std::uint32_t> reached = intersecting(alone, boxes[7]);
        for (const std::uint32_t threads : {1u, 2u, 3u}) {
            thread_pool jobs(threads);
            TypeParam together;
            together.build(boxes, jobs);
            EXPECT_TRUE(are_equal(as_vector(pairs(together)), expected));
            EXPECT_TRUE(are_equal(as_vector(pairs(together, jobs)), expected));
            EXPECT_TRUE(are_equal(
                as_vector(pairs_between(together, std::span<const box>(boxes).first(500), jobs)), between));
            EXPECT_EQ(intersecting(together, boxes[7]), reached);

            std::vector<std::vector<index_pair>> by_task(together.pair_tasks());
            for_each_pair(together, jobs, [&](std::uint32_t task, std::uint32_t a, std::uint32_t b) {
                by_task[task].push_back({a, b});
            });
            std::vector<index_pair> visited;
            for (const std::vector<index_pair>& part : by_task) {
                visited.insert(visited.end(), part.begin(), part.end());
            }
            EXPECT_TRUE(are_equal(visited, expected));
        }
    }
}

TYPED_TEST_P(broad_phase_conformance, finds_the_same_pairs_in_shuffled_input) {
    using box = box_of<TypeParam>;
    for_many_sets<box>([](std::span<const box> boxes, xoshiro256& source) {
        std::vector<std::uint32_t> order(boxes.size());
        std::iota(order.begin(), order.end(), 0u);
        shuffle(std::span(order), source);
        std::vector<box> shuffled;
        for (const std::uint32_t index : order) {
            shuffled.push_back(boxes[index]);
        }
        TypeParam structure;
        structure.build(std::span<const box>(shuffled));
        std::vector<index_pair> renamed;
        for (const auto [a, b] : pairs(structure)) {
            renamed.push_back(ordered_pair(order[a], order[b]));
        }
        EXPECT_EQ(sorted(renamed), all_pairs(boxes));
    });
}

TYPED_TEST_P(broad_phase_conformance, forgets_the_boxes_before_when_built_again) {
    using box = box_of<TypeParam>;
    TypeParam structure;
    for (const std::size_t count : {900, 40, 0, 1, 900}) {
        for (const distribution kind : {distribution::uniform, distribution::mixed_by_1000}) {
            const std::vector<box> boxes = make_boxes<box>(kind, count, count);
            structure.build(std::span<const box>(boxes));
            EXPECT_EQ(sorted(as_vector(pairs(structure))), all_pairs(std::span<const box>(boxes)));
            EXPECT_EQ(nearest(structure, {}, 5),
                      all_nearest(std::span<const box>(boxes), {}, 5, distance_of_box{}));
        }
    }
}

REGISTER_TYPED_TEST_SUITE_P(broad_phase_conformance, models_the_concept,
                            reaches_each_element_once_with_its_own_box, reports_each_intersecting_pair_once,
                            finds_the_pairs_between_two_sets, answers_box_queries, casts_rays,
                            finds_the_nearest_with_ties_from_near_and_far,
                            gives_the_same_order_on_any_number_of_threads,
                            finds_the_same_pairs_in_shuffled_input,
                            forgets_the_boxes_before_when_built_again);

} // namespace orrery::spatial::test
