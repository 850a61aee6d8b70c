// When a circle that moves along a straight line first touches something: the true time, from the quadratic
// of the distance, and not an estimate along the way.
//
//   if (const auto time = time_of_impact(relative_position, relative_velocity, radius_a + radius_b, dt)) ...
//
// All is relative: where `a` is and goes as `b` sees it. Only what comes nearer is met: two that overlap, or
// touch, and move apart or along each other do not meet.
#pragma once

#include <orrery/math/scalar.hpp>
#include <orrery/math/vector2.hpp>

#include <optional>

namespace orrery::circles {

// The first time from 0 to `until` at which a point is no farther than `distance` from the origin; 0 if it is
// there already and comes nearer.
[[nodiscard]] std::optional<scalar> time_to_point(vector2 from, vector2 velocity, scalar distance,
                                                  scalar until) noexcept;

// The same for the inside of the segment from `a` to `b`, without what lies beyond its ends.
[[nodiscard]] std::optional<scalar> time_to_edge(vector2 from, vector2 velocity, vector2 a, vector2 b,
                                                 scalar distance, scalar until) noexcept;

} // namespace orrery::circles
