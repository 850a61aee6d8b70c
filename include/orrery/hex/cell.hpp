// The grid that composites are made of. A cell is a hexagon around a lattice point; its neighbours lie one
// step along +-A, +-B and +-C. All cells of all composites have one size.
#pragma once

#include <orrery/core/fields.hpp>
#include <orrery/math/hex_vector.hpp>

#include <array>
#include <compare>
#include <cstdint>

namespace orrery::hex {

// From the centre of a cell to that of its neighbour, in units: 64 cells a screen.
inline constexpr int cell_bits = 10;
inline constexpr std::int32_t cell_pitch = std::int32_t{1} << cell_bits;
inline constexpr std::int32_t cell_in_radius = cell_pitch / 2;
inline constexpr std::int32_t cell_circum_radius = 592; // pitch / sqrt(3), rounded up

struct cell {
    std::int16_t i = 0; // steps along A
    std::int16_t j = 0; // steps along B

    [[nodiscard]] friend constexpr cell operator+(cell u, cell v) noexcept {
        return {static_cast<std::int16_t>(u.i + v.i), static_cast<std::int16_t>(u.j + v.j)};
    }

    [[nodiscard]] friend constexpr cell operator-(cell u, cell v) noexcept {
        return {static_cast<std::int16_t>(u.i - v.i), static_cast<std::int16_t>(u.j - v.j)};
    }

    friend constexpr bool operator==(const cell&, const cell&) = default;

    // Row by row.
    [[nodiscard]] friend constexpr std::strong_ordering operator<=>(cell u, cell v) noexcept {
        return u.j != v.j ? u.j <=> v.j : u.i <=> v.i;
    }
};

inline constexpr std::array<cell, 6> cell_neighbors{cell{1, 0},  cell{1, 1},   cell{0, 1},
                                                    cell{-1, 0}, cell{-1, -1}, cell{0, -1}};

[[nodiscard]] constexpr hex_vector center_of(cell which) noexcept {
    return {which.i * cell_pitch, which.j * cell_pitch};
}

// How many steps it takes from one cell to another.
[[nodiscard]] constexpr std::int32_t steps_between(cell from, cell to) noexcept {
    const std::int32_t i = to.i - from.i;
    const std::int32_t j = to.j - from.j;
    const std::int32_t k = i - j;
    const std::int32_t along_i = i < 0 ? -i : i;
    const std::int32_t along_j = j < 0 ? -j : j;
    const std::int32_t along_k = k < 0 ? -k : k;
    return along_i > along_j ? (along_i > along_k ? along_i : along_k)
                             : (along_j > along_k ? along_j : along_k);
}

} // namespace orrery::hex

template <>
inline constexpr auto orrery::description<orrery::hex::cell> = [] {
    using self = hex::cell;
    return describe<self>("cell", field<&self::i>("i"), field<&self::j>("j"));
}();
