// A damped spring as the solver computes it: an implicit one that is stable at any stiffness (Catto, "Soft
// Constraints", GDC 2011). In the limit of a high frequency it is a rigid constraint.
#pragma once

#include <orrery/math/elementary.hpp>
#include <orrery/math/scalar.hpp>
#include <orrery/rigid/settings.hpp>

#include <numbers>

namespace orrery::rigid::detail {

struct spring_terms {
    scalar bias_rate = 0;     // speed asked for, by error
    scalar mass_scale = 1;    // of the effective mass
    scalar impulse_scale = 0; // how much of the impulse so far is given back
};

[[nodiscard]] inline spring_terms make_spring(scalar frequency, scalar damping_ratio,
                                              scalar substep) noexcept {
    const scalar omega = scalar(2 * std::numbers::pi) * frequency;
    const scalar a = scalar(2) * damping_ratio + substep * omega;
    const scalar b = substep * omega * a;
    const scalar c = scalar(1) / (scalar(1) + b);
    return {omega / a, b * c, c};
}

// What holds a joint that asks for no spring. None can swing faster than half the sub-steps and still be
// followed.
[[nodiscard]] inline spring_terms make_stiff_joint(const world_settings& settings, scalar substep) noexcept {
    return make_spring(min(settings.joint_frequency, scalar(0.5) / substep), settings.joint_damping, substep);
}

} // namespace orrery::rigid::detail
