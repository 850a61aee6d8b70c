// A static_tree as bytes: build it once, when a mesh is made, and load it in a fraction of the time. The
// bytes are little endian and independent of struct layout. Loading takes them for hostile: everything is
// checked, and what is refused leaves the tree as it was.
//
// Format: version (4 bytes), dimension (1), coordinate (1: 0 float, 1 double, 2 int32), the numbers of
// elements and nodes (variable), then node by node, level by level, the number of children (1), of elements
// (1), and the boxes of both, minimum before maximum; at the end the index of each element (4). Children are
// numbered in the order in which they are named, so a node cannot be named twice, or name one above it.
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/result.hpp>
#include <orrery/spatial/static_tree.hpp>

namespace orrery::spatial {

template <any_box Box>
void save_tree(byte_writer& out, const static_tree<Box>& tree);

// Replaces the tree by a saved one, and leaves what follows it to be read.
template <any_box Box>
[[nodiscard]] status load_tree(byte_reader& in, static_tree<Box>& into);

} // namespace orrery::spatial
