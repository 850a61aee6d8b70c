// Which parts of walls are near the cells that circles are in, worked out once for a size of cells. Most
// cells have none.
#pragma once

#include "circles/terrain.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::circles::detail {

class cell_walls {
public:
    // For square cells that begin at multiples of their size, and parts that are no farther than `reach` from
    // some point of a cell. Does nothing if that is what it has already.
    void follow(const terrain& among, scalar cell_size, scalar reach);

    // False if there would have to be too many cells for the walls there are.
    [[nodiscard]] bool is_made() const noexcept { return is_made_; }

    // Columns and rows count from the origin.
    [[nodiscard]] std::span<const std::uint32_t> parts_near(std::int32_t column,
                                                            std::int32_t row) const noexcept {
        const std::int64_t right = std::int64_t{column} - first_column_;
        const std::int64_t up = std::int64_t{row} - first_row_;
        if (right < 0 || up < 0 || right >= columns_ || up >= rows_) {
            return {};
        }
        const auto cell = static_cast<std::size_t>(up * columns_ + right);
        return {parts_.data() + begins_[cell], begins_[cell + 1] - begins_[cell]};
    }

private:
    template <typename Visit>
    void each_cell_near(const wall_part& part, Visit visit) const;

    const terrain* among_ = nullptr;
    scalar cell_size_ = 0;
    scalar reach_ = 0;
    bool is_made_ = false;
    std::int64_t first_column_ = 0;
    std::int64_t first_row_ = 0;
    std::int64_t columns_ = 0;
    std::int64_t rows_ = 0;
    std::vector<std::uint32_t> begins_; // of the parts of each cell, and the end
    std::vector<std::uint32_t> parts_;
};

} // namespace orrery::circles::detail
