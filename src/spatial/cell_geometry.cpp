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
cell_geometry<Box> cell_geometry<Box>::over(const Box& region, product_type<T> largest_side,
                                             std::int64_t most_cells) {
    const auto extents = size(region);
    const product_type<T> longest = largest_component(extents);
    cell_geometry result;
    result.origin = region.min;
    T cell_size = 0;
    if constexpr (real<T>) {
        cell_size = cell_size_for(largest_side, longest);
    } else {
        result.shift = shift_for(largest_side, longest);
    }
    // Doubles the cells until their number fits.
    while (true) {
        std::int64_t stride = 1;
        bool fits = true;
        if constexpr (real<T>) {
            result.cells_per_unit = T{1} / cell_size;
        }
        for (int axis = 0; axis < dimension; ++axis) {
            const auto i = static_cast<std::size_t>(axis);
            if constexpr (real<T>) {
                // Finite extents over cells that are no smaller than extent / 2^16.
                result.cells[i] = static_cast<std::int32_t>(extents[axis] * result.cells_per_unit) + 1;
            } else {
                result.cells[i] = static_cast<std::int32_t>(extents[axis] >> result.shift) + 1;
            }
            result.strides[i] = static_cast<std::int32_t>(stride);
            stride *= result.cells[i] + 2;
            fits = fits && stride < most_cells;
            stride = min(stride, largest_key_end - 1); // no overflow while it does not fit
        }
        if (fits) {
            return result;
        }
        cell_size *= 2;
        ++result.shift;
    }
}

template struct cell_geometry<aabb2f>;
template struct cell_geometry<aabb2d>;
template struct cell_geometry<aabb2i>;
template struct cell_geometry<aabb3f>;
template struct cell_geometry<aabb3d>;
template struct cell_geometry<aabb3i>;

} // namespace orrery::spatial::detail
