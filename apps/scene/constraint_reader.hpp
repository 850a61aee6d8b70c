// Joints, and pairs of bodies that do not meet, from a document that has passed the schema.
#pragma once

#include "apps/scene/body_list.hpp"

#include <orrery/rigid/world.hpp>

#include <span>

namespace orrery::scene_format {

// Constraints have keys from here on, so that none depends on how many bodies there are.
inline constexpr std::uint64_t first_constraint_key = std::uint64_t{2} << 40;

// `entities` are the bodies of the list that are there from the beginning. What is not possible is refused.
void add_constraints(const body_list& list, std::span<const entity> entities, rigid::world& world,
                     reading& notes);

} // namespace orrery::scene_format
