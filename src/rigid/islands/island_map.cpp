#include "rigid/islands/island_map.hpp"

namespace orrery::rigid::detail {

void island_map::begin(std::span<const body_row> rows) {
    parent_.resize(rows.size());
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
        parent_[row] = rows[row].is_awake ? row : no_row;
    }
}

std::uint32_t island_map::root_of(std::uint32_t row) noexcept {
    while (parent_[row] != row) {
        parent_[row] = parent_[parent_[row]];
        row = parent_[row];
    }
    return row;
}

void island_map::join(std::uint32_t row_a, std::uint32_t row_b) noexcept {
    const std::uint32_t a = root_of(row_a);
    const std::uint32_t b = root_of(row_b);
    if (a < b) {
        parent_[b] = a;
    } else {
        parent_[a] = b;
    }
}

void island_map::finish() {
    // A root is the first row of its island, so it is met before the others.
    island_of_.resize(parent_.size());
    begins_.assign(1, 0);
    count_ = 0;
    std::uint32_t awake = 0;
    for (std::uint32_t row = 0; row < parent_.size(); ++row) {
        if (parent_[row] == no_row) {
            continue;
        }
        ++awake;
        if (parent_[row] == row) {
            island_of_[row] = count_++;
            begins_.push_back(0);
        } else {
            island_of_[row] = island_of_[root_of(row)];
        }
        ++begins_[island_of_[row] + 1];
    }
    for (std::uint32_t island = 0; island < count_; ++island) {
        begins_[island + 1] += begins_[island];
    }
    rows_.resize(awake);
    for (std::uint32_t row = 0; row < parent_.size(); ++row) {
        if (parent_[row] != no_row) {
            rows_[begins_[island_of_[row]]++] = row;
        }
    }
    for (std::uint32_t island = count_; island > 0; --island) {
        begins_[island] = begins_[island - 1];
    }
    begins_[0] = 0;
}

} // namespace orrery::rigid::detail
