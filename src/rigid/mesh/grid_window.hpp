// A rectangle of cells of a height grid as a mesh of its own, in the place it has in the whole.
#pragma once

#include <orrery/rigid/shapes/triangle_mesh.hpp>

#include <cstdint>

namespace orrery::rigid::detail {

// Cells from `first` up to, but not including, `end`. Cell 0 lies between columns 0 and 1.
struct grid_window {
    std::uint32_t first_column = 0;
    std::uint32_t end_column = 0;
    std::uint32_t first_row = 0;
    std::uint32_t end_row = 0;
};

[[nodiscard]] inline grid_window all_cells(const height_grid& grid) noexcept {
    return {0, grid.columns - 1, 0, grid.rows - 1};
}

// What mesh_of refuses, but for grids with more triangles than a mesh may have.
[[nodiscard]] status check_grid(const height_grid& grid);

// Of a grid with which nothing is wrong. Two windows have the same vertices where they meet.
[[nodiscard]] mesh_definition mesh_of_window(const height_grid& grid, const grid_window& window);

// Where the vertices of a grid are in the plane.
[[nodiscard]] scalar column_place(const height_grid& grid, std::uint32_t column) noexcept;
[[nodiscard]] scalar row_place(const height_grid& grid, std::uint32_t row) noexcept;

} // namespace orrery::rigid::detail
