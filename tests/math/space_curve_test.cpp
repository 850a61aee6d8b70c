#include "tests/core/property.hpp"

#include <orrery/math/space_curve.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

namespace orrery {
namespace {

TEST(space_curve, morton_keys_hold_the_bits_of_the_coordinates_in_turn) {
    EXPECT_TRUE(property::holds([] {
        const auto x = property::any<std::uint32_t>();
        const auto y = property::any<std::uint32_t>();
        const auto z = property::any<std::uint32_t>();
        const std::uint64_t plane = morton_key(x, y);
        for (int bit = 0; bit < 32; ++bit) {
            PROPERTY_ASSERT((plane >> (2 * bit) & 1) == (x >> bit & 1));
            PROPERTY_ASSERT((plane >> (2 * bit + 1) & 1) == (y >> bit & 1));
        }
        const std::uint64_t space = morton_key(x, y, z);
        for (int bit = 0; bit < 21; ++bit) {
            PROPERTY_ASSERT((space >> (3 * bit) & 1) == (x >> bit & 1));
            PROPERTY_ASSERT((space >> (3 * bit + 1) & 1) == (y >> bit & 1));
            PROPERTY_ASSERT((space >> (3 * bit + 2) & 1) == (z >> bit & 1));
        }
        PROPERTY_ASSERT((space >> 63) == 0u);
    }));
}

TEST(space_curve, morton_keys_lead_back_to_their_coordinates) {
    EXPECT_TRUE(property::holds([] {
        const auto x = property::any<std::uint32_t>();
        const auto y = property::any<std::uint32_t>();
        const auto z = property::any<std::uint32_t>();
        PROPERTY_ASSERT((morton_point2(morton_key(x, y)) == std::array{x, y}));
        const std::array lowest{x & 0x1f'ffffu, y & 0x1f'ffffu, z & 0x1f'ffffu};
        PROPERTY_ASSERT(morton_point3(morton_key(x, y, z)) == lowest);
    }));
}

// All cells in the order of their keys; fails when a key is out of range or given twice.
template <std::size_t N, typename Key>
std::vector<std::array<std::uint32_t, N>> walk(std::uint32_t side, Key key) {
    std::size_t count = 1;
    for (std::size_t axis = 0; axis < N; ++axis) {
        count *= side;
    }
    std::vector<std::array<std::uint32_t, N>> cells(count);
    std::vector<bool> is_taken(count);
    for (std::size_t index = 0; index < count; ++index) {
        std::array<std::uint32_t, N> cell{};
        std::size_t rest = index;
        for (std::uint32_t& coordinate : cell) {
            coordinate = static_cast<std::uint32_t>(rest % side);
            rest /= side;
        }
        const std::uint64_t place = key(cell);
        if (place >= count || is_taken[place]) {
            ADD_FAILURE() << "key " << place << " is out of range or was given twice";
            return cells;
        }
        is_taken[place] = true;
        cells[place] = cell;
    }
    return cells;
}

template <std::size_t N>
void expect_no_jumps(const std::vector<std::array<std::uint32_t, N>>& cells) {
    for (std::size_t i = 1; i < cells.size(); ++i) {
        int steps = 0;
        for (std::size_t axis = 0; axis < N; ++axis) {
            steps += std::abs(static_cast<int>(cells[i][axis]) - static_cast<int>(cells[i - 1][axis]));
        }
        ASSERT_EQ(steps, 1) << "between places " << i - 1 << " and " << i;
    }
}

TEST(space_curve, the_hilbert_curve_of_the_plane_visits_every_cell_without_jumps) {
    const auto cells = walk<2>(256, [](const auto& c) { return hilbert_key<8>(c[0], c[1]); });
    expect_no_jumps(cells);
    EXPECT_EQ(cells.front(), (std::array{0u, 0u}));
}

TEST(space_curve, the_hilbert_curve_of_space_visits_every_cell_without_jumps) {
    const auto cells = walk<3>(64, [](const auto& c) { return hilbert_key<6>(c[0], c[1], c[2]); });
    expect_no_jumps(cells);
    EXPECT_EQ(cells.front(), (std::array{0u, 0u, 0u}));
}

TEST(space_curve, hilbert_curves_of_full_size_have_no_jumps_either) {
    // Two cells are next to each other on the curve or not at all: of the neighbours of a cell, exactly two
    // (one at an end) differ by one in their keys.
    EXPECT_TRUE(property::holds([] {
        auto x = property::any<std::uint32_t>();
        auto y = property::any<std::uint32_t>();
        auto z = property::any<std::uint32_t>();
        PROPERTY_ASSUME(x > 0 && x < 0xffff'ffff && y > 0 && y < 0xffff'ffff);
        int next = 0;
        const auto count = [&](std::uint64_t here, std::uint64_t there) {
            next += here - there == 1 || there - here == 1 ? 1 : 0;
        };
        const std::uint64_t here = hilbert_key(x, y);
        count(here, hilbert_key(x + 1, y));
        count(here, hilbert_key(x - 1, y));
        count(here, hilbert_key(x, y + 1));
        count(here, hilbert_key(x, y - 1));
        PROPERTY_ASSERT(next == 2);
        x = (x >> 12) | 1u;
        y = (y >> 12) | 1u;
        z = (z >> 12) | 1u;
        PROPERTY_ASSUME(x < 0xf'ffff && y < 0xf'ffff && z < 0xf'ffff);
        next = 0;
        const std::uint64_t in_space = hilbert_key(x, y, z);
        count(in_space, hilbert_key(x + 1, y, z));
        count(in_space, hilbert_key(x - 1, y, z));
        count(in_space, hilbert_key(x, y + 1, z));
        count(in_space, hilbert_key(x, y - 1, z));
        count(in_space, hilbert_key(x, y, z + 1));
        count(in_space, hilbert_key(x, y, z - 1));
        PROPERTY_ASSERT(next == 2);
    }));
}

TEST(space_curve, cells_of_one_block_are_together_on_the_curve) {
    EXPECT_TRUE(property::holds([] {
        const auto x = property::any<std::uint32_t>();
        const auto y = property::any<std::uint32_t>();
        const auto dx = property::any<std::uint32_t>();
        const auto dy = property::any<std::uint32_t>();
        const std::uint32_t inside = 0xffu;
        const std::uint64_t one = hilbert_key(x, y);
        const std::uint64_t other = hilbert_key(x ^ (dx & inside), y ^ (dy & inside));
        PROPERTY_ASSERT((one >> 16) == (other >> 16));
    }));
}

TEST(space_curve, signed_points_keep_their_order_and_neighbours_across_zero) {
    EXPECT_LT(curve_order(-1), curve_order(0));
    EXPECT_EQ(curve_order(std::numeric_limits<std::int32_t>::min()), 0u);
    const vector2i lowest = vector2i::filled(std::numeric_limits<std::int32_t>::min());
    EXPECT_EQ(hilbert_key(lowest), 0u);
    EXPECT_EQ(hilbert_key(vector2i{3, -4}), hilbert_key(0x8000'0003u, 0x7fff'fffcu));
    EXPECT_EQ(hilbert_key(vector3i{4096, 0, -1}), hilbert_key(0x8'0001u, 0x8'0000u, 0x7'ffffu));
}

} // namespace
} // namespace orrery
