// The parts of walls sorted into the cells of a dense grid, by the cells that they really touch: a long edge
// is in those along its way, not in its box. A bit for each cell says whether anything is there, and the bits
// of a row lie side by side, so that asking about a box where nothing is costs a load and a mask a row.
//
// The grid covers the middle of what there is; what lies outside is in the cells along its border. Memory is
// bounded by the number of parts, whatever their sizes.
#pragma once

#include <orrery/math/aabb.hpp>
#include <orrery/math/number.hpp>
#include <orrery/math/vector2.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace orrery::circles::detail {

// A circle or a corner (radius 0) at `a`, or the edge from `a` to `b` without its ends.
struct wall_part {
    vector2 a{};
    vector2 b{};
    scalar radius = 0;
    std::uint32_t wall = 0; // of rules::walls
    bool is_edge = false;
    bool is_sensor = false;
    vector2 along{};   // of an edge: from a to b, with unit length
    scalar length = 0; // of an edge
};

// Rounded outwards, so that it holds all of it in exact arithmetic too.
[[nodiscard]] aabb2 box_of_circle(vector2 center, scalar radius) noexcept;
[[nodiscard]] aabb2 box_of(const wall_part& part) noexcept;

class wall_grid {
public:
    // At most so many cells, and so many places of parts in cells.
    [[nodiscard]] static constexpr std::size_t most_cells(std::size_t parts) noexcept {
        return 8 * parts + 1024;
    }

    [[nodiscard]] static constexpr std::size_t most_entries(std::size_t parts) noexcept {
        return 16 * parts + 4096;
    }

    void build(std::span<const wall_part> parts);

    // See terrain.
    template <typename Visit>
    void each_near(const aabb2& box, Visit& visit) const {
        if (rows_ == 0 || !intersects(box, bounds_)) {
            return;
        }
        const cell_range all{column_of(box.min.x), column_of(box.max.x), row_of(box.min.y),
                             row_of(box.max.y)};
        for (std::uint32_t row = all.first_row; row <= all.last_row; row += window_rows) {
            for (std::uint32_t column = all.first_column; column <= all.last_column;
                 column += window_columns) {
                visit_window(column, row, all, box, visit);
            }
        }
    }

    [[nodiscard]] std::size_t cells() const noexcept { return std::size_t{columns_} * rows_; }

    [[nodiscard]] std::size_t entries() const noexcept { return entries_.size(); }

    // How many parts share a cell with one, on average: what a search in its midst has to look at.
    [[nodiscard]] double crowding() const noexcept;

private:
    // A part in a cell, and where else it is, so that a search visits it in the first of its cells only.
    struct entry {
        aabb2 box{};
        std::uint32_t part = 0;
        std::uint16_t first_column = 0; // in this row
        std::uint16_t first_below = 1;  // in the row before; none if the first is behind the last
        std::uint16_t last_below = 0;
    };

    struct cell_range {
        std::uint32_t first_column = 0;
        std::uint32_t last_column = 0;
        std::uint32_t first_row = 0;
        std::uint32_t last_row = 0;
    };

    // Cells along the border hold whatever is beyond it. Never decreases from left to right.
    [[nodiscard]] std::uint32_t column_of(scalar x) const noexcept {
        return static_cast<std::uint32_t>(clamp((x - origin_.x) * cells_a_unit_, scalar(0), last_column_));
    }

    [[nodiscard]] std::uint32_t row_of(scalar y) const noexcept {
        return static_cast<std::uint32_t>(clamp((y - origin_.y) * cells_a_unit_, scalar(0), last_row_));
    }

    // So many cells are looked at together: a number of 64 bits has one for each.
    static constexpr std::uint32_t window_columns = 16;
    static constexpr std::uint32_t window_rows = 4;

    // Bits of a row from a column on; what is beyond the window is of no interest.
    [[nodiscard]] std::uint64_t bits_from(std::uint32_t column, std::uint32_t row) const noexcept {
        std::uint32_t bits = 0;
        std::memcpy(&bits, occupied_.data() + std::size_t{row} * bytes_a_row_ + column / 8, sizeof bits);
        return bits >> (column % 8);
    }

    template <typename Visit>
    void visit_window(std::uint32_t column, std::uint32_t row, const cell_range& all, const aabb2& box,
                      Visit& visit) const {
        const std::uint32_t columns = std::min(all.last_column - column + 1, window_columns);
        const std::uint32_t rows = std::min(all.last_row - row + 1, window_rows);
        // All rows of the window, whether asked for or not: the same work for all boxes is faster than as
        // little as possible for each.
        const std::uint64_t in_row = (std::uint64_t{1} << columns) - 1;
        const std::uint64_t in_rows = in_row | in_row << 16 | in_row << 32 | in_row << 48;
        std::uint64_t bits = (bits_from(column, row) & 0xffff) | (bits_from(column, row + 1) & 0xffff) << 16 |
                             (bits_from(column, row + 2) & 0xffff) << 32 | bits_from(column, row + 3) << 48;
        bits &= in_rows & (~std::uint64_t{0} >> (64 - rows * window_columns));
        for (; bits != 0; bits &= bits - 1) {
            const auto place = static_cast<std::uint32_t>(std::countr_zero(bits));
            visit_cell(column + place % window_columns, row + place / window_columns, all, box, visit);
        }
    }

    template <typename Visit>
    void visit_cell(std::uint32_t column, std::uint32_t row, const cell_range& all, const aabb2& box,
                    Visit& visit) const {
        const std::uint32_t cell = row * columns_ + column;
        for (std::uint32_t place = starts_[cell]; place < starts_[cell + 1]; ++place) {
            const entry& each = entries_[place];
            if (intersects(each.box, box) && is_first_cell_of(each, column, row, all)) {
                visit(each.part);
            }
        }
    }

    // Of those that are asked for. Without branches, which could not be foreseen.
    [[nodiscard]] static bool is_first_cell_of(const entry& each, std::uint32_t column, std::uint32_t row,
                                               const cell_range& all) noexcept {
        const auto first = std::max<std::uint32_t>(each.first_column, all.first_column);
        const auto first_below = std::max<std::uint32_t>(each.first_below, all.first_column);
        const auto last_below = std::min<std::uint32_t>(each.last_below, all.last_column);
        return (static_cast<int>(column == first) &
                (static_cast<int>(first_below > last_below) | static_cast<int>(row == all.first_row))) != 0;
    }

    void set_cells(const aabb2& covered, scalar side) noexcept;

    // Calls visit(row, first, last) with all columns in which a part touches a row, and perhaps others beside
    // them.
    template <typename Visit>
    void each_row_of(const wall_part& part, Visit visit) const;

    // Too many are not counted to the end.
    [[nodiscard]] std::size_t count_entries(std::span<const wall_part> parts) const;
    void fill(std::span<const wall_part> parts);

    aabb2 bounds_ = aabb2::empty();
    vector2 origin_{};
    scalar cells_a_unit_ = 0;
    scalar last_column_ = 0;
    scalar last_row_ = 0;
    std::uint32_t columns_ = 0;
    std::uint32_t rows_ = 0;
    std::uint32_t bytes_a_row_ = 0;
    std::vector<std::uint8_t> occupied_; // a bit a cell, row after row, with room for a window at the end
    std::vector<std::uint32_t> starts_;  // of the entries of a cell; one more than cells
    std::vector<entry> entries_;         // cell after cell
};

} // namespace orrery::circles::detail
