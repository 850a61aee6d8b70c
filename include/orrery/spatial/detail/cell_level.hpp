// Boxes of similar size, sorted by cell. Pairs are found by walking along the rows: a box meets those behind
// it in its own row and those beside it in the next rows, and since everything is sorted those lie together
// and are compared several at a time. Nothing is stored for a cell, so it does not matter how many are empty;
// unless the level is built densely, which also says where each cell begins.
#pragma once

#include <orrery/core/jobs/chunks.hpp>
#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/math/simd/level.hpp>
#include <orrery/spatial/detail/cell_geometry.hpp>
#include <orrery/spatial/detail/radix_sort.hpp>
#include <orrery/spatial/pair_list.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::spatial {

template <any_box Box>
struct cell_rows;

namespace detail {

// The key of a cell and the index of a box in it.
using cell_entry = sort_entry<std::uint32_t>;

template <any_box Box>
class cell_level {
public:
    using T = typename Box::value_type;
    static constexpr int dimension = Box::dimension;

    // Sorts those boxes that `members` names, in ascending order. No member may span more than two cells.
    void build(std::span<const Box> boxes, std::span<const std::uint32_t> members,
               const cell_geometry<Box>& geometry, radix_sorter<std::uint32_t>& sorter,
               std::vector<cell_entry>& scratch, scheduler& jobs);

    // The same with one counter for each cell, so there should not be many more cells than members.
    void build_densely(std::span<const Box> boxes, std::span<const std::uint32_t> members,
                       const cell_geometry<Box>& geometry, radix_sorter<std::uint32_t>& sorter,
                       std::vector<cell_entry>& scratch, scheduler& jobs);

    [[nodiscard]] std::size_t size() const noexcept { return boxes_.size(); }

    // In the order of their cells: the boxes, and how they are called.
    [[nodiscard]] std::span<const Box> boxes() const noexcept { return boxes_; }

    [[nodiscard]] std::span<const std::uint32_t> indices() const noexcept {
        return {indices_.data(), size()};
    }

    [[nodiscard]] const cell_geometry<Box>& geometry() const noexcept { return geometry_; }

    // Makes append_pairs_with possible.
    void build_directory();

    // The places of those in one cell, if the level was built densely.
    [[nodiscard]] index_range places_in_cell(std::int32_t key) const noexcept {
        const auto cell = static_cast<std::size_t>(key);
        return {cell == 0 ? 0 : cell_ends_[cell - 1], cell_ends_[cell]};
    }

    // The pairs of those at the places begin to end with those behind them.
    void append_pairs_within(std::size_t begin, std::size_t end, simd::level width, pair_buffer& found) const;

    // The pairs of boxes from elsewhere with those here.
    void append_pairs_with(std::span<const Box> seekers, std::span<const std::uint32_t> seeker_indices,
                           simd::level width, pair_buffer& found) const;

private:
    void make_keys(std::span<const Box> boxes, std::span<const std::uint32_t> members,
                   const cell_geometry<Box>& geometry, std::vector<cell_entry>& keyed, scheduler& jobs);
    void take_sorted(std::span<const Box> boxes, std::span<const cell_entry> sorted, scheduler& jobs);
    // Puts the boxes of the places begin to end where they belong.
    void fill(std::span<const Box> boxes, std::span<const cell_entry> sorted, std::size_t begin,
              std::size_t end);
    [[nodiscard]] cell_rows<Box> rows() const noexcept;

    cell_geometry<Box> geometry_;
    std::vector<Box> boxes_;
    std::vector<std::uint32_t> indices_;
    std::vector<std::int32_t> keys_;
    std::array<std::vector<T>, dimension> min_;
    std::array<std::vector<T>, dimension> max_;
    std::vector<std::uint32_t> cell_ends_; // of a level that was built densely
    std::vector<std::uint32_t> directory_; // see cell_rows
    int directory_shift_ = 0;
};

extern template class cell_level<aabb2f>;
extern template class cell_level<aabb2d>;
extern template class cell_level<aabb2i>;
extern template class cell_level<aabb3f>;
extern template class cell_level<aabb3d>;
extern template class cell_level<aabb3i>;

} // namespace detail
} // namespace orrery::spatial
