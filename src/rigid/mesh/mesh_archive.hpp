// The surfaces of a world as bytes: in full, or as an id and a name where the reader has another way to them.
#pragma once

#include <orrery/rigid/shapes/shape_store.hpp>
#include <orrery/rigid/world_archive.hpp>

#include <span>

namespace orrery::rigid::detail {

// Those that `known` has are named, and those that are not all in memory; the others are written in full.
void save_surfaces(byte_writer& out, std::span<const surface* const> all, const shape_store& known);

// What becomes of a surface that is named, is not known and cannot be opened.
enum class missing_surface { is_refused, is_left_out };

void load_surfaces(byte_reader& in, shape_store& into, const shape_store& known, mesh_opener& open,
                   missing_surface then);

} // namespace orrery::rigid::detail
