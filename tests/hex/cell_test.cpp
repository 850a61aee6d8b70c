#include "tests/core/property.hpp"

#include <orrery/hex/cell.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace orrery::hex {
namespace {

constexpr std::int16_t lowest_step = std::numeric_limits<std::int16_t>::min();
constexpr std::int16_t highest_step = std::numeric_limits<std::int16_t>::max();

TEST(hex_cell, six_neighbors_lie_one_pitch_away_and_a_sixth_of_a_turn_apart) {
    for (std::size_t i = 0; i < cell_neighbors.size(); ++i) {
        const hex_vector here = center_of(cell_neighbors[i]);
        const hex_vector next = center_of(cell_neighbors[(i + 1) % cell_neighbors.size()]);
        EXPECT_EQ(length_squared(here), std::uint64_t{cell_pitch} * cell_pitch);
        // The cosine of 60 degrees is a half.
        EXPECT_EQ(twice_dot(here, next), std::int64_t{cell_pitch} * cell_pitch);
        // Clockwise on a screen, as angles grow.
        const vector2i u = to_screen(here);
        const vector2i v = to_screen(next);
        EXPECT_GT(std::int64_t{u.x} * v.y - std::int64_t{u.y} * v.x, 0);
        EXPECT_EQ(steps_between({}, cell_neighbors[i]), 1);
    }
}

TEST(hex_cell, the_radii_are_those_of_a_hexagon) {
    EXPECT_EQ(2 * cell_in_radius, cell_pitch);
    // The corners are pitch / sqrt(3) away, rounded up.
    EXPECT_GE(3 * cell_circum_radius * cell_circum_radius, cell_pitch * cell_pitch);
    EXPECT_LT(3 * (cell_circum_radius - 1) * (cell_circum_radius - 1), cell_pitch * cell_pitch);
}

TEST(hex_cell, steps_between_cells_are_those_of_a_walk) {
    // All cells that a walk of up to five steps reaches, ring by ring.
    std::vector<cell> reached{{}};
    std::size_t ring_begin = 0;
    for (std::int32_t steps = 1; steps <= 5; ++steps) {
        const std::size_t ring_end = reached.size();
        for (std::size_t i = ring_begin; i < ring_end; ++i) {
            for (const cell by : cell_neighbors) {
                const cell there = reached[i] + by;
                if (std::find(reached.begin(), reached.end(), there) == reached.end()) {
                    reached.push_back(there);
                    EXPECT_EQ(steps_between({}, there), steps);
                    EXPECT_EQ(steps_between(there, {}), steps);
                }
            }
        }
        EXPECT_EQ(reached.size() - ring_end, static_cast<std::size_t>(6 * steps));
        ring_begin = ring_end;
    }
}

TEST(hex_cell, the_farthest_cells_have_centers_and_distances) {
    EXPECT_EQ(center_of({lowest_step, highest_step}), (hex_vector{-32768 * cell_pitch, 32767 * cell_pitch}));
    EXPECT_EQ(steps_between({lowest_step, highest_step}, {highest_step, lowest_step}), 2 * 65535);
    EXPECT_EQ(steps_between({lowest_step, lowest_step}, {highest_step, highest_step}), 65535);
}

TEST(hex_cell, sums_undo_differences) {
    EXPECT_TRUE(property::holds([] {
        const auto i = property::any<std::int16_t>();
        const auto j = property::any<std::int16_t>();
        const auto k = property::any<std::int16_t>();
        const auto l = property::any<std::int16_t>();
        const cell u{i, j};
        const cell v{k, l};
        PROPERTY_ASSERT((u - v) + v == u);
    }));
}

TEST(hex_cell, the_order_goes_row_by_row) {
    EXPECT_LT((cell{5, 1}), (cell{-5, 2}));
    EXPECT_LT((cell{-1, 2}), (cell{3, 2}));
    EXPECT_EQ((cell{3, 2}) <=> (cell{3, 2}), std::strong_ordering::equal);
}

} // namespace
} // namespace orrery::hex
