// Composites: tiles on the hexagonal grid that move as one. A composite is a record of plain bytes that is
// written once; to change it is to write another. Records that are equal may be shared by many objects.
//
//   header   32 bytes: extent, mass, inertia, and where the grid lies about the centre of mass
//   rows     a bit for each cell, a row after the other, each of whole bytes; readable 8 bytes at a time
//   tiles    type and hit points of each cell that is there, in the same order
//
// Whether a cell is there takes one look into a row. A tile without hit points is virtual: it is being added,
// lives for one tick, weighs nothing, and whatever it meets is told and not pushed.
#pragma once

#include <orrery/core/result.hpp>
#include <orrery/hex/cell.hpp>
#include <orrery/hex/fwd.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

namespace orrery::hex {

struct tile {
    cell at{};
    std::uint8_t type = 0; // of rules::tile_types
    std::uint8_t hit_points = 0;

    [[nodiscard]] constexpr bool is_virtual() const noexcept { return hit_points == 0; }

    friend constexpr bool operator==(const tile&, const tile&) = default;
};

// Cells from one end to the other along A, and along B.
inline constexpr std::int32_t max_composite_width = 64;
inline constexpr std::uint32_t max_composite_tiles = 4096;
// How far from (0, 0) the cells of tiles may lie, so that their neighbours have numbers, too.
inline constexpr std::int32_t max_cell = 16384;

struct composite_header {
    std::uint16_t grains = 0; // the size of the record
    std::uint16_t tile_count = 0;
    std::uint8_t width = 0; // cells along A
    std::uint8_t height = 0;
    std::uint8_t radius = 0; // for place::radius
    std::uint8_t row_bytes = 0;
    // From the centre of mass to the centre of the cell (0, 0), in the composite's own frame. The cells of
    // the record are those from (0, 0) on.
    hex_vector origin{};
    std::uint32_t mass = 0; // of the tiles that are not virtual
    std::uint16_t virtual_count = 0;
    std::uint16_t weapon_count = 0; // of tiles that are not virtual
    // About the centre of mass: mass times the square of distances in units, each tile as a hexagon.
    std::uint64_t inertia = 0;

    friend constexpr bool operator==(const composite_header&, const composite_header&) = default;
};

static_assert(sizeof(composite_header) == 32);

// A record in an arena, for as long as the frame is held that it belongs to.
class composite_view {
public:
    explicit composite_view(const std::byte* record) noexcept
        : record_(record) {}

    [[nodiscard]] const composite_header& header() const noexcept {
        return *reinterpret_cast<const composite_header*>(record_);
    }

    [[nodiscard]] std::uint32_t tile_count() const noexcept { return header().tile_count; }

    [[nodiscard]] std::uint32_t mass() const noexcept { return header().mass; }

    // The cells of a row from (0, row) on; row must be one of the record's.
    [[nodiscard]] std::uint64_t row(std::uint32_t row) const noexcept {
        std::uint64_t bits = 0;
        std::memcpy(&bits, record_ + sizeof(composite_header) + std::size_t{row} * header().row_bytes,
                    sizeof bits);
        const std::uint32_t width = header().width;
        return bits & (~std::uint64_t{0} >> (64 - width));
    }

    // For any cell.
    [[nodiscard]] bool has(cell which) const noexcept {
        return static_cast<std::uint16_t>(which.i) < header().width &&
               static_cast<std::uint16_t>(which.j) < header().height &&
               (row(static_cast<std::uint32_t>(which.j)) >> which.i & 1) != 0;
    }

    // Nothing where there is none.
    [[nodiscard]] std::optional<tile> at(cell which) const noexcept;

    // Calls visit(tile) for each, row by row.
    template <typename Visit>
    void each(Visit visit) const {
        const std::byte* next = tiles();
        for (std::uint32_t j = 0; j < header().height; ++j) {
            for (std::uint64_t bits = row(j); bits != 0; bits &= bits - 1) {
                visit(tile{
                    .at = {static_cast<std::int16_t>(std::countr_zero(bits)), static_cast<std::int16_t>(j)},
                    .type = static_cast<std::uint8_t>(next[0]),
                    .hit_points = static_cast<std::uint8_t>(next[1])});
                next += 2;
            }
        }
    }

    // Where its bytes begin; nothing is read to tell.
    [[nodiscard]] const std::byte* bytes_begin() const noexcept { return record_; }

    [[nodiscard]] std::span<const std::byte> bytes() const noexcept {
        return {record_, std::size_t{header().grains} * 16};
    }

private:
    [[nodiscard]] const std::byte* tiles() const noexcept;

    const std::byte* record_;
};

// Everything below takes tiles in the order of their cells, with no cell twice.

// Puts tiles into that order.
void sort_tiles(std::vector<tile>& tiles);

// One sentence about what is wrong with them: none at all, an unknown type, a cell twice, tiles that do not
// hang together, more than fit, farther than max_radius from the centre of mass, no mass. Their order, too,
// is checked.
[[nodiscard]] status check_tiles(std::span<const tile> tiles, const rules& types);

// Of the tiles that are not virtual, in the frame of their cells. All zero if nothing weighs anything.
struct tile_masses {
    std::uint32_t mass = 0;
    hex_vector center{}; // of mass, to the nearest unit
    std::uint64_t inertia = 0;
    std::uint32_t weapons = 0;
};

[[nodiscard]] tile_masses weigh(std::span<const tile> tiles, const rules& types);

// The record for tiles that pass their check. Its cells count from the lowest i and the lowest j, so tiles
// that differ by a shift have the same record.
[[nodiscard]] std::size_t record_size(std::span<const tile> tiles); // bytes, whole grains
void write_record(std::span<const tile> tiles, const rules& types, std::byte* to);

void read_tiles(composite_view from, std::vector<tile>& into);

// The parts that hang together, as numbers from 0 for each tile: part 0 weighs most, and of those that weigh
// the same the one with the first tile comes first. Returns how many there are. Virtual tiles hold nothing
// together, and belong to the lowest part they touch, or to no_part. Allocates nothing once `part_of` has had
// the room: three numbers a tile.
inline constexpr std::uint32_t no_part = 0xffff'ffff;
std::uint32_t find_parts(std::span<const tile> tiles, const rules& types,
                         std::vector<std::uint32_t>& part_of);

} // namespace orrery::hex
