#include <orrery/core/text.hpp>
#include <orrery/hex/composite.hpp>
#include <orrery/hex/object.hpp>
#include <orrery/hex/rules.hpp>
#include <orrery/math/integer.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace orrery::hex {

namespace {

// The cells that tiles lie in, from the lowest to the highest along each axis. Wants one tile.
struct cell_bounds {
    std::int32_t low_i = 0;
    std::int32_t low_j = 0;
    std::int32_t width = 0;
    std::int32_t height = 0;

    [[nodiscard]] std::size_t row_bytes() const noexcept { return static_cast<std::size_t>(width + 7) / 8; }
};

cell_bounds bounds_of(std::span<const tile> tiles) {
    std::int32_t low = tiles.front().at.i;
    std::int32_t high = low;
    for (const tile& each : tiles) {
        low = std::min<std::int32_t>(low, each.at.i);
        high = std::max<std::int32_t>(high, each.at.i);
    }
    const std::int32_t first = tiles.front().at.j;
    const std::int32_t last = tiles.back().at.j;
    return {.low_i = low, .low_j = first, .width = high - low + 1, .height = last - first + 1};
}

// For place::radius, but without its limit: a disc of this radius about the centre of mass covers all tiles
// at any angle, and reaches 2 / sqrt(3) times as far along A and along B. Two units more are for rounding.
std::uint32_t radius_of(std::span<const tile> tiles, hex_vector center) {
    std::uint64_t farthest = 0;
    for (const tile& each : tiles) {
        farthest = std::max(farthest, length_squared(center_of(each.at) - center));
    }
    const std::uint64_t disc = std::uint64_t{integer_sqrt(farthest)} + 1 + cell_circum_radius + 2;
    const std::uint64_t reach =
        ((disc * static_cast<std::uint64_t>(orrery::detail::root_four_thirds)) >> 32) + 1;
    return static_cast<std::uint32_t>(ceiling_divide(reach, std::uint64_t{radius_step}));
}

std::string name_of(cell which) {
    return text("(", which.i, ", ", which.j, ")");
}

status check_order(std::span<const tile> tiles) {
    for (std::size_t k = 1; k < tiles.size(); ++k) {
        if (tiles[k].at == tiles[k - 1].at) {
            return error{text("the cell ", name_of(tiles[k].at), " has two tiles, expected one")};
        }
        if (tiles[k].at < tiles[k - 1].at) {
            return error{text("the tile at ", name_of(tiles[k].at), " comes after the one at ",
                              name_of(tiles[k - 1].at), ", expected the order of rows")};
        }
    }
    return {};
}

status check_each(std::span<const tile> tiles, const rules& types) {
    for (const tile& each : tiles) {
        if (each.type >= types.tile_types.size()) {
            return error{text("the tile at ", name_of(each.at), " has the type ", each.type,
                              ", expected less than ", types.tile_types.size())};
        }
        if (each.at.i < -max_cell || each.at.i > max_cell || each.at.j < -max_cell || each.at.j > max_cell) {
            return error{
                text("there is a tile at ", name_of(each.at), ", expected cells within +-", max_cell)};
        }
    }
    return {};
}

status check_extent(std::span<const tile> tiles) {
    const cell_bounds bounds = bounds_of(tiles);
    if (bounds.width > max_composite_width) {
        return error{text("a composite is ", bounds.width, " cells wide along A, expected at most ",
                          max_composite_width)};
    }
    if (bounds.height > max_composite_width) {
        return error{text("a composite is ", bounds.height, " cells wide along B, expected at most ",
                          max_composite_width)};
    }
    return {};
}

// What the tiles must be together.
status check_whole(std::span<const tile> tiles, const rules& types) {
    const tile_masses masses = weigh(tiles, types);
    if (masses.mass == 0) {
        return error{"the tiles of a composite weigh nothing, expected a mass of at least 1"};
    }
    std::vector<std::uint32_t> part_of;
    const std::uint32_t parts = find_parts(tiles, types, part_of);
    if (parts != 1) {
        return error{text("the tiles of a composite are ", parts, " parts that do not touch, expected 1")};
    }
    for (std::size_t k = 0; k < tiles.size(); ++k) {
        if (part_of[k] == no_part) {
            return error{text("the virtual tile at ", name_of(tiles[k].at),
                              " touches no other, expected one that is not virtual")};
        }
    }
    const std::uint32_t radius = radius_of(tiles, masses.center);
    if (radius > max_radius / radius_step) {
        return error{text("a composite reaches ", radius * radius_step,
                          " units from its centre of mass, expected at most ", max_radius)};
    }
    return {};
}

} // namespace

std::optional<tile> composite_view::at(cell which) const noexcept {
    if (!has(which)) {
        return std::nullopt;
    }
    // Rows lie one behind the other and have no bits beyond their cells: those of all rows before are counted
    // 64 at a time, and so are the rest and what is before it in its own row.
    const std::byte* const rows = record_ + sizeof(composite_header);
    const std::size_t bits_before = std::size_t{8} * header().row_bytes * static_cast<std::size_t>(which.j) +
                                    static_cast<std::size_t>(which.i);
    int before = 0;
    std::uint64_t word = 0;
    for (std::size_t k = 0; k < bits_before / 64; ++k) {
        std::memcpy(&word, rows + 8 * k, sizeof word);
        before += std::popcount(word);
    }
    const std::size_t rest = bits_before / 64 * 8;
    std::memcpy(&word, rows + rest, sizeof word);
    before += std::popcount(word & ((std::uint64_t{1} << bits_before % 64) - 1));
    const std::byte* found = tiles() + 2 * static_cast<std::size_t>(before);
    return tile{.at = which,
                .type = static_cast<std::uint8_t>(found[0]),
                .hit_points = static_cast<std::uint8_t>(found[1])};
}

