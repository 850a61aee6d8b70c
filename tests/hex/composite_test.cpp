#include "tests/core/allocation_count.hpp"
#include "tests/hex/sample_composites.hpp"

#include <orrery/hex/composite.hpp>
#include <orrery/hex/object.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

namespace orrery::hex {
namespace {

using test::composite_record;
using test::random_tiles;
using test::sample_rules;
using test::wall_of;

std::string refusal_of(std::vector<tile> tiles) {
    const status checked = check_tiles(tiles, sample_rules());
    return checked ? std::string{} : checked.reason().message;
}

std::vector<tile> shifted(std::vector<tile> tiles, cell by) {
    for (tile& each : tiles) {
        each.at = each.at + by;
    }
    return tiles;
}

TEST(composite, reads_back_as_it_was_written) {
    xoshiro256 random(1);
    const rules types = sample_rules();
    for (int trial = 0; trial < 300; ++trial) {
        const auto tiles = random_tiles(random, 1 + random() % 120, 1 + static_cast<int>(random() % 64));
        ASSERT_EQ(refusal_of(tiles), "");
        const composite_record record(tiles, types);
        const composite_view view = record.view();
        ASSERT_EQ(view.bytes().size(), record_size(tiles));
        ASSERT_EQ(view.tile_count(), tiles.size());
        std::vector<tile> read;
        read_tiles(view, read);
        // Cells count from the lowest of each axis.
        std::int16_t low_i = tiles.front().at.i;
        for (const tile& each : tiles) {
            low_i = std::min(low_i, each.at.i);
        }
        const cell low{low_i, tiles.front().at.j};
        EXPECT_EQ(shifted(read, low), tiles);
        for (const tile& each : read) {
            EXPECT_TRUE(view.has(each.at));
            EXPECT_EQ(view.at(each.at), each);
        }
    }
}

TEST(composite, has_nothing_where_no_tile_is) {
    xoshiro256 random(2);
    const rules types = sample_rules();
    for (const std::int32_t width : {1, 7, 8, 9, 63, 64}) {
        const auto tiles = random_tiles(random, 200, width);
        const composite_record record(tiles, types);
        std::vector<tile> read;
        read_tiles(record.view(), read);
        std::size_t found = 0;
        for (std::int32_t j = -70; j < 140; ++j) {
            for (std::int32_t i = -70; i < 140; ++i) {
                const cell where{static_cast<std::int16_t>(i), static_cast<std::int16_t>(j)};
                found += record.view().has(where) ? 1 : 0;
                EXPECT_EQ(record.view().has(where), record.view().at(where).has_value());
            }
        }
        EXPECT_EQ(found, read.size());
        EXPECT_FALSE(record.view().has({-32768, -32768}));
        EXPECT_FALSE(record.view().has({32767, 32767}));
    }
}

TEST(composite, rows_can_be_read_eight_bytes_at_a_time_within_the_record) {
    xoshiro256 random(3);
    for (int trial = 0; trial < 500; ++trial) {
        const auto tiles = random_tiles(random, 1 + random() % 30, 1 + static_cast<int>(random() % 40));
        const composite_record record(tiles, sample_rules());
        const composite_header& header = record.view().header();
        EXPECT_LE(sizeof header + std::size_t{header.height - 1u} * header.row_bytes + 8,
                  record.view().bytes().size());
    }
}

TEST(composite, equal_tiles_have_equal_bytes_wherever_they_are) {
    xoshiro256 random(4);
    const rules types = sample_rules();
    for (int trial = 0; trial < 100; ++trial) {
        const auto tiles = random_tiles(random, 1 + random() % 60, 24);
        std::vector<std::byte> one(record_size(tiles), std::byte{0x00});
        std::vector<std::byte> other(record_size(tiles), std::byte{0xff});
        write_record(tiles, types, one.data());
        write_record(shifted(tiles, {-301, 77}), types, other.data());
        EXPECT_EQ(one, other);
    }
}

TEST(composite, mass_center_and_inertia_are_the_sums_over_tiles) {
    xoshiro256 random(5);
    const rules types = sample_rules();
    for (int trial = 0; trial < 200; ++trial) {
        const auto tiles = random_tiles(random, 1 + random() % 200, 48);
        const tile_masses masses = weigh(tiles, types);
        double mass = 0;
        double a = 0;
        double b = 0;
        std::uint32_t weapons = 0;
        for (const tile& each : tiles) {
            const double own = types.tile_types[each.type].mass;
            mass += own;
            a += own * each.at.i * 1024.0;
            b += own * each.at.j * 1024.0;
            weapons += each.type == 1 ? 1 : 0;
        }
        EXPECT_EQ(masses.mass, mass);
        EXPECT_EQ(masses.weapons, weapons);
        EXPECT_NEAR(masses.center.a, a / mass, 0.5);
        EXPECT_NEAR(masses.center.b, b / mass, 0.5);
        double inertia = 0;
        for (const tile& each : tiles) {
            const double da = each.at.i * 1024.0 - masses.center.a;
            const double db = each.at.j * 1024.0 - masses.center.b;
            // A hexagon about its centre: 5/36 of the square of the pitch.
            inertia +=
                types.tile_types[each.type].mass * (da * da + db * db - da * db + 1024.0 * 1024.0 * 5 / 36);
        }
        EXPECT_NEAR(static_cast<double>(masses.inertia), inertia, 1 + inertia * 1e-12);

        const composite_record record(tiles, types);
        EXPECT_EQ(record.view().header().inertia, masses.inertia);
        EXPECT_EQ(record.view().mass(), masses.mass);
        EXPECT_EQ(record.view().header().weapon_count, weapons);
    }
}

TEST(composite, origin_leads_from_the_center_of_mass_to_the_first_cell) {
    const rules types = sample_rules();
    const composite_record record(wall_of(5), types);
    EXPECT_EQ(record.view().header().origin, (hex_vector{-2048, 0}));
}

TEST(composite, radius_covers_every_corner_of_every_tile_at_every_angle) {
    xoshiro256 random(6);
    const rules types = sample_rules();
    for (int trial = 0; trial < 100; ++trial) {
        auto tiles = random_tiles(random, 1 + random() % 60, 24);
        // A virtual tile far out counts, too.
        tiles.back().hit_points = tiles.size() > 1 ? 0 : 1;
        const composite_record record(tiles, types);
        const std::int32_t reach = record.view().header().radius * radius_step;
        std::int32_t farthest = 0;
        std::vector<tile> read;
        read_tiles(record.view(), read);
        for (int turn = 0; turn < 65536; turn += 97) {
            const hex_rotation by(angle16::from_steps(turn));
            for (const tile& each : read) {
                const hex_vector center = record.view().header().origin + center_of(each.at);
                // The six corners are a third of the way to the sum of two neighbours.
                for (std::size_t k = 0; k < 6; ++k) {
                    const hex_vector sum =
                        center_of(cell_neighbors[k]) + center_of(cell_neighbors[(k + 1) % 6]);
                    const hex_vector corner = by(center + hex_vector{sum.a / 3, sum.b / 3});
                    farthest = std::max({farthest, std::abs(corner.a), std::abs(corner.b)});
                }
            }
        }
        EXPECT_LE(farthest, reach);
        // Not much more than what is needed: a step, and what a corner that points sideways leaves.
        EXPECT_GE(farthest, reach - radius_step - 100);
    }
}

TEST(composite, virtual_tiles_weigh_nothing) {
    const rules types = sample_rules();
    auto tiles = wall_of(6);
    tiles[5].hit_points = 0;
    tiles[5].type = 2;
    const composite_record record(tiles, types);
    EXPECT_EQ(record.view().mass(), 5u);
    EXPECT_EQ(record.view().header().virtual_count, 1u);
    EXPECT_EQ(record.view().header().origin, (hex_vector{-2048, 0}));
    EXPECT_TRUE(record.view().at({5, 0})->is_virtual());
}

// Which part each tile is in, by looking at all pairs until nothing changes.
std::vector<std::uint32_t> parts_by_brute_force(const std::vector<tile>& tiles, const rules& types) {
    std::vector<std::uint32_t> label(tiles.size());
    for (std::uint32_t k = 0; k < tiles.size(); ++k) {
        label[k] = k;
    }
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (std::size_t u = 0; u < tiles.size(); ++u) {
            for (std::size_t v = 0; v < tiles.size(); ++v) {
                if (!tiles[u].is_virtual() && !tiles[v].is_virtual() &&
                    steps_between(tiles[u].at, tiles[v].at) == 1 && label[v] < label[u]) {
                    label[u] = label[v];
                    has_changed = true;
                }
            }
        }
    }
    std::map<std::uint32_t, std::uint32_t> weights;
    for (std::size_t k = 0; k < tiles.size(); ++k) {
        if (!tiles[k].is_virtual()) {
            weights[label[k]] += types.tile_types[tiles[k].type].mass;
        }
    }
    std::vector<std::pair<std::int64_t, std::uint32_t>> order;
    for (const auto& [first, weight] : weights) {
        order.emplace_back(-std::int64_t{weight}, first);
    }
    std::sort(order.begin(), order.end()); // total: no two have the same first tile
    std::vector<std::uint32_t> part(tiles.size(), no_part);
    for (std::size_t k = 0; k < tiles.size(); ++k) {
        for (std::uint32_t p = 0; p < order.size(); ++p) {
            if (!tiles[k].is_virtual() && order[p].second == label[k]) {
                part[k] = p;
            }
        }
    }
    for (std::size_t k = 0; k < tiles.size(); ++k) {
        for (std::size_t other = 0; other < tiles.size(); ++other) {
            if (tiles[k].is_virtual() && !tiles[other].is_virtual() &&
                steps_between(tiles[k].at, tiles[other].at) == 1) {
                part[k] = std::min(part[k], part[other]);
            }
        }
    }
    return part;
}

TEST(composite, parts_are_those_of_a_brute_force_search) {
    xoshiro256 random(7);
    const rules types = sample_rules();
    std::uint32_t most = 0;
    for (int trial = 0; trial < 400; ++trial) {
        auto tiles = random_tiles(random, 1 + random() % 70, 12);
        // Holes, so that it falls apart, and a few virtual tiles.
        const std::uint64_t holes = random() % 4;
        for (std::size_t k = tiles.size(); k-- > 0;) {
            if (random() % 8 < holes && tiles.size() > 1) {
                tiles.erase(tiles.begin() + static_cast<std::ptrdiff_t>(k));
            } else if (random() % 8 == 0) {
                tiles[k].hit_points = 0;
            }
        }
        std::vector<std::uint32_t> parts;
        const std::uint32_t count = find_parts(tiles, types, parts);
        const std::vector<std::uint32_t> expected = parts_by_brute_force(tiles, types);
        ASSERT_EQ(parts, expected);
        std::uint32_t highest = 0;
        for (std::size_t k = 0; k < tiles.size(); ++k) {
            highest = std::max(highest, tiles[k].is_virtual() ? 0 : expected[k] + 1);
        }
        EXPECT_EQ(count, highest);
        most = std::max(most, count);
    }
    EXPECT_GT(most, 5u);
}

TEST(composite, a_bridge_that_dies_leaves_two_parts_and_the_heavier_one_comes_first) {
    const rules types = sample_rules();
    auto tiles = wall_of(7);
    std::vector<std::uint32_t> parts;
    EXPECT_EQ(find_parts(tiles, types, parts), 1u);
    tiles.erase(tiles.begin() + 2);
    EXPECT_EQ(find_parts(tiles, types, parts), 2u);
    EXPECT_EQ(parts, (std::vector<std::uint32_t>{1, 1, 0, 0, 0, 0}));
    tiles[0].type = 2; // weighs more than all others
    EXPECT_EQ(find_parts(tiles, types, parts), 2u);
    EXPECT_EQ(parts, (std::vector<std::uint32_t>{0, 0, 1, 1, 1, 1}));
}

TEST(composite, finding_parts_allocates_nothing_once_there_is_room) {
    xoshiro256 random(8);
    const rules types = sample_rules();
    const auto tiles = random_tiles(random, 300, 40);
    std::vector<std::uint32_t> parts;
    find_parts(tiles, types, parts);
    EXPECT_EQ(orrery::test::allocations_during([&] { find_parts(tiles, types, parts); }), 0u);
}

TEST(composite, tiles_are_sorted_by_rows) {
    std::vector<tile> tiles{{.at = {5, 1}}, {.at = {-3, 2}}, {.at = {9, 0}}, {.at = {-1, 1}}};
    sort_tiles(tiles);
    EXPECT_EQ(tiles[0].at, (cell{9, 0}));
    EXPECT_EQ(tiles[1].at, (cell{-1, 1}));
    EXPECT_EQ(tiles[2].at, (cell{5, 1}));
    EXPECT_EQ(tiles[3].at, (cell{-3, 2}));
}

TEST(composite, what_is_wrong_with_tiles_is_said_in_one_sentence) {
    EXPECT_EQ(refusal_of({}), "a composite has no tiles, expected at least 1");
    EXPECT_EQ(refusal_of(std::vector<tile>(4097)), "a composite has 4097 tiles, expected at most 4096");
    auto tiles = wall_of(3);
    tiles[1].type = 3;
    EXPECT_EQ(refusal_of(tiles), "the tile at (1, 0) has the type 3, expected less than 3");
    tiles = wall_of(3);
    tiles[2].at.i = 1;
    EXPECT_EQ(refusal_of(tiles), "the cell (1, 0) has two tiles, expected one");
    tiles[2].at.i = 0;
    EXPECT_EQ(refusal_of(tiles),
              "the tile at (0, 0) comes after the one at (1, 0), expected the order of rows");
    EXPECT_EQ(refusal_of(wall_of(65)), "a composite is 65 cells wide along A, expected at most 64");
    tiles = wall_of(65);
    for (tile& each : tiles) {
        std::swap(each.at.i, each.at.j);
    }
    EXPECT_EQ(refusal_of(tiles), "a composite is 65 cells wide along B, expected at most 64");
    EXPECT_EQ(refusal_of(shifted(wall_of(2), {16384, 0})),
              "there is a tile at (16385, 0), expected cells within +-16384");
    EXPECT_EQ(refusal_of({{.at = {1, 1}, .hit_points = 0}}),
              "the tiles of a composite weigh nothing, expected a mass of at least 1");
    tiles = wall_of(4);
    tiles.erase(tiles.begin() + 1);
    EXPECT_EQ(refusal_of(tiles), "the tiles of a composite are 2 parts that do not touch, expected 1");
    tiles[1].hit_points = tiles[2].hit_points = 0;
    EXPECT_EQ(refusal_of(tiles),
              "the virtual tile at (2, 0) touches no other, expected one that is not virtual");
}

TEST(composite, reaches_no_farther_than_its_radius_can_say) {
    // 64 cells along the long diagonal of the grid, from (0, 63) to (63, 0).
    std::vector<tile> tiles;
    for (std::int16_t j = 0; j < 64; ++j) {
        const auto i = static_cast<std::int16_t>(63 - j);
        tiles.push_back({.at = {i, j}, .hit_points = 1});
        if (j > 0) {
            tiles.push_back({.at = {static_cast<std::int16_t>(i + 1), j}, .hit_points = 1});
        }
    }
    EXPECT_EQ(refusal_of(tiles), "");
    tiles.front().type = 2; // draws the centre of mass to one end
    EXPECT_EQ(refusal_of(tiles),
              "a composite reaches 108032 units from its centre of mass, expected at most 65280");
    EXPECT_EQ(refusal_of(wall_of(64)), "");
}

} // namespace
} // namespace orrery::hex
