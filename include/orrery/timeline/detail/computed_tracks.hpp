// The tracks of frames that have given theirs up, from a private copy of the world that goes through them
// once more.
#pragma once

#include <orrery/timeline/detail/history_parts.hpp>

namespace orrery::time::detail {

[[nodiscard]] motion_segment::shared computed_tracks(const history_parts& known, frame_range frames);

} // namespace orrery::time::detail