const std::byte* composite_view::tiles() const noexcept {
    return record_ + sizeof(composite_header) + std::size_t{header().height} * header().row_bytes;
}

void sort_tiles(std::vector<tile>& tiles) {
    // total order: by cell, and of tiles in one cell, which no composite may have, by what is left
    std::sort(tiles.begin(), tiles.end(), [](const tile& u, const tile& v) {
        if (u.at != v.at) {
            return u.at < v.at;
        }
        return u.type != v.type ? u.type < v.type : u.hit_points < v.hit_points;
    });
}

status check_tiles(std::span<const tile> tiles, const rules& types) {
    if (tiles.empty()) {
        return error{"a composite has no tiles, expected at least 1"};
    }
    if (tiles.size() > max_composite_tiles) {
        return error{
            text("a composite has ", tiles.size(), " tiles, expected at most ", max_composite_tiles)};
    }
    if (status each = check_each(tiles, types); !each) {
        return each;
    }
    if (status order = check_order(tiles); !order) {
        return order;
    }
    if (status extent = check_extent(tiles); !extent) {
        return extent;
    }
    return check_whole(tiles, types);
}

tile_masses weigh(std::span<const tile> tiles, const rules& types) {
    tile_masses sum;
    std::int64_t moment_a = 0;
    std::int64_t moment_b = 0;
    for (const tile& each : tiles) {
        if (!each.is_virtual()) {
            const tile_type& type = types.tile_types[each.type];
            const hex_vector center = center_of(each.at);
            sum.mass += type.mass;
            sum.weapons += type.weapon != no_index ? 1 : 0;
            moment_a += std::int64_t{type.mass} * center.a;
            moment_b += std::int64_t{type.mass} * center.b;
        }
    }
    if (sum.mass == 0) {
        return sum;
    }
    sum.center = {static_cast<std::int32_t>(round_divide(moment_a, std::int64_t{sum.mass})),
                  static_cast<std::int32_t>(round_divide(moment_b, std::int64_t{sum.mass}))};
    for (const tile& each : tiles) {
        if (!each.is_virtual()) {
            const std::uint64_t mass = types.tile_types[each.type].mass;
            sum.inertia += mass * length_squared(center_of(each.at) - sum.center);
        }
    }
    // Each tile about its own centre: the polar moment of a regular hexagon is 5/12 side^2, 5/36 pitch^2.
    const std::uint64_t own = 5 * std::uint64_t{cell_pitch} * std::uint64_t{cell_pitch};
    sum.inertia += (sum.mass * own + 18) / 36;
    return sum;
}

std::size_t record_size(std::span<const tile> tiles) {
    const cell_bounds bounds = bounds_of(tiles);
    const std::size_t body = static_cast<std::size_t>(bounds.height) * bounds.row_bytes() + 2 * tiles.size();
    // The last row, too, is read 8 bytes at a time: behind it are four tiles or more, or what fills the
    // grain.
    return (sizeof(composite_header) + body + 15) / 16 * 16;
}

void write_record(std::span<const tile> tiles, const rules& types, std::byte* to) {
    const cell_bounds bounds = bounds_of(tiles);
    const tile_masses masses = weigh(tiles, types);
    const std::size_t size = record_size(tiles);
    const std::size_t row_bytes = bounds.row_bytes();
    std::size_t virtual_count = 0;
    std::memset(to, 0, size);
    std::byte* const rows = to + sizeof(composite_header);
    std::byte* next = rows + static_cast<std::size_t>(bounds.height) * row_bytes;
    for (const tile& each : tiles) {
        const auto i = static_cast<std::size_t>(each.at.i - bounds.low_i);
        const auto j = static_cast<std::size_t>(each.at.j - bounds.low_j);
        rows[j * row_bytes + i / 8] |= std::byte{1} << (i % 8);
        *next++ = std::byte{each.type};
        *next++ = std::byte{each.hit_points};
        virtual_count += each.is_virtual() ? 1 : 0;
    }
    const hex_vector first = {bounds.low_i * cell_pitch, bounds.low_j * cell_pitch};
    const composite_header header{.grains = static_cast<std::uint16_t>(size / 16),
                                  .tile_count = static_cast<std::uint16_t>(tiles.size()),
                                  .width = static_cast<std::uint8_t>(bounds.width),
                                  .height = static_cast<std::uint8_t>(bounds.height),
                                  .radius = static_cast<std::uint8_t>(radius_of(tiles, masses.center)),
                                  .row_bytes = static_cast<std::uint8_t>(row_bytes),
                                  .origin = first - masses.center,
                                  .mass = masses.mass,
                                  .virtual_count = static_cast<std::uint16_t>(virtual_count),
                                  .weapon_count = static_cast<std::uint16_t>(masses.weapons),
                                  .inertia = masses.inertia};
    std::memcpy(to, &header, sizeof header);
}

void read_tiles(composite_view from, std::vector<tile>& into) {
    into.clear();
    from.each([&](const tile& each) { into.push_back(each); });
}

} // namespace orrery::hex
