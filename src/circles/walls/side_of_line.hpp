// On which side of a line a point is, without rounding: what decides whether edges cross must not depend on
// how thin a triangle is.
#pragma once

#include <orrery/math/vector2.hpp>

namespace orrery::circles::detail {

// 1 if `point` is to the left of the way from `a` to `b`, -1 to the right of it, 0 on the line through both.
// Always right for floats; for doubles if every coordinate is zero or at least 1e-140 in size.
[[nodiscard]] int side_of_line(vector2 a, vector2 b, vector2 point) noexcept;

} // namespace orrery::circles::detail
