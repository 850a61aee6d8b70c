// A kd_tree as bytes, with the boxes in its order: load it where building it again is too slow or the order
// is already that of other data. The bytes are little endian and independent of struct layout. Loading takes
// them for hostile: everything that queries rely on is checked, and what is refused leaves the tree as it
// was. A loaded tree owns its boxes.
//
// Format: version (4 bytes), dimension (1), coordinate (1: 0 float, 1 double, 2 int32), the number of
// elements (variable), of splits (1), and of each node's own elements, in the order of the nodes (variable);
// then the boxes in the order of the tree, minimum before maximum, and the index of each element (4). Boxes
// around nodes are computed when loading.
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/result.hpp>
#include <orrery/spatial/kd_tree.hpp>

namespace orrery::spatial {

template <any_box Box>
void save_tree(byte_writer& out, const kd_tree<Box>& tree);

// Replaces the tree by a saved one, and leaves what follows it to be read. A borrowed array is given back.
template <any_box Box>
[[nodiscard]] status load_tree(byte_reader& in, kd_tree<Box>& into);

} // namespace orrery::spatial
