// What a dynamic body carries along: for conserving momentum where bodies become one and one becomes many.
#pragma once

#include "rigid/continuous/pushable.hpp"
#include "rigid/objects/body_placement.hpp"

namespace orrery::rigid::detail {

struct rigid_motion {
    scalar mass = 0;
    vector3 position; // of the centre of mass
    vector3 velocity;
    vector3 spin;
    matrix3 inertia; // about the centre of mass, in the axes of the world

    [[nodiscard]] vector3 velocity_at(vector3 point) const noexcept {
        return velocity + cross(spin, point - position);
    }

    [[nodiscard]] vector3 momentum() const noexcept { return velocity * mass; }

    [[nodiscard]] vector3 angular_momentum_about(vector3 point) const noexcept {
        return inertia * spin + cross(position - point, momentum());
    }
};

// Whether a body can be pushed, and all is there that says how it moves and turns.
[[nodiscard]] inline bool has_mechanics(const registry_state& state, entity id) noexcept {
    return is_pushable(state, id) && state.all_of<position, orientation, inertia>(id);
}

// Of any body; what cannot be pushed has no mass.
[[nodiscard]] inline rigid_motion motion_of(const registry_state& state, entity id) noexcept {
    rigid_motion found;
    found.position = state.get<position>(id).value;
    if (state.all_of<linear_velocity, angular_velocity>(id)) {
        found.velocity = state.get<linear_velocity>(id).value;
        found.spin = state.get<angular_velocity>(id).value;
    }
    if (has_mechanics(state, id)) {
        found.mass = state.get<mass>(id).value;
        found.inertia =
            rotate_tensor(to_matrix(state.get<orientation>(id).value), state.get<inertia>(id).tensor());
    }
    return found;
}

} // namespace orrery::rigid::detail
