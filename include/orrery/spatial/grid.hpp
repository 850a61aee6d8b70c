// A dense grid of cells for boxes of similar size that fill their region: sorted into cells by
// counting, compared with half of the cells around their own. One array holds where each cell begins, so what
// lies around a point is found at once (in_cell_of). A cell is at least as large as the largest box; with a
// few large boxes, far outliers or much empty space choose grid_hierarchy, which costs about as much.
#pragma once

#include <orrery/math/simd/level.hpp>
#include <orrery/spatial/broad_phase.hpp>
#include <orrery/spatial/detail/cell_level.hpp>
#include <orrery/spatial/detail/order_tree.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace orrery::spatial {

namespace detail {
template <any_box Box>
struct box_survey;
} // namespace detail

template <any_box Box>
struct grid_settings {
    // Boxes beyond it count as in the cells at its border. By default, where the boxes are.
    std::optional<Box> region = {};
    // Cells are at least as large. By default, as large as the largest box.
    product_type<typename Box::value_type> least_cell_size = 0;
    // There are at most so many cells for each box; larger cells if that is not enough.
    double most_cells_a_box = 4;
    // How many boxes are compared at once; changes the speed and nothing else. Rows are short: more than
    // eight rarely have something to do.
    simd::level simd_level = std::min(simd::best_level(), simd::level::width8);
};

template <any_box Box>
class grid {
public:
    using box_type = Box;
    using node_type = typename detail::order_tree<Box>::node_type;

    explicit grid(grid_settings<Box> settings = {})
        : settings_(settings) {}

    void build(std::span<const Box> boxes);
    void build(std::span<const Box> boxes, scheduler& jobs);

    [[nodiscard]] std::size_t size() const noexcept { return level_.size(); }

    [[nodiscard]] node_type root() const noexcept { return tree_.root(); }

    template <typename OnChild, typename OnElement>
    void expand(node_type node, OnChild&& on_child, OnElement&& on_element) const {
        tree_.expand(node, on_child, [&](std::size_t begin, std::size_t end) {
            for (std::size_t place = begin; place < end; ++place) {
                on_element(level_.indices()[place], level_.boxes()[place]);
            }
        });
    }

    [[nodiscard]] std::uint32_t pair_tasks() const noexcept { return pieces().size(); }

    void append_pairs(std::uint32_t task, pair_buffer& found) const;

    // The sides of a cell, and how many cells there are, a margin of one around the region included.
    [[nodiscard]] basic_vector<product_type<typename Box::value_type>, Box::dimension>
    cell_size() const noexcept {
        return level_.geometry().cell_size();
    }

    [[nodiscard]] std::size_t cell_count() const noexcept {
        return static_cast<std::size_t>(level_.geometry().key_end());
    }

    // The elements whose lower corner lies in the same cell as the point.
    [[nodiscard]] std::span<const std::uint32_t>
    in_cell_of(const typename Box::vector_type& point) const noexcept {
        if (size() == 0) {
            return {};
        }
        const index_range places = level_.places_in_cell(level_.geometry().key(point));
        return level_.indices().subspan(places.begin, places.size());
    }

private:
    static constexpr std::size_t boxes_a_task = 4096;

    [[nodiscard]] detail::cell_geometry<Box> geometry_for(const detail::box_survey<Box>& found) const;

    [[nodiscard]] chunks pieces() const noexcept { return {size(), boxes_a_task}; }

    grid_settings<Box> settings_;
    detail::cell_level<Box> level_;
    detail::order_tree<Box> tree_;

    // Kept for the next build.
    std::vector<std::uint32_t> members_;
    detail::radix_sorter<std::uint32_t> sorter_;
    std::vector<detail::cell_entry> scratch_;
};

extern template class grid<aabb2f>;
extern template class grid<aabb2d>;
extern template class grid<aabb2i>;
extern template class grid<aabb3f>;
extern template class grid<aabb3d>;
extern template class grid<aabb3i>;

} // namespace orrery::spatial
