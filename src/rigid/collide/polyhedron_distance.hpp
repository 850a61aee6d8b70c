// How far a point is from a polyhedron.
#pragma once

#include "rigid/collide/ball_contact.hpp"
#include "rigid/collide/polyhedron.hpp"

#include <cstdint>

namespace orrery::rigid::detail {

// Exact up to rounding when it is no more than `limit`, otherwise some number above the limit. `face` comes
// back as the face that is farthest below the point.
[[nodiscard]] surface_distance distance_to_polyhedron(vector3 point, const polyhedron& of, scalar limit,
                                                      std::uint32_t& face) noexcept;

} // namespace orrery::rigid::detail
