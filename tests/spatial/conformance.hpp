// What every broad phase promises, compared with brute force on every distribution. A structure's own test
// instantiates the suite:
//
//   INSTANTIATE_TEST_SUITE_P(kd_tree, broad_phase_conformance, test::for_boxes_of_all_types<kd_tree>());
#pragma once

#include "tests/spatial/brute_force.hpp"
#include "tests/spatial/distributions.hpp"
#include "tests/spatial/tested_broad_phase.hpp"

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
#include <functional>
#include <span>
#include <tuple>
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

// Structures for boxes of all types, behind one interface each.
using tested_structures =
    std::tuple<std::function<tested_pointer<aabb2f>()>, std::function<tested_pointer<aabb2d>()>,
               std::function<tested_pointer<aabb2i>()>, std::function<tested_pointer<aabb3f>()>,
               std::function<tested_pointer<aabb3d>()>, std::function<tested_pointer<aabb3i>()>>;

template <template <typename> typename Structure>
[[nodiscard]] auto for_boxes_of_all_types() {
    return testing::Values(tested_structures{make_tested<Structure<aabb2f>>, make_tested<Structure<aabb2d>>,
                                             make_tested<Structure<aabb2i>>, make_tested<Structure<aabb3f>>,
                                             make_tested<Structure<aabb3d>>, make_tested<Structure<aabb3i>>});
}

// Its tests are in conformance.cpp.
class broad_phase_conformance : public testing::TestWithParam<tested_structures> {};

} // namespace orrery::spatial::test
