// Whether others can push a body: it is dynamic and has all that says how it answers to a push. What cannot
// be pushed takes no notice of others and joins nothing.
#pragma once

#include <orrery/core/registry/registry_state.hpp>
#include <orrery/rigid/components.hpp>

namespace orrery::rigid::detail {

[[nodiscard]] inline bool is_pushable(const registry_state& state, entity id) noexcept {
    const body* kind = state.try_get<body>(id);
    const mass* weight = state.try_get<mass>(id);
    return kind != nullptr && kind->kind == body_kind::dynamic && weight != nullptr && weight->value > 0 &&
           state.all_of<linear_velocity, angular_velocity>(id);
}

} // namespace orrery::rigid::detail
