#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/spatial/wrapped_grid.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace orrery::spatial {

namespace {

using grid = wrapped_grid<float>;

std::vector<vector2f> random_points(std::size_t count, float size, std::uint64_t seed) {
    xoshiro256 random(seed);
    std::vector<vector2f> made(count);
    for (vector2f& each : made) {
        each.x = uniform_real<float>(random, -size, size);
        each.y = uniform_real<float>(random, -size, size);
    }
    return made;
}

std::vector<std::uint32_t> found_in(const grid& of, const aabb2f& box) {
    std::vector<std::uint32_t> found;
    of.each_run(of.cells_of(box), [&](index_range places) {
        for (std::size_t place = places.begin; place < places.end; ++place) {
            found.push_back(of.order()[place]);
        }
    });
    std::ranges::sort(found);
    return found;
}

// Whoever has a point in the box is found, nobody twice.
void expect_all_are_found(const std::vector<vector2f>& points, float cell_size, float box_size) {
    grid sorted;
    sorted.build(points, cell_size);
    xoshiro256 random(7);
    for (int i = 0; i < 200; ++i) {
        const vector2f at = points[uniform_below(random, points.size())];
        const aabb2f box = aabb2f::from_center(at, vector2f::filled(box_size));
        const std::vector<std::uint32_t> found = found_in(sorted, box);
        EXPECT_EQ(std::ranges::adjacent_find(found), found.end());
        for (std::uint32_t point = 0; point < points.size(); ++point) {
            if (contains(box, points[point])) {
                EXPECT_TRUE(std::ranges::binary_search(found, point));
            }
        }
    }
}

} // namespace

TEST(wrapped_grid, finds_everyone_in_a_box_where_it_does_not_repeat) {
    expect_all_are_found(random_points(500, 20, 1), 2, 3);
}

TEST(wrapped_grid, finds_everyone_in_a_box_where_it_repeats_many_times) {
    expect_all_are_found(random_points(500, 1e5f, 2), 2, 300);
    expect_all_are_found(random_points(500, 3e8f, 3), 0.01f, 1e7f);
}

TEST(wrapped_grid, finds_everyone_once_in_a_box_that_is_wider_than_all_cells) {
    const std::vector<vector2f> points = random_points(300, 50, 4);
    grid sorted;
    sorted.build(points, 4);
    EXPECT_EQ(found_in(sorted, {{-1e6f, -1e6f}, {1e6f, 1e6f}}).size(), points.size());
}

TEST(wrapped_grid, sorts_by_cells_and_keeps_the_order_of_indices_in_them) {
    const std::vector<vector2f> points = random_points(1000, 10, 5);
    grid sorted;
    sorted.build(points, 3);
    std::size_t before = 0;
    std::uint32_t index_before = 0;
    for (std::size_t place = 0; place < points.size(); ++place) {
        const std::uint32_t index = sorted.order()[place];
        const cell_block cell = sorted.cell_of(points[index]);
        const std::size_t number = sorted.number_of(cell.column, cell.row);
        EXPECT_GE(number, before);
        EXPECT_TRUE(number > before || place == 0 || index > index_before);
        EXPECT_LE(sorted.begins()[number], place);
        EXPECT_GT(sorted.begins()[number + 1], place);
        before = number;
        index_before = index;
    }
}

TEST(wrapped_grid, has_no_more_cells_than_is_good_for_memory) {
    const std::vector<vector2f> points = random_points(100, 1e8f, 6);
    grid sorted;
    sorted.build(points, 1);
    EXPECT_LE(std::int64_t{sorted.columns()} * sorted.rows(), 4 * 100 + 64);
}

TEST(wrapped_grid, counts_those_in_the_fullest_cell) {
    grid sorted;
    sorted.build(std::vector<vector2f>{{0, 0}, {0.5f, 0.5f}, {0.9f, 0.1f}, {5, 5}}, 1);
    EXPECT_EQ(sorted.most_in_cell(), 3u);
    sorted.build(std::vector<vector2f>{}, 1);
    EXPECT_EQ(sorted.most_in_cell(), 0u);
}

} // namespace orrery::spatial
