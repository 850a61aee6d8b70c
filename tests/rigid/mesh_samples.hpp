// Meshes for tests: a wavy field, and triangles thrown onto a small lattice, where edges meet in every way.
#pragma once

#include <orrery/rigid/shapes/triangle_mesh.hpp>

#include <cstdint>
#include <random>
#include <vector>

namespace orrery::rigid::test {

// So many cells along each side, each a metre wide.
inline mesh_definition wavy_field(std::uint32_t cells, bool has_materials = false) {
    std::vector<scalar> heights;
    std::vector<vertex_material> materials;
    for (std::uint32_t row = 0; row <= cells; ++row) {
        for (std::uint32_t column = 0; column <= cells; ++column) {
            heights.push_back(scalar(0.125) * static_cast<scalar>((row * 5 + column * 3) % 8));
            materials.push_back({.friction = scalar(0.25) * static_cast<scalar>(column % 4),
                                 .restitution = scalar(0.25) * static_cast<scalar>(row % 4)});
        }
    }
    height_grid grid{.columns = cells + 1, .rows = cells + 1, .spacing = 1, .heights = heights};
    if (has_materials) {
        grid.materials = materials;
    }
    return mesh_of(grid).value();
}

// Each triangle has vertices of its own; some have no area, and some are there twice.
inline mesh_definition tangle(std::uint64_t seed, std::uint32_t count,
                              std::uint32_t places_along_a_side = 3) {
    std::mt19937_64 random(seed);
    const auto coordinate = [&] { return static_cast<scalar>(random() % places_along_a_side) - scalar(1); };
    mesh_definition made;
    for (std::uint32_t number = 0; number < count; ++number) {
        for (int corner = 0; corner < 3; ++corner) {
            const scalar x = coordinate();
            const scalar y = coordinate();
            made.vertices.push_back({x, y, coordinate()});
        }
        made.triangles.push_back({number * 3, number * 3 + 1, number * 3 + 2});
    }
    return made;
}

} // namespace orrery::rigid::test
