// The grid of one composite as another one meets it: which of its cells have tiles, and which cells of a row
// that crosses it come near.
#pragma once

#include <orrery/hex/composite.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace orrery::hex::detail {

// On a grid lengths have 12 bits behind the point: what is looked at lies within 2^18 units, and over
// 64 cells the steps from cell to cell add up to an error of 2^-6 units.
inline constexpr int fraction_bits = 12;
inline constexpr int fraction_bits_of_cells = fraction_bits + cell_bits;

// The rows of the larger one, ready for many looks.
class tile_grid {
public:
    explicit tile_grid(composite_view of)
        : rows_(of.bytes().data() + sizeof(composite_header))
        , row_bytes_(of.header().row_bytes)
        , mask_(~std::uint64_t{0} >> (64 - of.header().width))
        , width_(of.header().width)
        , height_(of.header().height) {}

    // Nothing farther out than this, in fractions, can be near a tile.
    [[nodiscard]] bool is_outside(std::int32_t a, std::int32_t b) const {
        return (static_cast<int>(static_cast<std::uint32_t>((a >> fraction_bits_of_cells) + 1) > width_) |
                static_cast<int>(static_cast<std::uint32_t>((b >> fraction_bits_of_cells) + 1) > height_)) !=
               0;
    }

    // Whether there is a tile in a rectangle of cells, all of it included.
    [[nodiscard]] bool has_any(std::int32_t first_i, std::int32_t last_i, std::int32_t first_j,
                               std::int32_t last_j) const {
        const std::int32_t low = std::max(first_i, 0);
        const std::int32_t high = std::min(last_i, static_cast<std::int32_t>(width_) - 1);
        const std::uint64_t from = ~std::uint64_t{0} << (low & 63);
        const std::uint64_t to = ~std::uint64_t{0} >> ((63 - high) & 63);
        const std::uint64_t columns =
            from & to & (std::uint64_t{0} - static_cast<std::uint64_t>(low <= high));
        std::uint64_t any = 0;
        const std::int32_t end_j = std::min(last_j + 1, static_cast<std::int32_t>(height_));
        for (std::int32_t j = std::max(first_j, 0); j < end_j; ++j) {
            std::uint64_t bits = 0;
            std::memcpy(&bits, rows_ + static_cast<std::size_t>(j) * row_bytes_, sizeof bits);
            any |= bits;
        }
        return (any & columns) != 0;
    }

    // Of the cells (i, j) and (i + 1, j), in the lowest two bits; for i from -1 to the width.
    [[nodiscard]] std::uint64_t two_of_row(std::int32_t i, std::int32_t j) const {
        const bool is_there = static_cast<std::uint32_t>(j) < height_;
        std::uint64_t bits = 0;
        std::memcpy(&bits, rows_ + (is_there ? static_cast<std::size_t>(j) * row_bytes_ : 0), sizeof bits);
        const std::uint64_t all = bits & (is_there ? mask_ : 0);
        return (all >> std::max(i, 0) << static_cast<int>(i < 0)) & 3;
    }

private:
    const std::byte* rows_;
    std::size_t row_bytes_;
    std::uint64_t mask_;
    std::uint32_t width_;
    std::uint32_t height_;
};

// Which cells of each row of the smaller one lie between two lines of the larger's grid, `low` and `high`
// along one axis: from row to row both ends move by the same. They are a little too far out, never too far
// in.
class row_cut {
public:
    row_cut(std::int32_t start, std::int32_t i_step, std::int32_t j_step, std::int32_t low,
            std::int32_t high) {
        // A row that goes straight along the lines is taken for one that does not quite: over 64 cells that
        // makes an eighth of a cell, by which the lines are apart from where they belong.
        constexpr std::int32_t least = 1 << 12;
        constexpr std::int32_t slack = 1 << (fraction_bits_of_cells - 3);
        const std::int32_t step = i_step >= 0 ? std::max(i_step, least) : std::min(i_step, -least);
        const std::int64_t inverse = (std::int64_t{1} << bits) / step;
        const std::int64_t one = std::int64_t{i_step >= 0 ? low - slack : high + slack} - start;
        const std::int64_t other = std::int64_t{i_step >= 0 ? high + slack : low - slack} - start;
        first_ = one * inverse + ((std::int64_t{1} << bits) - 1);
        last_ = other * inverse;
        step_ = -j_step * inverse;
    }

    [[nodiscard]] std::int32_t first() const { return static_cast<std::int32_t>(first_ >> bits); }

    [[nodiscard]] std::int32_t last() const { return static_cast<std::int32_t>(last_ >> bits); }

    void next() {
        first_ += step_;
        last_ += step_;
    }

private:
    static constexpr int bits = 38;
    std::int64_t first_;
    std::int64_t last_;
    std::int64_t step_;
};

} // namespace orrery::hex::detail
