// Things that hang.
#pragma once

#include "scenes/builders/scene.hpp"

#include <cstdint>

namespace orrery::scenes {

// Chains of capsules that stick out sideways and fall: each 1 m long from joint to joint, 30 m above nothing,
// 1 m from chain to chain.
[[nodiscard]] scene chains(std::uint32_t count = 100, std::uint32_t links = 20);

// Newton's: balls of radius 0.5 m that lose nothing when they meet, side by side along x, each on a rod of 4
// m. The first one is held aside by this angle.
[[nodiscard]] scene cradle(std::uint32_t count, scalar angle);

} // namespace orrery::scenes
