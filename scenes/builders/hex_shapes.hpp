// The composites that hex scenes are made of, as tiles in the order of their cells.
#pragma once

#include <orrery/hex/composite.hpp>
#include <orrery/math/random.hpp>

#include <cstdint>
#include <vector>

namespace orrery::scenes {

// A lump of so many tiles that hang together, at most 1000. One in `ore_share` is ore, the others are stone.
struct rock_tiles {
    hex::tile stone{};
    hex::tile ore{};
    std::uint32_t ore_share = 8;
};

[[nodiscard]] std::vector<hex::tile> random_rock(std::uint32_t tile_count, const rock_tiles& of,
                                                 xoshiro256& random);

// A ship that looks along A, the same on both sides of its keel: each row beside the keel is two tiles
// shorter and begins a little farther behind. The foremost tile of a row is armour, the hindmost an engine;
// behind the armour, the keel has its cockpit and every other row a gun.
struct ship_tiles {
    hex::tile hull{};
    hex::tile armor{};
    hex::tile engine{};
    hex::tile cockpit{};
    hex::tile gun{};
};

// The last row has at least 3 tiles: length >= 2 * half_width + 2.
[[nodiscard]] std::vector<hex::tile> ship_of(std::int16_t length, std::int16_t half_width,
                                             const ship_tiles& of);

} // namespace orrery::scenes
