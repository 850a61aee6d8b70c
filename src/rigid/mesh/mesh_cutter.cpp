#include "rigid/mesh/mesh_builder.hpp"
#include "rigid/mesh/mesh_cutter.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace orrery::rigid::detail {
namespace {

// Three times the middle, which is as good for sorting.
[[nodiscard]] std::vector<vector3> triangle_middles(const triangle_mesh& mesh) {
    std::vector<vector3> middles;
    middles.reserve(mesh.triangles().size());
    for (const auto& [a, b, c] : mesh.triangles()) {
        middles.push_back(mesh.vertices()[a] + mesh.vertices()[b] + mesh.vertices()[c]);
    }
    return middles;
}

[[nodiscard]] int longest_axis(std::span<const std::uint32_t> part, const std::vector<vector3>& middles) {
    aabb3 box = aabb3::empty();
    for (const std::uint32_t number : part) {
        box = merge(box, middles[number]);
    }
    const vector3 size = box.max - box.min;
    const int flat = size.x >= size.y ? 0 : 1;
    return size[flat] >= size.z ? flat : 2;
}

void cut_in_halves(std::span<std::uint32_t> part, const std::vector<vector3>& middles, std::uint32_t most,
                   std::vector<std::size_t>& ends) {
    if (part.size() <= most) {
        std::sort(part.begin(), part.end()); // total order: numbers of triangles
        ends.push_back(part.size() + (ends.empty() ? 0 : ends.back()));
        return;
    }
    const int axis = longest_axis(part, middles);
    const std::size_t half = part.size() / 2;
    // total order: the number decides where the middles are equal
    std::nth_element(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(half), part.end(),
                     [&](std::uint32_t a, std::uint32_t b) {
                         const scalar at_a = middles[a][axis];
                         const scalar at_b = middles[b][axis];
                         return at_a != at_b ? at_a < at_b : a < b;
                     });
    cut_in_halves(part.first(half), middles, most, ends);
    cut_in_halves(part.subspan(half), middles, most, ends);
}

// The same number of cells for each of `count` parts, or one more.
[[nodiscard]] std::uint32_t start_of_part(std::uint32_t part, std::uint32_t count,
                                          std::uint32_t cells) noexcept {
    return static_cast<std::uint32_t>(std::uint64_t{cells} * part / count);
}

[[nodiscard]] std::uint32_t parts_for(std::uint32_t cells, std::uint32_t side) noexcept {
    return (cells - 1) / side + 1;
}

// The side of the largest square with no more than so many cells.
[[nodiscard]] std::uint32_t square_side(std::uint32_t cells) noexcept {
    std::uint32_t side = 1;
    while (std::uint64_t{side + 1} * (side + 1) <= cells) {
        ++side;
    }
    return side;
}

} // namespace

triangle_cutter::triangle_cutter(const triangle_mesh& mesh, std::uint32_t page_triangles)
    : mesh_(mesh)
    , triangles_(mesh.triangles().size()) {
    std::iota(triangles_.begin(), triangles_.end(), 0u);
    const std::vector<vector3> middles = triangle_middles(mesh);
    cut_in_halves(triangles_, middles, page_triangles, ends_);
}

std::uint32_t triangle_cutter::page_count() const noexcept {
    return static_cast<std::uint32_t>(ends_.size());
}

mesh_cutter::page_pointer triangle_cutter::page(std::uint32_t index, std::uint32_t first_number) const {
    const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
    return mesh_builder::page(mesh_, std::span(triangles_).subspan(begin, ends_[index] - begin),
                              first_number);
}

grid_cutter::grid_cutter(const height_grid& grid, std::uint32_t page_triangles) noexcept
    : grid_(grid)
    , across_(parts_for(grid.columns - 1, square_side(page_triangles / 2)))
    , along_(parts_for(grid.rows - 1, square_side(page_triangles / 2))) {}

grid_window grid_cutter::window(std::uint32_t index) const noexcept {
    const std::uint32_t x = index % across_;
    const std::uint32_t z = index / across_;
    const std::uint32_t columns = grid_.columns - 1;
    const std::uint32_t rows = grid_.rows - 1;
    return {start_of_part(x, across_, columns), start_of_part(x + 1, across_, columns),
            start_of_part(z, along_, rows), start_of_part(z + 1, along_, rows)};
}

mesh_cutter::page_pointer grid_cutter::page(std::uint32_t index, std::uint32_t first_number) const {
    const grid_window own = window(index);
    const grid_window with_border{std::max(own.first_column, 1u) - 1,
                                  std::min(own.end_column + 1, grid_.columns - 1),
                                  std::max(own.first_row, 1u) - 1, std::min(own.end_row + 1, grid_.rows - 1)};
    const auto around = mesh_builder::without_tree(mesh_of_window(grid_, with_border), nullptr);
    if (!around) {
        return {}; // nothing is wrong with the grid, so it has no triangle with an area here
    }
    const scalar left = column_place(grid_, own.first_column);
    const scalar right = column_place(grid_, own.end_column);
    const scalar back = row_place(grid_, own.first_row);
    const scalar front = row_place(grid_, own.end_row);
    const triangle_mesh& mesh = **around;
    std::vector<std::uint32_t> chosen;
    for (std::uint32_t number = 0; number < mesh.triangles().size(); ++number) {
        const auto& corners = mesh.triangles()[number];
        const bool is_own = std::all_of(corners.begin(), corners.end(), [&](std::uint32_t corner) {
            const vector3 at = mesh.vertices()[corner];
            return at.x >= left && at.x <= right && at.z >= back && at.z <= front;
        });
        if (is_own) {
            chosen.push_back(number);
        }
    }
    return chosen.empty() ? page_pointer() : mesh_builder::page(mesh, chosen, first_number);
}

} // namespace orrery::rigid::detail
