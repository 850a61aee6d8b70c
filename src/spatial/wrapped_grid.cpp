#include <orrery/core/check.hpp>
#include <orrery/spatial/wrapped_grid.hpp>

namespace orrery::spatial {

namespace {

constexpr std::int32_t fewest_cells_a_side = 8;
constexpr std::size_t most_cells_a_point = 4;

} // namespace

template <real T>
void wrapped_grid<T>::choose_cells(std::span<const vector_type> points, T cell_size) {
    vector_type low = points.empty() ? vector_type{} : points.front();
    vector_type high = low;
    for (const vector_type& each : points) {
        low = {min(low.x, each.x), min(low.y, each.y)};
        high = {max(high.x, each.x), max(high.y, each.y)};
    }
    first_ = low;
    per_unit_ = T{1} / cell_size;
    // One cell more than there are, so that what lies in the last cells is not beside the first ones.
    std::int64_t columns = std::int64_t{column_of(high.x)} + 2;
    std::int64_t rows = std::int64_t{row_of(high.y)} + 2;
    const auto most = static_cast<std::int64_t>(most_cells_a_point * points.size()) +
                      fewest_cells_a_side * fewest_cells_a_side;
    while (columns * rows > most) {
        std::int64_t& longer = columns > rows ? columns : rows;
        longer = (longer + 1) / 2;
    }
    columns_ = static_cast<std::int32_t>(max(columns, std::int64_t{fewest_cells_a_side}));
    rows_ = static_cast<std::int32_t>(max(rows, std::int64_t{fewest_cells_a_side}));
}

template <real T>
void wrapped_grid<T>::build(std::span<const vector_type> points, T cell_size) {
    ORRERY_CHECK(cell_size > 0, "cells have a size");
    choose_cells(points, cell_size);
    const std::size_t cells = static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_);
    begins_.assign(cells + 1, 0);
    cell_of_point_.resize(points.size());
    order_.resize(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto cell = static_cast<std::uint32_t>(number_of(column_of(points[i].x), row_of(points[i].y)));
        cell_of_point_[i] = cell;
        ++begins_[cell];
    }
    std::uint32_t places = 0;
    most_in_cell_ = 0;
    for (std::uint32_t& each : begins_) {
        most_in_cell_ = std::max(most_in_cell_, each);
        places += each;
        each = places;
    }
    // From the last point down to the first, which leaves the place where each cell begins.
    for (std::size_t i = points.size(); i-- > 0;) {
        order_[--begins_[cell_of_point_[i]]] = static_cast<std::uint32_t>(i);
    }
}

template class wrapped_grid<float>;
template class wrapped_grid<double>;

} // namespace orrery::spatial
