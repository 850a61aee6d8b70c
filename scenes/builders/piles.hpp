// Layers of bodies above each other, a little out of place and out of step, which fall into a heap. The piles
// of one kind stand in a box without a lid; the separate ones on a floor so large that they never meet.
#pragma once

#include "scenes/builders/scene.hpp"

#include <cstdint>

namespace orrery::scenes {

// As many columns in both horizontal directions.
struct pile_size {
    std::uint32_t columns = 16;
    std::uint32_t layers = 16;
};

// Balls of radius 0.5 m: 4096 of them.
[[nodiscard]] scene pile_of_spheres(pile_size size = {16, 16}, std::uint64_t seed = 1);

// Cubes of 1 m, each turned by up to 0.4 rad about an axis of its own: 2048 of them.
[[nodiscard]] scene pile_of_boxes(pile_size size = {16, 8}, std::uint64_t seed = 1);

// 32 hulls of 16 points each, 0.6 m from a centre, in any orientation: 1000 bodies.
[[nodiscard]] scene pile_of_hulls(pile_size size = {10, 10}, std::uint64_t seed = 1);

// Spheres, capsules, cylinders, boxes and hulls in turns.
[[nodiscard]] scene pile_of_everything(pile_size size = {6, 6}, std::uint64_t seed = 1);

// Rain on a hilly terrain of 32 768 triangles, 64 m wide between four walls: balls, cubes, capsules and 16
// hulls in turns, 1000 bodies in five layers.
[[nodiscard]] scene mesh_rain(std::uint64_t seed = 1);

// Piles of 20 cubes, 20 m apart: what happens to one depends on no other.
[[nodiscard]] scene separate_piles(std::uint32_t rows = 25, std::uint32_t piles_per_row = 20,
                                   std::uint64_t seed = 1);

} // namespace orrery::scenes
