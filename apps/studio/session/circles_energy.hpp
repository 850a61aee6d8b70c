// The energy of circles: that of their motion, and that of their place in gravity. Mass times units a second,
// squared.
#pragma once

#include <orrery/circles/circle.hpp>
#include <orrery/circles/rules.hpp>

namespace orrery::studio {

[[nodiscard]] inline double kinetic_energy(const circles::form& what, const circles::motion& how) noexcept {
    const double straight = dot(vector_cast<double>(how.velocity), vector_cast<double>(how.velocity));
    const double spin = how.spin;
    return (circles::mass_of(what) * straight + circles::inertia_of(what) * spin * spin) / 2;
}

[[nodiscard]] inline double potential_energy(const circles::form& what, const circles::motion& where,
                                             const circles::rules& by) noexcept {
    return -circles::mass_of(what) *
           dot(vector_cast<double>(by.gravity), vector_cast<double>(where.position));
}

} // namespace orrery::studio
