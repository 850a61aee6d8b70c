#include "circles/cell_walls.hpp"
#include "circles/touch.hpp"

#include <orrery/math/elementary.hpp>
#include <orrery/math/number.hpp>

namespace orrery::circles::detail {

namespace {

// More are not worth their memory, nor the time that it takes to fill them.
[[nodiscard]] constexpr std::int64_t most_cells(std::size_t parts) noexcept {
    return static_cast<std::int64_t>(16 * parts + 65536);
}

[[nodiscard]] std::int64_t cell_below(double position, double cell_size) noexcept {
    return static_cast<std::int64_t>(floor(position / cell_size));
}

} // namespace

template <typename Visit>
void cell_walls::each_cell_near(const wall_part& part, Visit visit) const {
    const aabb2 box = box_of(part);
    // As far as the corners of a cell are from its middle.
    const scalar far = reach_ + cell_size_ * scalar(0.7072);
    const auto first_row = cell_below(box.min.y - reach_, cell_size_);
    const auto last_row = cell_below(box.max.y + reach_, cell_size_);
    const auto first_column = cell_below(box.min.x - reach_, cell_size_);
    const auto last_column = cell_below(box.max.x + reach_, cell_size_);
    for (std::int64_t row = first_row; row <= last_row; ++row) {
        for (std::int64_t column = first_column; column <= last_column; ++column) {
            const vector2 middle{(static_cast<scalar>(column) + scalar(0.5)) * cell_size_,
                                 (static_cast<scalar>(row) + scalar(0.5)) * cell_size_};
            if (touch_of(middle, 0, part).gap <= far) {
                visit(static_cast<std::size_t>((row - first_row_) * columns_ + (column - first_column_)));
            }
        }
    }
}

void cell_walls::follow(const terrain& among, scalar cell_size, scalar reach) {
    if (among_ == &among && cell_size_ == cell_size && reach_ == reach) {
        return;
    }
    among_ = &among;
    cell_size_ = cell_size;
    reach_ = reach;
    columns_ = 0;
    rows_ = 0;
    is_made_ = true;
    begins_.clear();
    parts_.clear();
    if (among.parts().empty()) {
        return;
    }
    aabb2 bounds = box_of(among.parts().front());
    for (const wall_part& each : among.parts()) {
        bounds = merge(bounds, box_of(each));
    }
    first_column_ = cell_below(bounds.min.x - reach, cell_size);
    first_row_ = cell_below(bounds.min.y - reach, cell_size);
    const std::int64_t columns = cell_below(bounds.max.x + reach, cell_size) - first_column_ + 1;
    const std::int64_t rows = cell_below(bounds.max.y + reach, cell_size) - first_row_ + 1;
    if (columns > most_cells(among.parts().size()) / rows) {
        is_made_ = false;
        return;
    }
    columns_ = columns;
    rows_ = rows;
    begins_.assign(static_cast<std::size_t>(columns * rows) + 1, 0);
    for (const wall_part& each : among.parts()) {
        each_cell_near(each, [&](std::size_t cell) { ++begins_[cell]; });
    }
    std::uint32_t end = 0;
    for (std::uint32_t& begin : begins_) {
        end += begin;
        begin = end; // moves down to the beginning below
    }
    parts_.resize(end);
    for (auto part = static_cast<std::uint32_t>(among.parts().size()); part-- > 0;) {
        each_cell_near(among.parts()[part], [&](std::size_t cell) { parts_[--begins_[cell]] = part; });
    }
}

} // namespace orrery::circles::detail
