#include <orrery/hex/composite.hpp>
#include <orrery/hex/rules.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::hex {

namespace {

// The first tile of the part that a tile belongs to. Each tile points at one before it in the same part, or
// at itself; the way there is halved for whoever comes next.
std::uint32_t first_of(std::span<std::uint32_t> before, std::uint32_t which) {
    while (before[which] != which) {
        before[which] = before[before[which]];
        which = before[which];
    }
    return which;
}

void join(std::span<std::uint32_t> before, std::uint32_t one, std::uint32_t other) {
    const std::uint32_t first = first_of(before, one);
    const std::uint32_t second = first_of(before, other);
    before[std::max(first, second)] = std::min(first, second);
}

// Joins each tile with its neighbours that come earlier: one to the left, two in the row before.
void join_neighbors(std::span<const tile> tiles, std::span<std::uint32_t> before) {
    std::size_t above = 0; // the first tile that does not come before the upper left neighbour
    for (std::size_t k = 0; k < tiles.size(); ++k) {
        if (tiles[k].is_virtual()) {
            continue;
        }
        const auto this_one = static_cast<std::uint32_t>(k);
        const auto join_if_at = [&](std::size_t other, cell where) {
            if (other < k && tiles[other].at == where && !tiles[other].is_virtual()) {
                join(before, this_one, static_cast<std::uint32_t>(other));
            }
        };
        const cell upper_left = tiles[k].at + cell{-1, -1};
        while (above < k && tiles[above].at < upper_left) {
            ++above;
        }
        join_if_at(above, upper_left);
        join_if_at(above, tiles[k].at + cell{0, -1});
        join_if_at(above + 1, tiles[k].at + cell{0, -1});
        if (k > 0) {
            join_if_at(k - 1, tiles[k].at + cell{-1, 0});
        }
    }
}

// The lowest part of the tiles that touch a cell and are not virtual.
std::uint32_t lowest_part_at(std::span<const tile> tiles, std::span<const std::uint32_t> part_of,
                             cell where) {
    std::uint32_t lowest = no_part;
    for (const cell step : cell_neighbors) {
        const cell neighbor = where + step;
        const auto found = std::lower_bound(tiles.begin(), tiles.end(), neighbor,
                                            [](const tile& each, cell at) { return each.at < at; });
        if (found != tiles.end() && found->at == neighbor && !found->is_virtual()) {
            lowest = std::min(lowest, part_of[static_cast<std::size_t>(found - tiles.begin())]);
        }
    }
    return lowest;
}

} // namespace

std::uint32_t find_parts(std::span<const tile> tiles, const rules& types,
                         std::vector<std::uint32_t>& part_of) {
    // Behind the result: what each part weighs and then which one it is, at its first tile; and the first
    // tiles of all parts. Once the vector has grown, nothing is allocated.
    const std::size_t count = tiles.size();
    part_of.assign(3 * count, 0);
    const std::span<std::uint32_t> before(part_of.data(), count);
    const std::span<std::uint32_t> weight(part_of.data() + count, count);
    const std::span<std::uint32_t> firsts(part_of.data() + 2 * count, count);
    for (std::size_t k = 0; k < count; ++k) {
        before[k] = static_cast<std::uint32_t>(k);
    }
    join_neighbors(tiles, before);

    std::uint32_t parts = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
        if (!tiles[k].is_virtual()) {
            const std::uint32_t first = first_of(before, k);
            weight[first] += types.tile_types[tiles[k].type].mass;
            if (first == k) {
                firsts[parts++] = k;
            }
        }
    }
    // total order: no two parts have the same first tile
    std::sort(firsts.begin(), firsts.begin() + parts, [&](std::uint32_t u, std::uint32_t v) {
        return weight[u] != weight[v] ? weight[u] > weight[v] : u < v;
    });
    for (std::uint32_t part = 0; part < parts; ++part) {
        weight[firsts[part]] = part;
    }
    // From the last tile to the first: a tile points at one before it, which still knows its own.
    for (std::size_t k = count; k-- > 0;) {
        before[k] = tiles[k].is_virtual() ? no_part : weight[first_of(before, static_cast<std::uint32_t>(k))];
    }
    for (std::size_t k = 0; k < count; ++k) {
        if (tiles[k].is_virtual()) {
            before[k] = lowest_part_at(tiles, before, tiles[k].at);
        }
    }
    part_of.resize(count);
    return parts;
}

} // namespace orrery::hex
