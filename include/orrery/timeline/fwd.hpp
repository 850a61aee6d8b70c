// Names of the timeline layer without their definitions, for headers that only pass them on.
#pragma once

#include <orrery/core/fwd.hpp>

namespace orrery::time {

struct frame_range;

template <typename World>
class track_segment;

class recording_reader;
class recording_writer;

} // namespace orrery::time
