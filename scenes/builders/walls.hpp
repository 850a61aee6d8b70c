// What people build carefully and hope will stand.
#pragma once

#include "scenes/builders/scene.hpp"

#include <cstdint>

namespace orrery::scenes {

// Walls of 1 m cubes, each layer one shorter than the one below, 4 m apart: 8 with 30 in the lowest layer are
// 3720 cubes.
[[nodiscard]] scene pyramids(std::uint32_t walls = 8, std::uint32_t base = 30);

// 1 m cubes on top of each other.
[[nodiscard]] scene stack(std::uint32_t height);

// Pairs of cards that lean against each other, with a card across the tops of neighbours, in storeys that get
// shorter by one pair each. A card is 1 m high, 0.6 m wide and 2 cm thick.
[[nodiscard]] scene house_of_cards(std::uint32_t storeys);

} // namespace orrery::scenes
