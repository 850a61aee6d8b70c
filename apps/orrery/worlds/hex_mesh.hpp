// Composites and particles as triangles, in cells about the centre of mass. Y points up.
#pragma once

#include "apps/orrery/output/drawn_mesh.hpp"

#include <orrery/hex/composite.hpp>
#include <orrery/hex/rules.hpp>

#include <cstdint>
#include <optional>
#include <span>

namespace orrery::command {

// Flat prisms, a part for each type of tiles. Nothing if all tiles are virtual.
[[nodiscard]] std::optional<drawn_shape> tiles_mesh(std::span<const hex::tile> tiles, const hex::rules& rules,
                                                    std::span<const std::optional<std::uint32_t>> colors);

// A small octahedron.
[[nodiscard]] drawn_shape particle_mesh();

} // namespace orrery::command
