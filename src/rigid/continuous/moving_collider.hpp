// A collider on its way through a step, as casts want it.
#pragma once

#include "rigid/step/body_row.hpp"
#include "rigid/step/roster.hpp"

#include <orrery/rigid/shapes/shape_cast.hpp>

namespace orrery::rigid::detail {

// How a body moves through a step: its centre of mass on a straight line, at a constant rate of turning.
struct body_sweep {
    transform3 start; // of the centre of mass
    vector3 displacement;
    vector3 turn; // a rotation vector
};

[[nodiscard]] inline moving_shape moving_collider(const collider& part, vector3 center_of_mass,
                                                  const body_sweep& way) noexcept {
    return {.what = part.what,
            .hull = part.hull,
            .start = {way.start.position + rotate(way.start.rotation, part.where.position - center_of_mass),
                      way.start.rotation * part.where.rotation},
            .local_center = inverse_transform_point(part.where, center_of_mass),
            .displacement = way.displacement,
            .turn = way.turn,
            .mesh = part.mesh};
}

} // namespace orrery::rigid::detail
