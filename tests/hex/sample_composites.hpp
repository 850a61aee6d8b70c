// Composites to test with, and records of them.
#pragma once

#include <orrery/hex/composite.hpp>
#include <orrery/hex/rules.hpp>
#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery::hex::test {

// Tiles of mass 1, 7 and 250; the second has a weapon.
inline rules sample_rules() {
    rules made;
    made.tile_types = {{.name = "hull", .mass = 1, .hit_points = 3},
                       {.name = "gun", .mass = 7, .hit_points = 2, .weapon = 0},
                       {.name = "core", .mass = 250, .hit_points = 9}};
    made.weapons = {{.name = "cannon"}};
    made.object_types = {{.name = "rock"}};
    return made;
}

// A record that is aligned as in an arena.
class composite_record {
public:
    composite_record(const std::vector<tile>& tiles, const rules& types)
        : grains_(record_size(tiles) / sizeof(grain)) {
        write_record(tiles, types, grains_.front().bytes);
    }

    [[nodiscard]] composite_view view() const { return composite_view(grains_.front().bytes); }

private:
    struct alignas(16) grain {
        std::byte bytes[16];
    };

    std::vector<grain> grains_;
};

// Grown cell by cell from one, so it hangs together; in the order of cells. No wider than `width`, and of
// fewer tiles if there is no room.
inline std::vector<tile> random_tiles(xoshiro256& random, std::size_t count, std::int32_t width) {
    std::vector<cell> cells{cell{}};
    std::int32_t low_i = 0;
    std::int32_t high_i = 0;
    std::int32_t low_j = 0;
    std::int32_t high_j = 0;
    for (std::size_t attempt = 0; cells.size() < count && attempt < 20 * count; ++attempt) {
        const cell next = cells[random() % cells.size()] + cell_neighbors[random() % 6];
        const std::int32_t from_i = next.i < low_i ? next.i : low_i;
        const std::int32_t to_i = next.i > high_i ? next.i : high_i;
        const std::int32_t from_j = next.j < low_j ? next.j : low_j;
        const std::int32_t to_j = next.j > high_j ? next.j : high_j;
        bool is_taken = to_i - from_i >= width || to_j - from_j >= width;
        for (const cell each : cells) {
            is_taken = is_taken || each == next;
        }
        if (!is_taken) {
            cells.push_back(next);
            low_i = from_i;
            high_i = to_i;
            low_j = from_j;
            high_j = to_j;
        }
    }
    std::vector<tile> tiles;
    for (const cell each : cells) {
        tiles.push_back({.at = each,
                         .type = static_cast<std::uint8_t>(random() % 3),
                         .hit_points = static_cast<std::uint8_t>(1 + random() % 3)});
    }
    sort_tiles(tiles);
    return tiles;
}

// A row of cells along A.
inline std::vector<tile> wall_of(std::int32_t cells) {
    std::vector<tile> tiles;
    for (std::int32_t i = 0; i < cells; ++i) {
        tiles.push_back({.at = {static_cast<std::int16_t>(i), 0}, .type = 0, .hit_points = 1});
    }
    return tiles;
}

} // namespace orrery::hex::test
