// Meshes from .obj files, which every modelling program writes: vertices and faces; lines, points, normals,
// textures, groups and the like are passed over. Faces with more than three corners are cut into triangles.
// Colours of vertices become materials: red is friction and green is restitution.
//
//   const auto hill = triangle_mesh::from(load_obj("hill.obj", {.friction_scale = 2}).value()).value();
//
// Files are hostile: numbers that are none, vertices that there are not and faces with too few corners are
// refused with a sentence that names the file and the line. Reading takes two or three microseconds a
// triangle; mesh_file.hpp keeps what was read for the next time. tinyobjloader does the cutting; a build
// without it (ORRERY_OBJ=OFF) refuses all files.
#pragma once

#include <orrery/core/result.hpp>
#include <orrery/rigid/shapes/triangle_mesh.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace orrery::rigid {

struct obj_options {
    scalar scale = 1;             // metres to a unit of the file
    scalar friction_scale = 1;    // the friction of full red
    scalar restitution_scale = 1; // the restitution of full green; 0 to 1
    bool reads_materials = true;  // otherwise colours are passed over
};

// The corners of a face may be so many.
inline constexpr std::size_t max_obj_corners = 256;

// Vertices without a colour in a file that has some get the material that vertex_material begins with.
[[nodiscard]] result<mesh_definition> load_obj(const std::string& path, const obj_options& options = {});

// The same of the characters of a file; `file_name` is what error messages call them.
[[nodiscard]] result<mesh_definition>
parse_obj(std::string_view characters, std::string_view file_name = "obj", const obj_options& options = {});

} // namespace orrery::rigid
