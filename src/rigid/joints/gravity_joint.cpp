#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/gravity_joint.hpp>

#include <limits>

namespace orrery::rigid {

void prepare(const gravity_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept {
    // The force is that of one moment of the step and acts in all of its n sub-steps, each of which moves the
    // bodies after the force has acted. With the places of the moment (n - 1) / (2 n) such a step keeps the
    // volume of phase space, as symplectic methods do: an orbit neither widens nor narrows.
    const auto substeps = static_cast<scalar>(rows.substeps());
    const scalar moment = rows.time_step() * (substeps - scalar(1)) / (scalar(2) * substeps);
    const vector3 way = (b.position - a.position) + (b.linear_velocity - a.linear_velocity) * moment;
    const scalar squared = length_squared(way) + what.softening * what.softening;
    const scalar distance = sqrt(squared);
    const scalar mass_a = what.mass_a > 0 ? what.mass_a : a.mass;
    const scalar mass_b = what.mass_b > 0 ? what.mass_b : b.mass;
    scalar force = what.constant * mass_a * mass_b / squared * (length(way) / distance);
    if (!is_finite(force)) {
        force = 0; // in one place, or beyond the numbers there are
    }
    rows.add({.linear = normalize_or(way, vector3{0, 1, 0}), .lowest = -force, .highest = -force});
}

} // namespace orrery::rigid
