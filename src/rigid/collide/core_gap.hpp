// The distance between the cores of two shapes, in double precision and relative to the first shape's
// position: what a search for it compares are differences of nearly equal numbers.
#pragma once

#include <orrery/rigid/shapes/placed_shape.hpp>

namespace orrery::rigid::detail {

struct core_gap {
    bool is_overlapping = false;
    // The distance lies within these. The first is that of two planes at right angles to the normal with the
    // cores on either side, up to the rounding of a scalar.
    double least_distance = 0;
    double distance = 0;
    vector3d normal; // from the first core to the second, of unit length; zero when it is not known
    vector3d on_a;   // from the first shape's position
    vector3d on_b;
};

// A plane is its own core. The guess is a direction from the first shape to the second, not zero; a good one
// saves steps.
[[nodiscard]] core_gap find_core_gap(const placed_shape& a, const placed_shape& b, vector3d guess) noexcept;

// Whether the gap between cores of these kinds takes a search; the others have a formula.
[[nodiscard]] bool needs_search(shape_kind a, shape_kind b) noexcept;

// The same for convex shapes only, by search.
[[nodiscard]] core_gap search_core_gap(const placed_shape& a, const placed_shape& b, vector3d guess) noexcept;

// The direction to start with when nothing is known.
[[nodiscard]] inline vector3d first_guess(const placed_shape& a, const placed_shape& b) noexcept {
    const vector3d offset = vector_cast<double>(b.position) - vector_cast<double>(a.position);
    return offset == vector3d{} ? vector3d::unit(0) : offset;
}

} // namespace orrery::rigid::detail
