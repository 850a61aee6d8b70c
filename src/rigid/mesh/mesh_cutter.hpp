// How a surface becomes pages. Each page is made when it is asked for, so that a large land is never in
// memory as pages all at once.
#pragma once

#include "rigid/mesh/grid_window.hpp"

#include <orrery/rigid/shapes/triangle_mesh.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace orrery::rigid::detail {

class mesh_cutter {
public:
    using page_pointer = std::shared_ptr<const triangle_mesh>;

    mesh_cutter() = default;
    mesh_cutter(const mesh_cutter&) = delete;
    mesh_cutter& operator=(const mesh_cutter&) = delete;
    virtual ~mesh_cutter() = default;

    [[nodiscard]] virtual std::uint32_t page_count() const noexcept = 0;

    // One after another; null for a page without any triangle. Numbers begin where those of the page before
    // end.
    [[nodiscard]] virtual page_pointer page(std::uint32_t index, std::uint32_t first_number) const = 0;
};

// Halves the triangles by their middles along the longest side of the box around these, until no part has
// more than it may.
class triangle_cutter final : public mesh_cutter {
public:
    // The mesh must outlive the cutter.
    triangle_cutter(const triangle_mesh& mesh, std::uint32_t page_triangles);

    [[nodiscard]] std::uint32_t page_count() const noexcept override;
    [[nodiscard]] page_pointer page(std::uint32_t index, std::uint32_t first_number) const override;

private:
    const triangle_mesh& mesh_;
    std::vector<std::uint32_t> triangles_; // page by page
    std::vector<std::size_t> ends_;        // of the pages
};

// Squares of about the same number of cells, row by row. Each page comes from a mesh of its square and of the
// cells around it.
class grid_cutter final : public mesh_cutter {
public:
    // Of a grid with which nothing is wrong.
    grid_cutter(const height_grid& grid, std::uint32_t page_triangles) noexcept;

    [[nodiscard]] std::uint32_t page_count() const noexcept override { return across_ * along_; }

    [[nodiscard]] page_pointer page(std::uint32_t index, std::uint32_t first_number) const override;

private:
    [[nodiscard]] grid_window window(std::uint32_t index) const noexcept;

    height_grid grid_;
    std::uint32_t across_; // pages along x
    std::uint32_t along_;  // and along z
};

} // namespace orrery::rigid::detail
