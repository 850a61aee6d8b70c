// Puts scenes into our own worlds.
#pragma once

#include "scenes/builders/scene.hpp"

#include <orrery/rigid/world.hpp>

#include <cstdint>
#include <vector>

namespace orrery::scenes {

// The keys of fixed boxes and joints start here and those of bodies below, so that none depends on how many
// there are of the others.
inline constexpr std::uint64_t first_fixed_key = std::uint64_t{1} << 40;
inline constexpr std::uint64_t first_joint_key = std::uint64_t{2} << 40;

// Answers with the entities of the bodies: body n has the key first_key + n. Hulls come into the world's
// store.
std::vector<entity> add_to_world(const scene& what, rigid::world& where, std::uint64_t first_key = 1);

// Bodies and joints without the fixed boxes: for scenes that share a floor.
std::vector<entity> add_bodies_to_world(const scene& what, rigid::world& where, std::uint64_t first_key = 1);

} // namespace orrery::scenes
