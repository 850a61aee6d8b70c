// Balls that meet: what a collision keeps shows here. There is neither friction nor gravity to speak of: the
// floor is left out, so switch gravity off or put one below.
#pragma once

#include "scenes/builders/scene.hpp"

#include <cstdint>

namespace orrery::scenes {

// A ball of radius 0.5 m and density 1000 flies along x into a row of equal ones that touch each other: the
// first body of the scene is the one that flies.
[[nodiscard]] scene row_of_balls(std::uint32_t count, scalar speed);

// A triangle of balls with this many in its longest row, and one more, the first body of the scene, that
// flies at its tip, a little off its middle.
[[nodiscard]] scene racked_balls(std::uint32_t rows, scalar speed);

} // namespace orrery::scenes
