// Cells of equal size in rows, each with a number: its key. Cells along x follow one another, then come rows
// along y, then layers along z. Around the region lies a margin of one cell on every side, so that a step to a
// neighbouring cell never wraps around into another row.
//
// A coordinate outside the region counts as in the nearest cell inside. That keeps the order of coordinates,
// hence also the rule everything rests on: of two boxes that intersect and that each span at most two cells
// along an axis, the lower corners lie in the same cell or in neighbouring ones.
#pragma once

#include <orrery/spatial/box.hpp>

#include <array>
#include <cstdint>

namespace orrery::spatial::detail {

template <any_box Box>
struct cell_geometry {
    using T = typename Box::value_type;
    static constexpr int dimension = Box::dimension;
    static constexpr std::int64_t largest_key_end = std::int64_t{1} << 31;

    // Along one axis, so that rounding in cell() stays far below the slack that cell_size_for leaves.
    static constexpr std::int64_t most_cells_along = std::int64_t{1} << 16;

    basic_vector<T, dimension> origin{};
    T cells_per_unit = 0; // of real coordinates
    int shift = 0;        // cells of whole coordinates are 2^shift wide
    std::array<std::int32_t, dimension> cells{};
    std::array<std::int32_t, dimension> strides{}; // distance of the keys of neighbours along each axis

    // The place of a coordinate along an axis, from 1 to cells[axis].
    [[nodiscard]] std::int32_t cell(T coordinate, int axis) const noexcept {
        const auto i = static_cast<std::size_t>(axis);
        if constexpr (real<T>) {
            const T place = (coordinate - origin[axis]) * cells_per_unit;
            const T last = static_cast<T>(cells[i] - 1);
            return static_cast<std::int32_t>(min(max(place, T{0}), last)) + 1;
        } else {
            const std::int64_t place = (std::int64_t{coordinate} - origin[axis]) >> shift;
            return static_cast<std::int32_t>(min(max(place, std::int64_t{0}), std::int64_t{cells[i] - 1})) + 1;
        }
    }

    // The cell of a point.
    [[nodiscard]] std::int32_t key(const basic_vector<T, dimension>& point) const noexcept {
        std::int32_t result = 0;
        for (int axis = 0; axis < dimension; ++axis) {
            result += cell(point[axis], axis) * strides[static_cast<std::size_t>(axis)];
        }
        return result;
    }

    // The side of a cell.
    [[nodiscard]] product_type<T> cell_size() const noexcept {
        if constexpr (real<T>) {
            return T{1} / cells_per_unit;
        } else {
            return std::int64_t{1} << shift;
        }
    }

    // One more than the largest key, margin included.
    [[nodiscard]] std::int64_t key_end() const noexcept {
        return std::int64_t{strides[dimension - 1]} * (cells[dimension - 1] + 2);
    }

    // Cells over the region in which no box with sides of at most largest_side spans more than two. The cells
    // are as small as that and the limits on their number allow.
    [[nodiscard]] static cell_geometry over(const Box& region, product_type<T> largest_side,
                                            std::int64_t most_cells = largest_key_end);
};

extern template struct cell_geometry<aabb2f>;
extern template struct cell_geometry<aabb2d>;
extern template struct cell_geometry<aabb2i>;
extern template struct cell_geometry<aabb3f>;
extern template struct cell_geometry<aabb3d>;
extern template struct cell_geometry<aabb3i>;

} // namespace orrery::spatial::detail
