// How an argument names an entity: by its name in the scene or by its key.
#pragma once

#include "apps/world/entity_names.hpp"

#include <orrery/core/entity.hpp>
#include <orrery/core/result.hpp>

#include <string>

namespace orrery::command {

// Whether there is such an entity in a frame is not known here: a number is any key.
[[nodiscard]] result<entity_key> find_entity(const apps::entity_names& names, const std::string& name_or_key);

// The decimal digits of a key.
[[nodiscard]] std::string digits(entity_key key);

} // namespace orrery::command
