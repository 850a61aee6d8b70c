#include "tests/spatial/distributions.hpp"

#include <orrery/spatial/box_pack.hpp>
#include <orrery/spatial/nearest.hpp>
#include <orrery/spatial/ray_query.hpp>

#include <gtest/gtest.h>

#include <cstring>

namespace orrery::spatial::test {
namespace {

template <typename Box>
class box_pack_of : public testing::Test {};

using all_boxes = testing::Types<aabb2f, aabb2d, aabb2i, aabb3f, aabb3d, aabb3i>;
TYPED_TEST_SUITE(box_pack_of, all_boxes);

// Calls check(pack, boxes) for packs of boxes of every kind.
template <any_box Box, int Width, typename Check>
void for_many_packs(Check&& check) {
    for (const distribution kind : all_distributions) {
        for (std::uint64_t seed = 0; seed < 50; ++seed) {
            const std::vector<Box> boxes = make_boxes<Box>(kind, Width, seed);
            box_pack<Box, Width> pack;
            for (int lane = 0; lane < Width; ++lane) {
                pack.set(lane, boxes[static_cast<std::size_t>(lane)]);
            }
            check(pack, std::span<const Box>(boxes), make_boxes<Box>(kind, 1, seed + 1000)[0], seed);
        }
    }
}

template <typename T>
bool have_equal_bits(T a, T b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

template <any_box Box, int Width>
void compare_tests() {
    for_many_packs<Box, Width>(
        [](const auto& pack, std::span<const Box> boxes, const Box& area, std::uint64_t) {
            for (int lane = 0; lane < Width; ++lane) {
                const Box& box = boxes[static_cast<std::size_t>(lane)];
                EXPECT_EQ(pack[lane], box);
                EXPECT_EQ((intersects(pack, area) >> lane & 1) != 0, intersects(box, area));
                EXPECT_EQ((contains(pack, area) >> lane & 1) != 0, contains(box, area));
                EXPECT_TRUE((intersects(pack, box) >> lane & 1) != 0);
                EXPECT_TRUE((contains(pack, box) >> lane & 1) != 0);
            }
        });
}

template <any_box Box, int Width>
void compare_numbers() {
    using real = real_of<Box>;
    for_many_packs<Box, Width>(
        [](const auto& pack, std::span<const Box> boxes, const Box&, std::uint64_t seed) {
            xoshiro256 source(seed);
            point_of<Box> point;
            ray_of<Box> ray;
            for (int axis = 0; axis < Box::dimension; ++axis) {
                point[axis] = uniform_real<real>(source, -2000, 2000);
                ray.origin[axis] = point[axis];
                ray.direction[axis] = chance(source, 0.2) ? real{0} : uniform_real<real>(source, -1, 1);
            }
            if (chance(source, 0.5)) { // through a corner, where the last bit decides
                ray.direction = real_box(boxes[seed % Width]).min - ray.origin;
            }
            const real farthest = chance(source, 0.5) ? std::numeric_limits<real>::infinity() : real{1500};
            const spatial::detail::entry_time<Box> enter(ray, farthest);
            const auto distances = distance_squared(pack, point);
            const auto times = enter(pack);
            for (int lane = 0; lane < Width; ++lane) {
                const Box& box = boxes[static_cast<std::size_t>(lane)];
                EXPECT_TRUE(have_equal_bits(distances[lane], distance_squared(box, point)));
                EXPECT_TRUE(have_equal_bits(times[lane], enter(box)));
            }
        });
}

TYPED_TEST(box_pack_of, tests_each_lane_as_the_single_box) {
    compare_tests<TypeParam, 4>();
    compare_tests<TypeParam, 8>();
}

TYPED_TEST(box_pack_of, computes_in_each_lane_the_bits_of_the_single_box) {
    compare_numbers<TypeParam, 4>();
    compare_numbers<TypeParam, 8>();
}

TEST(packed_node, knows_its_slots) {
    packed_node<aabb2f, 8> node;
    node.child_count = 3;
    node.element_count = 5;
    EXPECT_EQ(node.child_bits(), 0b111u);
    EXPECT_EQ(node.element_bits(), 0b11111000u);
    EXPECT_EQ(node.used_bits(), 0xffu);
}

} // namespace
} // namespace orrery::spatial::test
