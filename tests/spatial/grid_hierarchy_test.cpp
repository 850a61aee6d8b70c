#include "tests/core/allocation_count.hpp"
#include "tests/spatial/conformance.hpp"

#include <orrery/math/simd/level.hpp>
#include <orrery/spatial/grid_hierarchy.hpp>

namespace orrery::spatial::test {
namespace {

INSTANTIATE_TEST_SUITE_P(grid_hierarchy, broad_phase_conformance, for_boxes_of_all_types<grid_hierarchy>());

TEST(grid_hierarchy, finds_the_same_pairs_in_the_same_order_at_every_simd_width) {
    expect_the_same_order_at_every_simd_width<grid_hierarchy<aabb2f>>();
    expect_the_same_order_at_every_simd_width<grid_hierarchy<aabb3d>>();
    expect_the_same_order_at_every_simd_width<grid_hierarchy<aabb2i>>();
}

TEST(grid_hierarchy, has_one_grid_for_boxes_of_similar_size_and_more_for_others) {
    grid_hierarchy<aabb2f> grids;
    const auto count_for = [&](distribution kind) {
        grids.build(make_boxes<aabb2f>(kind, 500, 1));
        return grids.grid_count();
    };
    EXPECT_EQ(count_for(distribution::uniform), 1u);
    EXPECT_EQ(count_for(distribution::identical), 1u);
    EXPECT_GT(count_for(distribution::mixed_by_12), 1u);
    EXPECT_GT(count_for(distribution::mixed_by_1000), 2u);
}

TEST(grid_hierarchy, looks_up_neighbours_of_other_sizes_in_whichever_grid_is_cheaper) {
    // Few large boxes among many small ones, and few small ones among many large ones.
    for (const std::size_t large_count : {5, 500}) {
        std::vector<aabb2f> boxes = make_boxes<aabb2f>(distribution::uniform, large_count, 2);
        for (aabb2f& box : boxes) {
            box = inflate(box, 100);
        }
        for (const aabb2f& box : make_boxes<aabb2f>(distribution::points, 505 - large_count, 3)) {
            boxes.push_back(inflate(box, 1));
        }
        grid_hierarchy<aabb2f> grids;
        grids.build(boxes);
        EXPECT_EQ(sorted(as_vector(pairs(grids))), all_pairs(std::span<const aabb2f>(boxes)));
    }
}

TEST(grid_hierarchy, copes_with_boxes_far_away_from_all_others) {
    std::vector<aabb2f> boxes = make_boxes<aabb2f>(distribution::uniform, 600, 9);
    for (const float away : {1e9F, -1e12F, 1e30F}) {
        boxes.push_back(translate(boxes[1], {away, 0}));
        boxes.push_back(translate(boxes[1], {away, away}));
        boxes.push_back(boxes.back());
    }
    grid_hierarchy<aabb2f> grids;
    grids.build(boxes);
    EXPECT_EQ(sorted(as_vector(pairs(grids))), all_pairs(std::span<const aabb2f>(boxes)));
}

TEST(grid_hierarchy, allocates_nothing_when_built_over_as_many_boxes_again) {
    const std::vector<aabb2f> boxes = make_boxes<aabb2f>(distribution::mixed_by_12, 2000, 6);
    grid_hierarchy<aabb2f> grids;
    pair_list found;
    const auto frame = [&] {
        grids.build(boxes);
        find_pairs(grids, found);
    };
    frame();
    frame();
    EXPECT_EQ(orrery::test::allocations_during(frame), 0u);
}

} // namespace
} // namespace orrery::spatial::test
