// The separating axes of two boxes: three face normals of each, and nine cross products of their edges. The
// formulas are written for a number or for lanes of numbers, so that one axis alone gets the bits it gets
// among all.
#pragma once

#include "rigid/collide/box_features.hpp"
#include "rigid/collide/four_lanes.hpp"

#include <orrery/rigid/shapes/placed_shape.hpp>

#include <limits>

namespace orrery::rigid::detail {

// Edges whose angle has a smaller squared sine than this are taken as parallel: the faces tell more.
inline constexpr scalar parallel_edges = scalar(1e-6);

// The gap along a face normal: `distance` of the centres along it, half the extent of the box it belongs to,
// and the other's axes along it with their half extents.
template <typename Number>
[[nodiscard]] inline Number face_gap(Number distance, Number own, Number axis_x, Number axis_y, Number axis_z,
                                     Number half_x, Number half_y, Number half_z) noexcept {
    return (abs(distance) - own) - ((abs(axis_x) * half_x + abs(axis_y) * half_y) + abs(axis_z) * half_z);
}

// The gap along the cross product of axis i of the first box and axis j of the second. Everything is seen
// from the first box, `1` and `2` stand for the axes that follow i or j: `along` is the axis j, `between` the
// offset of the centres, `half` the half extents of the first; `across1` and `across2` are component i of the
// second's axes after j, and `other1` and `other2` its half extents along them.
template <typename Number>
[[nodiscard]] inline Number edge_gap(Number along1, Number along2, Number between1, Number between2,
                                     Number half1, Number half2, Number across1, Number across2,
                                     Number other1, Number other2) noexcept {
    const Number squared = along1 * along1 + along2 * along2;
    const Number distance = abs(between2 * along1 - between1 * along2);
    const Number reach =
        (half1 * abs(along2) + half2 * abs(along1)) + (other1 * abs(across2) + other2 * abs(across1));
    const Number gap = (distance - reach) / sqrt(max(squared, Number(parallel_edges)));
    return select(squared > Number(parallel_edges), gap, Number(std::numeric_limits<scalar>::lowest()));
}

// One axis of the fifteen, 1 to 15 as the search numbers them: faces of the first, faces of the second,
// edges.
[[nodiscard]] inline scalar box_gap(const placed_shape& a, const placed_shape& b,
                                    std::uint32_t axis) noexcept {
    const vector3 between = b.position - a.position;
    if (axis <= 6) {
        const placed_shape& own = axis <= 3 ? a : b;
        const placed_shape& other = axis <= 3 ? b : a;
        const int i = static_cast<int>(axis <= 3 ? axis - 1 : axis - 4);
        const vector3 normal = own.rotation.column(i);
        return face_gap(dot(normal, between), own.size[i], dot(normal, other.rotation.column(0)),
                        dot(normal, other.rotation.column(1)), dot(normal, other.rotation.column(2)),
                        other.size.x, other.size.y, other.size.z);
    }
    const int i = static_cast<int>(axis - 7) % 3;
    const int i1 = next_axis(i);
    const int i2 = next_axis(i1);
    const int j = static_cast<int>(axis - 7) / 3;
    const int j1 = next_axis(j);
    const int j2 = next_axis(j1);
    const vector3 edge = b.rotation.column(j);
    const vector3 own = a.rotation.column(i);
    const vector3 own1 = a.rotation.column(i1);
    const vector3 own2 = a.rotation.column(i2);
    return edge_gap(dot(own1, edge), dot(own2, edge), dot(own1, between), dot(own2, between), a.size[i1],
                    a.size[i2], dot(own, b.rotation.column(j1)), dot(own, b.rotation.column(j2)), b.size[j1],
                    b.size[j2]);
}

} // namespace orrery::rigid::detail
