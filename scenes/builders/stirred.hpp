// A box of things that never come to rest, because something stirs them: the hardest case for whoever keeps
// what happens.
#pragma once

#include "scenes/builders/scene.hpp"

#include <cstdint>

namespace orrery::scenes {

// 1000 balls, capsules, cylinders, boxes and hulls in turns, poured into a box 16 m wide in which two crossed
// paddles turn about the vertical at one radian a second. The paddles are the last two bodies of the scene.
[[nodiscard]] scene stirred(std::uint64_t seed = 1);

} // namespace orrery::scenes
