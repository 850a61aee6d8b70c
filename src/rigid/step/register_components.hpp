// The components and joints of this layer.
#pragma once

#include <orrery/core/registry/registry.hpp>
#include <orrery/rigid/detail/constraint_type.hpp>

#include <vector>

namespace orrery::rigid::detail {

// Makes the components of bodies known to a registry.
void register_components(orrery::registry& registry);

// All types of joints of this layer, whose components become known to the registry, too.
[[nodiscard]] std::vector<constraint_type> built_in_constraint_types(orrery::registry& registry);

} // namespace orrery::rigid::detail
