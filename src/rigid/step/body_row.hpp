// One body as a step sees it: its components gathered into one place. Rows are in the order of the bodies'
// keys, so that whatever follows this order is the same wherever an island runs.
#pragma once

#include "rigid/step/body_traits.hpp"

#include <orrery/core/registry/registry.hpp>
#include <orrery/math/matrix3.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/detail/mechanics.hpp>
#include <orrery/rigid/motion.hpp>

#include <cstdint>

namespace orrery::rigid::detail {

inline constexpr std::uint32_t no_row = 0xffff'ffffu;

struct body_row {
    vector3 position; // of the centre of mass
    quaternion orientation;
    matrix3 rotation;
    vector3 linear_velocity;
    vector3 angular_velocity;
    scalar inverse_mass = 0;
    matrix3 inverse_inertia; // in the axes of the world
    matrix3 inertia;         // in the body's frame
    vector3 acceleration;    // of gravity and forces
    vector3 pull;            // of fields
    vector3 angular_acceleration;
    damping slowing;
    vector3 center_of_mass; // in the frame of the shape
    std::uint32_t locked = 0;
    scalar outer_radius = 0; // of all colliders, about the centre of mass
    // By how much it was faster than the world allows, in this step: m/s.
    scalar excess_speed = 0;
    body_kind kind = body_kind::fixed;
    bool is_awake = false;    // a dynamic body that does not sleep
    bool is_tumbling = false; // its inertia differs from axis to axis, so its spin precesses
    bool is_flying = false;   // it moves by itself in this step: nothing holds or touches it

    // Whether its spin precesses as that of a body does that can turn about all axes.
    [[nodiscard]] bool is_tumbling_freely() const noexcept {
        return is_tumbling && (locked & locked_axes::all_turns) == 0;
    }

    // Whether others can be pushed by it moving.
    [[nodiscard]] bool is_moving_kinematic() const noexcept {
        return kind == body_kind::kinematic &&
               (linear_velocity != vector3{} || angular_velocity != vector3{});
    }
};

// What free flight depends on. Forces act as if for one step.
void fill_row(const mechanics& what, const motion& now, body_row& row) noexcept;

// Reads the components of a body, as far as it has them; all but the pull of fields. Radii stay as they are.
void gather_row(const registry_state& state, entity id, body_row& row, body_traits& traits) noexcept;

} // namespace orrery::rigid::detail
