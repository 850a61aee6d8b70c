// Names of the timeline layer without their definitions, for headers that only pass them on.
#pragma once

#include <orrery/core/fwd.hpp>

namespace orrery::time {

template <typename World>
class track_segment;

} // namespace orrery::time
