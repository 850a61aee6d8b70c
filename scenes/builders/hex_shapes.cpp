#include "scenes/builders/hex_shapes.hpp"

#include <orrery/core/check.hpp>
#include <orrery/math/random_values.hpp>

#include <bitset>

namespace orrery::scenes {
namespace {

hex::tile put(const hex::tile& kind, hex::cell at) {
    hex::tile made = kind;
    made.at = at;
    return made;
}

} // namespace

std::vector<hex::tile> random_rock(std::uint32_t tile_count, const rock_tiles& of, xoshiro256& random) {
    // A hexagon of 1261 cells, so that a lump of a thousand is no wider than a composite may be.
    constexpr std::int16_t reach = 20;
    constexpr std::size_t side = 2 * reach + 1;
    ORRERY_CHECK(tile_count > 0 && tile_count <= 1000, "a rock has 1 to 1000 tiles");
    std::bitset<side * side> is_seen;
    std::vector<hex::cell> next{{0, 0}};
    std::vector<hex::tile> made;
    is_seen.set(side * reach + reach);
    while (made.size() < tile_count) {
        const auto chosen = static_cast<std::size_t>(uniform_below(random, next.size()));
        const hex::cell at = next[chosen];
        next[chosen] = next.back();
        next.pop_back();
        const bool is_ore = uniform_below(random, of.ore_share) == 0;
        made.push_back(put(is_ore ? of.ore : of.stone, at));
        for (const hex::cell step : hex::cell_neighbors) {
            const hex::cell neighbor = at + step;
            if (hex::steps_between({}, neighbor) > reach) {
                continue;
            }
            const auto place =
                static_cast<std::size_t>((neighbor.j + reach) * static_cast<int>(side) + neighbor.i + reach);
            if (!is_seen.test(place)) {
                is_seen.set(place);
                next.push_back(neighbor);
            }
        }
    }
    hex::sort_tiles(made);
    return made;
}

std::vector<hex::tile> ship_of(std::int16_t length, std::int16_t half_width, const ship_tiles& of) {
    ORRERY_CHECK(half_width >= 0 && length >= 2 * half_width + 2, "the rows of a ship have 3 tiles at least");
    std::vector<hex::tile> made;
    for (std::int16_t j = 0; j <= half_width; ++j) {
        const int count = j == 0 ? length : length + 1 - 2 * j;
        for (int i = 0; i < count; ++i) {
            const hex::tile& behind_armor = j == 0 ? of.cockpit : j % 2 == 1 ? of.gun : of.hull;
            const hex::tile& kind = i == 0           ? of.engine
                                    : i == count - 1 ? of.armor
                                    : i == count - 2 ? behind_armor
                                                     : of.hull;
            const auto column = static_cast<std::int16_t>(i);
            made.push_back(put(kind, {column, j}));
            if (j > 0) {
                // The mirror image in the line of A: the same x, and y reversed.
                made.push_back(
                    put(kind, {static_cast<std::int16_t>(column - j), static_cast<std::int16_t>(-j)}));
            }
        }
    }
    hex::sort_tiles(made);
    return made;
}

} // namespace orrery::scenes
