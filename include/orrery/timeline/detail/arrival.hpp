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

// Adds the reaches of those for whom is_wanted(key) holds, in the record of the step, to one that lists
// everyone.
template <typename World, typename Predicate>
void add_arrival(frame_record<World>& told_again, const frame_record<World>& step, Predicate is_wanted) {
    const auto add = [&](entity_key key, const typename World::box_type& around) {
        if (!is_wanted(key)) {
            return;
        }
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
    };
    for (std::size_t index = 0; index < step.moved.size(); ++index) {
        add(step.who->keys[step.moved[index]], step.reaches[index]);
    }
    for (const auto& [key, around] : step.departed) {
        add(key, around);
    }
}

} // namespace orrery::time::detail
