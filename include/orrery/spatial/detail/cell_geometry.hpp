// Cells of equal size, not necessarily square, in rows, each with a number: its key. Cells along x follow one
// another, then come rows along y, then layers along z. Around the region lies a margin of one cell on every
// side, so that a step to a neighbouring cell never wraps around into another row.
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
    basic_vector<T, dimension> cells_per_unit{}; // along each axis, of real coordinates
    std::array<int, dimension> shifts{};         // cells of whole coordinates are 2^shift wide
    std::array<std::int32_t, dimension> cells{};
    std::array<std::int32_t, dimension> strides{}; // distance of the keys of neighbours along each axis

    // The place of a coordinate along an axis, from 1 to cells[axis].
    [[nodiscard]] std::int32_t cell(T coordinate, int axis) const noexcept {
        const auto i = static_cast<std::size_t>(axis);
        if constexpr (real<T>) {
            const T place = (coordinate - origin[axis]) * cells_per_unit[axis];
            const T last = static_cast<T>(cells[i] - 1);
            return static_cast<std::int32_t>(min(max(place, T{0}), last)) + 1;
        } else {
            const std::int64_t place = (std::int64_t{coordinate} - origin[axis]) >> shifts[i];
            return static_cast<std::int32_t>(min(max(place, std::int64_t{0}), std::int64_t{cells[i] - 1})) +
                   1;
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

    // The sides of a cell.
    [[nodiscard]] basic_vector<product_type<T>, dimension> cell_size() const noexcept {
        basic_vector<product_type<T>, dimension> result;
        for (int axis = 0; axis < dimension; ++axis) {
            if constexpr (real<T>) {
                result[axis] = T{1} / cells_per_unit[axis];
            } else {
                result[axis] = std::int64_t{1} << shifts[static_cast<std::size_t>(axis)];
            }
        }
        return result;
    }

    // One more than the largest key, margin included.
    [[nodiscard]] std::int64_t key_end() const noexcept {
        return std::int64_t{strides[dimension - 1]} * (cells[dimension - 1] + 2);
    }

    // Cells over the region in which no box with sides of at most these spans more than two along an axis.
    // The cells are as small as that and the limits on their number allow.
    [[nodiscard]] static cell_geometry over(const Box& region,
                                            const basic_vector<product_type<T>, dimension>& largest_sides,
                                            std::int64_t most_cells = largest_key_end);
};

extern template struct cell_geometry<aabb2f>;
extern template struct cell_geometry<aabb2d>;
extern template struct cell_geometry<aabb2i>;
extern template struct cell_geometry<aabb3f>;
extern template struct cell_geometry<aabb3d>;
extern template struct cell_geometry<aabb3i>;

} // namespace orrery::spatial::detail
