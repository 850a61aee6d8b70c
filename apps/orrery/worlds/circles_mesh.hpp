// Circles and walls as triangles: flat cylinders and thin bars in the plane z = 0.
#pragma once

#include "apps/orrery/output/drawn_mesh.hpp"

#include <orrery/circles/wall.hpp>

#include <optional>

namespace orrery::command {

// One mesh for all sizes.
[[nodiscard]] drawn_shape disc_mesh(scalar radius);

// Nothing for a chain without edges.
[[nodiscard]] std::optional<drawn_shape> wall_mesh(const circles::wall& what, std::size_t number);

} // namespace orrery::command
