// Whether the values of components that came from outside are such as a world can go on with. Which
// components an entity has, and whom they refer to, may be anything: the next step repairs it (repair.cpp).
#pragma once

#include <orrery/core/registry/registry_state.hpp>
#include <orrery/core/result.hpp>
#include <orrery/rigid/shapes/shape_store.hpp>

namespace orrery::rigid::detail {

// A sentence about the first entity with such a value. That each value is finite and within the range of its
// field has been checked before.
[[nodiscard]] status check_state(const registry_state& state, const shape_store& shapes);

} // namespace orrery::rigid::detail
