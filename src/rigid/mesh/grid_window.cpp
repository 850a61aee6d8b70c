#include "rigid/mesh/grid_window.hpp"
#include "rigid/mesh/mesh_cleaning.hpp"

#include <orrery/core/text.hpp>
#include <orrery/math/elementary.hpp>

namespace orrery::rigid {
namespace detail {
namespace {

[[nodiscard]] scalar place_along(std::uint32_t number, std::uint32_t count, scalar spacing) noexcept {
    const scalar first = scalar(-0.5) * static_cast<scalar>(count - 1) * spacing;
    return first + static_cast<scalar>(number) * spacing;
}

[[nodiscard]] std::size_t place_in(const height_grid& grid, std::uint32_t column,
                                   std::uint32_t row) noexcept {
    return static_cast<std::size_t>(std::uint64_t{row} * grid.columns + column);
}

[[nodiscard]] status check_place(const height_grid& grid, std::uint32_t column, std::uint32_t row) {
    const std::size_t place = place_in(grid, column, row);
    const scalar height = grid.heights[place];
    if (!(abs(height) <= largest_measure)) {
        return error{text("The height in column ", column, " of row ", row, " is ", height,
                          " m, expected from -1e6 to 1e6 m.")};
    }
    if (grid.materials.empty()) {
        return {};
    }
    if (const auto sentence = check_vertex_material(grid.materials[place]); !sentence.empty()) {
        return error{text("The material in column ", column, " of row ", row, " is refused. ", sentence)};
    }
    return {};
}

} // namespace

scalar column_place(const height_grid& grid, std::uint32_t column) noexcept {
    return place_along(column, grid.columns, grid.spacing);
}

scalar row_place(const height_grid& grid, std::uint32_t row) noexcept {
    return place_along(row, grid.rows, grid.spacing);
}

status check_grid(const height_grid& grid) {
    if (grid.columns < 2 || grid.rows < 2) {
        return error{text("A height grid has ", grid.columns, " columns and ", grid.rows,
                          " rows, expected at least 2 of each.")};
    }
    const std::uint64_t count = std::uint64_t{grid.columns} * grid.rows;
    if (grid.heights.size() != count) {
        return error{text("A height grid of ", grid.columns, " columns and ", grid.rows, " rows has ",
                          grid.heights.size(), " heights, expected ", count, ".")};
    }
    if (!grid.materials.empty() && grid.materials.size() != count) {
        return error{
            text("A height grid has ", grid.materials.size(), " materials, expected none or ", count, ".")};
    }
    if (!(grid.spacing >= least_measure && grid.spacing <= largest_measure)) {
        return error{
            text("A height grid has a spacing of ", grid.spacing, " m, expected from 1e-6 to 1e6 m.")};
    }
    if (!(-column_place(grid, 0) <= largest_measure && -row_place(grid, 0) <= largest_measure)) {
        return error{text("A height grid of ", grid.columns, " columns and ", grid.rows, " rows is ",
                          grid.spacing,
                          " m wide at each, expected that all lies within 1e6 m of its middle.")};
    }
    for (std::uint32_t row = 0; row < grid.rows; ++row) {
        for (std::uint32_t column = 0; column < grid.columns; ++column) {
            if (const status checked = check_place(grid, column, row); !checked) {
                return checked;
            }
        }
    }
    return {};
}

mesh_definition mesh_of_window(const height_grid& grid, const grid_window& window) {
    const std::uint32_t columns = window.end_column - window.first_column + 1;
    const std::uint32_t rows = window.end_row - window.first_row + 1;
    mesh_definition made;
    made.vertices.reserve(std::size_t{columns} * rows);
    made.triangles.reserve(std::size_t{columns - 1} * (rows - 1) * 2);
    made.materials.reserve(grid.materials.empty() ? 0 : std::size_t{columns} * rows);
    for (std::uint32_t row = 0; row < rows; ++row) {
        for (std::uint32_t column = 0; column < columns; ++column) {
            const std::uint32_t whole_column = window.first_column + column;
            const std::uint32_t whole_row = window.first_row + row;
            const std::size_t in_grid = place_in(grid, whole_column, whole_row);
            made.vertices.push_back(
                {column_place(grid, whole_column), grid.heights[in_grid], row_place(grid, whole_row)});
            if (!grid.materials.empty()) {
                made.materials.push_back(grid.materials[in_grid]);
            }
            if (row > 0 && column > 0) {
                const std::uint32_t at = row * columns + column;
                const std::uint32_t before = at - columns; // in the row before
                made.triangles.push_back({before - 1, at - 1, before});
                made.triangles.push_back({before, at - 1, at});
            }
        }
    }
    return made;
}

} // namespace detail

result<mesh_definition> mesh_of(const height_grid& grid) {
    if (const status checked = detail::check_grid(grid); !checked) {
        return checked.reason();
    }
    const std::uint64_t cells = std::uint64_t{grid.columns - 1} * (grid.rows - 1);
    if (cells > triangle_mesh::max_triangles / 2) {
        return error{text("A height grid has ", cells, " cells, expected at most ",
                          triangle_mesh::max_triangles / 2, ".")};
    }
    return detail::mesh_of_window(grid, detail::all_cells(grid));
}

} // namespace orrery::rigid
