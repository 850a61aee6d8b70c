// Shapes as triangles, for files that other programs draw. Boxes, balls and cylinders are one mesh of unit
// size each, which is stretched to measure, so that a thousand balls of different sizes share one; capsules,
// hulls, compounds and surfaces have their own.
#pragma once

#include <orrery/math/transform.hpp>
#include <orrery/math/vector3.hpp>
#include <orrery/rigid/shapes/shape.hpp>
#include <orrery/rigid/shapes/shape_store.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace orrery::command {

struct drawn_mesh {
    std::vector<vector3> corners{};
    std::vector<vector3> normals{};       // as many
    std::vector<std::uint32_t> indices{}; // three for each triangle, counterclockwise seen from outside

    void append(const drawn_mesh& other, const transform3& where, vector3 scale);
};

// Some of the triangles of a mesh.
struct drawn_part {
    std::uint32_t first_index = 0;
    std::uint32_t index_count = 0;
    std::optional<std::uint32_t> color{}; // 0xRRGGBB; none: that of the body
};

struct drawn_shape {
    std::string name{}; // the same for shapes of the same mesh
    drawn_mesh mesh{};
    std::vector<drawn_part> parts{}; // none: the mesh is one
    vector3 scale{1, 1, 1};
};

// What stands there all the time and has no key.
struct drawn_scenery {
    std::string name{};
    drawn_shape shape{};
    std::uint32_t color = 0; // 0xRRGGBB
};

// Nothing for a hull, compound or surface that the store does not have. A plane is a square with this half
// side.
[[nodiscard]] std::optional<drawn_shape> mesh_of(const rigid::shape& what, const rigid::shape_store& shapes,
                                                 scalar plane_size);

} // namespace orrery::command
