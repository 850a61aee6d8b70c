// Where the colliders of a body are, from its components alone.
#pragma once

#include "body_row.hpp"

namespace orrery::rigid::detail {

// A row of which only the place is filled in, for `place`.
[[nodiscard]] inline body_row placement_of(const registry_state& state, entity id) noexcept {
    body_row row;
    row.position = state.get<position>(id).value;
    row.orientation = state.get<orientation>(id).value;
    row.rotation = to_matrix(row.orientation);
    if (const auto* center = state.try_get<center_of_mass>(id)) {
        row.center_of_mass = center->value;
    }
    return row;
}

} // namespace orrery::rigid::detail
