#include "tests/core/allocation_count.hpp"
#include "tests/spatial/conformance.hpp"

#include <orrery/spatial/grid.hpp>

namespace orrery::spatial::test {
namespace {

INSTANTIATE_TEST_SUITE_P(grid, broad_phase_conformance, for_boxes_of_all_types<grid>());

TEST(grid, lists_each_element_in_the_cell_of_its_lower_corner) {
    const std::vector<aabb2f> boxes = make_boxes<aabb2f>(distribution::uniform, 500, 1);
    grid<aabb2f> cells;
    cells.build(boxes);
    for (std::uint32_t index = 0; index < boxes.size(); ++index) {
        const auto neighbors = cells.in_cell_of(boxes[index].min);
        EXPECT_EQ(std::count(neighbors.begin(), neighbors.end(), index), 1);
        for (const std::uint32_t other : neighbors) {
            const vector2f apart = abs(boxes[other].min - boxes[index].min);
            EXPECT_TRUE(all_less_equal(apart, cells.cell_size() * 1.001F));
        }
    }
}

TEST(grid, finds_the_same_pairs_in_the_same_order_at_every_simd_width) {
    expect_the_same_order_at_every_simd_width<grid<aabb2f>>();
    expect_the_same_order_at_every_simd_width<grid<aabb3i>>();
}

TEST(grid, of_nothing_has_nothing_in_any_cell) {
    grid<aabb3d> cells;
    cells.build({});
    EXPECT_TRUE(cells.in_cell_of({1, 2, 3}).empty());
}

TEST(grid, keeps_the_number_of_cells_in_proportion_to_the_boxes) {
    const std::vector<aabb2f> boxes = make_boxes<aabb2f>(distribution::points, 1000, 1);
    for (const double most : {0.5, 1.0, 8.0}) {
        grid<aabb2f> cells({.most_cells_a_box = most});
        cells.build(boxes);
        EXPECT_LE(static_cast<double>(cells.cell_count()), most * 1000);
        EXPECT_GE(static_cast<double>(cells.cell_count()), most * 1000 / 8);
    }
}

TEST(grid, has_cells_as_large_as_asked_for) {
    grid<aabb2i> cells({.least_cell_size = 300});
    cells.build(make_boxes<aabb2i>(distribution::uniform, 1000, 1));
    EXPECT_GE(smallest_component(cells.cell_size()), 300);
}

TEST(grid, finds_all_pairs_whatever_its_region) {
    const std::vector<aabb2f> boxes = make_boxes<aabb2f>(distribution::clustered, 500, 1);
    for (const aabb2f region : {aabb2f{{-10, -10}, {10, 10}}, aabb2f{{500, 500}, {500, 500}},
                                aabb2f{{-1e6F, -1e6F}, {1e6F, 1e6F}}}) {
        grid<aabb2f> cells({.region = region});
        cells.build(boxes);
        EXPECT_EQ(sorted(as_vector(pairs(cells))), all_pairs(std::span<const aabb2f>(boxes)));
    }
}

TEST(grid, refuses_an_inverted_region) {
    grid<aabb2f> cells({.region = aabb2f{{1, 1}, {0, 0}}});
    EXPECT_DEATH(cells.build({}), "the region of a grid must not be inverted");
}

TEST(grid, allocates_nothing_when_built_over_as_many_boxes_again) {
    const std::vector<aabb3f> boxes = make_boxes<aabb3f>(distribution::uniform, 2000, 6);
    grid<aabb3f> cells;
    pair_list found;
    const auto frame = [&] {
        cells.build(boxes);
        find_pairs(cells, found);
    };
    frame();
    frame();
    EXPECT_EQ(orrery::test::allocations_during(frame), 0u);
}

} // namespace
} // namespace orrery::spatial::test
