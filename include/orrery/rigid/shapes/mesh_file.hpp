// Triangle meshes as bytes and as files of their own. What took more than a microsecond a triangle to make is
// there in a quarter of that, because the tree and the neighbours are in the bytes. Files take about 23 bytes
// a triangle of rough land.
//
//   const status written = write_mesh("hill.mesh", *hill);
//   const auto hill = read_mesh("hill.mesh"); // result<std::shared_ptr<const triangle_mesh>>
//
// Bytes are little endian and hostile until they are checked: every index, number and box is, and a mesh that
// is taken answers like one that was made here. The id is in the bytes, so a mesh that is read is the one
// that was written. Meshes of a build with other scalars are refused.
//
// Format: version (4 bytes), bytes of a scalar (1), whether there are materials (1), number of the first
// triangle (4), numbers of vertices, triangles and normals of neighbours in other pages (variable); places of
// the vertices (3 scalars each) and their materials (2), corners of the triangles and their neighbours (3
// times 4 bytes each), those normals (3 scalars each); the tree (spatial/static_tree_archive.hpp); the id
// (8). A file is a file_archive of the kind MESH with this as the section "mesh".
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/rigid/shapes/triangle_mesh.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::rigid {

inline constexpr std::uint32_t mesh_file_version = 1;

void save_mesh(byte_writer& out, const triangle_mesh& mesh);

// Leaves what follows the mesh to be read.
[[nodiscard]] result<std::shared_ptr<const triangle_mesh>> load_mesh(byte_reader& in);

// The bytes of a whole file, with checksums and compressed.
[[nodiscard]] std::vector<std::byte> encode_mesh(const triangle_mesh& mesh);

// `file_name` is what error messages call the bytes.
[[nodiscard]] result<std::shared_ptr<const triangle_mesh>> decode_mesh(std::span<const std::byte> bytes,
                                                                       std::string_view file_name = "mesh");

// Atomic: see write_file().
[[nodiscard]] status write_mesh(const std::string& path, const triangle_mesh& mesh);
[[nodiscard]] result<std::shared_ptr<const triangle_mesh>> read_mesh(const std::string& path);

} // namespace orrery::rigid
