// Those that the spatial layer is measured against; each writes its pairs into a vector, like ours. A library
// that is not installed is not among them.
//
// Boost.Geometry (R-tree, packed when it is made) and CGAL (segment trees streamed over a sweep, Zomorodian
// and Edelsbrunner 2000) take part twice. "Boost" and "CGAL" are used as their manuals show it: a query for
// each box in the order of the boxes, the default cutoff. The tuned ones are what measuring showed to be best
// for sets like these: queries in the order in which the tree keeps the boxes, so that the memory of one is
// still in the cache for the next; and a cutoff of 1000 boxes, below which CGAL stops cutting and scans.
#pragma once

#include "bench/spatial/contender.hpp"

#include <vector>

namespace bench {

template <spatial::any_box Box>
[[nodiscard]] std::vector<contender<Box>> peers();

// Each in a unit of its own, since they take long to compile; there only if the library is installed.
template <spatial::any_box Box>
[[nodiscard]] std::vector<contender<Box>> boost_peers();
template <spatial::any_box Box>
[[nodiscard]] std::vector<contender<Box>> cgal_peers();

} // namespace bench
