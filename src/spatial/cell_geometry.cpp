#include <orrery/spatial/detail/cell_geometry.hpp>

#include <limits>

namespace orrery::spatial::detail {

namespace {

// A cell must be wider than a box by more than rounding can move the two ends of the box apart: two roundings
// of half a unit in the last place at each end, of places up to 2^16.
template <real T>
[[nodiscard]] T cell_size_for(T side, T extent) noexcept {
    constexpr T slack = T{1} + T{1} / 32;
    constexpr T along = static_cast<T>(std::int64_t{1} << 16);
    // Cells of width zero have no inverse, and denormal ones an infinite one.
    return max(max(side * slack, extent / (along - 2)), std::numeric_limits<T>::min() * 4);
}

[[nodiscard]] int shift_for(std::int64_t side, std::int64_t extent) noexcept {
    int shift = 0;
    while ((std::int64_t{1} << shift) < side || extent >> shift >= (std::int64_t{1} << 16) - 2) {
        ++shift;
    }
    return shift;
}

} // namespace

template <any_box Box>
cell_geometry<Box> cell_geometry<Box>::over(const Box& region,
                                            const basic_vector<product_type<T>, dimension>& largest_sides,
                                            std::int64_t most_cells) {
    const auto extents = size(region);
    basic_vector<product_type<T>, dimension> sides = largest_sides;
    while (true) {
        cell_geometry result;
        result.origin = region.min;
        std::int64_t stride = 1;
        for (int axis = 0; axis < dimension; ++axis) {
            const auto i = static_cast<std::size_t>(axis);
            if constexpr (real<T>) {
                result.cells_per_unit[axis] = T{1} / cell_size_for(sides[axis], extents[axis]);
                // At most 2^16, since cells are no smaller than that.
                result.cells[i] = static_cast<std::int32_t>(extents[axis] * result.cells_per_unit[axis]) + 1;
            } else {
                result.shifts[i] = shift_for(sides[axis], extents[axis]);
                result.cells[i] = static_cast<std::int32_t>(extents[axis] >> result.shifts[i]) + 1;
            }
            result.strides[i] = static_cast<std::int32_t>(min(stride, largest_key_end - 1));
            stride = stride < most_cells ? stride * (result.cells[i] + 2) : most_cells;
        }
        if (stride < most_cells) {
            return result;
        }
        // Too many: larger ones, beginning with the smallest.
        int smallest = 0;
        const auto cell_sides = result.cell_size();
        for (int axis = 1; axis < dimension; ++axis) {
            smallest = cell_sides[axis] < cell_sides[smallest] ? axis : smallest;
        }
        sides[smallest] = cell_sides[smallest] * 2;
    }
}

template struct cell_geometry<aabb2f>;
template struct cell_geometry<aabb2d>;
template struct cell_geometry<aabb2i>;
template struct cell_geometry<aabb3f>;
template struct cell_geometry<aabb3d>;
template struct cell_geometry<aabb3i>;

} // namespace orrery::spatial::detail
