// All broad phases of the spatial layer as contenders.
#pragma once

#include "bench/spatial/contender.hpp"

#include <vector>

namespace bench {

// Fresh ones, which know nothing of former frames.
template <spatial::any_box Box>
[[nodiscard]] std::vector<contender<Box>> our_structures();

} // namespace bench
