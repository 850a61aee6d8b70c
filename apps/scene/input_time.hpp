// When an input of a scene acts: its member "frame", or "frames" with the first and the last.
#pragma once

#include "apps/scene/reading.hpp"

#include <orrery/timeline/frame_range.hpp>

namespace orrery::scene_format {

// One of the two must be there, and not both.
[[nodiscard]] time::frame_range read_when(const json::cursor& input, reading& notes);

} // namespace orrery::scene_format
