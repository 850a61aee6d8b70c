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

#include <bit>
#include <cstddef>
#include <cstdint>
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
        const std::uint32_t first = column_of(box.min.x);
        const std::uint32_t last = column_of(box.max.x);
        const std::uint32_t last_row = row_of(box.max.y);
        for (std::uint32_t row = row_of(box.min.y); row <= last_row; ++row) {
            for (std::uint32_t word = first / 64; word <= last / 64; ++word) {
                std::uint64_t bits = occupied_[row * words_a_row_ + word];
                bits &= word == first / 64 ? ~std::uint64_t{0} << (first % 64) : ~std::uint64_t{0};
                bits &= word == last / 64 ? ~std::uint64_t{0} >> (63 - last % 64) : ~std::uint64_t{0};
                for (; bits != 0; bits &= bits - 1) {
                    const auto column = word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
                    visit_cell(row * columns_ + column, box, visit);
                }
            }
        }
    }

    [[nodiscard]] std::size_t cells() const noexcept { return std::size_t{columns_} * rows_; }

    [[nodiscard]] std::size_t entries() const noexcept { return entries_.size(); }

    // How many parts share a cell with one, on average: what a search in its midst has to look at.
    [[nodiscard]] double crowding() const noexcept;

private:
    struct entry {
        aabb2 box{};
        std::uint32_t part = 0;
    };

    // Cells along the border hold whatever is beyond it. Never decreases from left to right.
    [[nodiscard]] std::uint32_t column_of(scalar x) const noexcept {
        return static_cast<std::uint32_t>(clamp((x - origin_.x) * cells_a_unit_, scalar(0), last_column_));
    }

    [[nodiscard]] std::uint32_t row_of(scalar y) const noexcept {
        return static_cast<std::uint32_t>(clamp((y - origin_.y) * cells_a_unit_, scalar(0), last_row_));
    }

    template <typename Visit>
    void visit_cell(std::uint32_t cell, const aabb2& box, Visit& visit) const {
        for (std::uint32_t place = starts_[cell]; place < starts_[cell + 1]; ++place) {
            if (intersects(entries_[place].box, box)) {
                visit(entries_[place].part);
            }
        }
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
    std::uint32_t words_a_row_ = 0;
    std::vector<std::uint64_t> occupied_; // a bit a cell, row after row
    std::vector<std::uint32_t> starts_;   // of the entries of a cell; one more than cells
    std::vector<entry> entries_;          // cell after cell
};

} // namespace orrery::circles::detail
