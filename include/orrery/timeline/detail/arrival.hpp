// A record that a world gives after it has gone back to a frame lists everyone, but knows nothing of how far
// the step reached that once made the frame. The record of that step does.
#pragma once

#include <orrery/core/frame_record.hpp>
#include <orrery/math/aabb.hpp>
#include <orrery/timeline/fresh_frames.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace orrery::time::detail {

// Adds what one entity reached in that step to a record that lists everyone.
template <typename World>
void add_arrival(frame_record<World>& told_again, entity_key key, const typename World::box_type& around) {
    const std::size_t row = place_of(told_again.who->keys, key);
    if (row == told_again.who->keys.size()) {
        told_again.departed.emplace_back(key, around);
        return;
    }
    const auto place = std::ranges::lower_bound(told_again.moved, static_cast<std::uint32_t>(row));
    if (place != told_again.moved.end() && *place == row) {
        auto& mine = told_again.reaches[static_cast<std::size_t>(place - told_again.moved.begin())];
        mine = merge(mine, around);
    }
}

} // namespace orrery::time::detail
