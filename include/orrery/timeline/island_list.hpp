// The islands of a frame: entities that may have acted on each other in the step that made it, directly or
// over others, or are linked. What takes no notice of others (a floor) is in no island; those who went in
// that step are not there any more, and nor are their links.
#pragma once

#include <orrery/core/entity.hpp>
#include <orrery/timeline/detail/recorded_frame.hpp>

#include <vector>

namespace orrery::time {

struct island {
    std::vector<entity_key> keys; // ascending
    detail::reach_box around{};   // all that its members reached in the step
};

// In the order of their first keys. The record must be a full one. An island stepped by itself, with what
// takes no notice of others beside it, goes through the same bits as in the whole.
[[nodiscard]] std::vector<island> list_islands(const detail::recorded_frame& full,
                                               const detail::world_format& format);

} // namespace orrery::time
