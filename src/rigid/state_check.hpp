// Whether components that came from outside are such as a world makes them.
#pragma once

#include <orrery/core/registry_state.hpp>
#include <orrery/core/result.hpp>
#include <orrery/rigid/shape_store.hpp>

namespace orrery::rigid::detail {

// A sentence about the first body or contact that a world could not go on with. That each value is finite and
// within the range of its field has been checked before.
[[nodiscard]] status check_state(const registry_state& state, const shape_store& shapes);

} // namespace orrery::rigid::detail
