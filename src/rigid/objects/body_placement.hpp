// Where the colliders of a body are, from its components alone.
#pragma once

#include "rigid/step/body_row.hpp"

#include <orrery/math/transform.hpp>

namespace orrery::rigid::detail {

// In the frame of the shape.
[[nodiscard]] inline vector3 center_of(const registry_state& state, entity id) noexcept {
    const auto* center = state.try_get<center_of_mass>(id);
    return center != nullptr ? center->value : vector3{};
}

// The frame of the shape.
[[nodiscard]] inline transform3 frame_of(const registry_state& state, entity id) noexcept {
    const quaternion turn = state.get<orientation>(id).value;
    return {state.get<position>(id).value - rotate(turn, center_of(state, id)), turn};
}

// A row of which only the place is filled in, for `place`.
[[nodiscard]] inline body_row placement_of(const registry_state& state, entity id) noexcept {
    body_row row;
    row.position = state.get<position>(id).value;
    row.orientation = state.get<orientation>(id).value;
    row.rotation = to_matrix(row.orientation);
    row.center_of_mass = center_of(state, id);
    return row;
}

} // namespace orrery::rigid::detail
