// How a body answers to forces: what its components say apart from its motion, worked out as far as possible
// without knowing that.
#pragma once

#include <orrery/rigid/components.hpp>

#include <cstdint>

namespace orrery::rigid::detail {

struct mechanics {
    body_kind kind = body_kind::fixed;
    scalar inverse_mass = 0;
    matrix3 inertia; // in the body's frame, like its inverse
    matrix3 inverse_inertia;
    vector3 acceleration; // of gravity and the steady force
    vector3 torque;
    damping slowing;
    drag resistance;
    std::uint32_t locked = 0;
    bool is_tumbling = false; // its inertia differs from axis to axis, so its spin precesses
    bool may_sleep = true;
    bool feels_fields = false;
};

} // namespace orrery::rigid::detail
