// Ragdolls from a document that has passed the schema.
#pragma once

#include "apps/scene/reading.hpp"

#include <orrery/rigid/world.hpp>

#include <cstdint>
#include <vector>

namespace orrery::scene_format {

// Limbs, joints and muscles of ragdolls have keys from here on, so that none depends on how many bodies there
// are.
inline constexpr std::uint64_t first_ragdoll_key = std::uint64_t{3} << 40;

// What is not possible is refused.
void add_ragdolls(rigid::world& world, reading& notes);

// How their limbs are called and shown, by key.
void add_ragdoll_looks(std::vector<look>& looks, reading& notes);

} // namespace orrery::scene_format
