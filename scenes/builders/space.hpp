// A sun with planets, rocks between them, ships on long orbits across, and projectiles. Nothing pulls but the
// attractors, and all bounces are elastic, so that it goes on for hours.
#pragma once

#include "scenes/builders/scene.hpp"

#include <cstdint>

namespace orrery::scenes {

// 300 balls within a cage 4 km wide, so that nothing is lost and single precision leaves a tenth of a
// millimetre. In this order: the sun and 11 planets, which pull; 188 rocks on circles between them and 50
// ships on ellipses, which are pulled; 50 projectiles at 500 to 3000 m/s, which fly straight. Each projectile
// begins two frames before it passes a rock, where the shares of their radii that lie between their ways run
// from 0 to 1.1: from the middle to a near miss.
[[nodiscard]] scene space(std::uint64_t seed = 1);

inline constexpr std::uint32_t space_attractors = 12;
inline constexpr std::uint32_t space_rocks = 188;
inline constexpr std::uint32_t space_ships = 50;
inline constexpr std::uint32_t space_projectiles = 50;

} // namespace orrery::scenes
