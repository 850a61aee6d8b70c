// Hulls and compounds as bytes, in saved worlds and in definitions.
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/rigid/shapes/shape_store.hpp>

#include <span>
#include <vector>

namespace orrery::rigid::detail {

void save_hull(byte_writer& out, const convex_hull& hull);
void save_children(byte_writer& out, std::span<const compound::child> children);

// Only the form of the bytes is checked; shape_store checks the rest.
[[nodiscard]] std::vector<vector3> load_hull_vertices(byte_reader& in);
[[nodiscard]] std::vector<compound::child> load_children(byte_reader& in);

} // namespace orrery::rigid::detail
