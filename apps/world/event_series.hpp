// Quantities that follow from events, over frames: how many contacts there are, and how hard the hardest
// collision is.
#pragma once

#include "apps/world/world_traits.hpp"

#include <orrery/timeline/event_history.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace orrery::apps {

// Points of a series: one every `step` frames from `first` on.
struct series_points {
    std::uint64_t first = 0;
    std::uint64_t step = 1;
    std::size_t count = 0;

    [[nodiscard]] time::frame_range frames() const noexcept { return {first, first + count * step}; }
};

// The number of contacts in the frame of each point; of one entity, or of all.
template <typename World>
[[nodiscard]] std::vector<std::int64_t>
contact_counts(const time::event_history<typename World::event_type>& events, const series_points& points,
               std::optional<entity_key> of) {
    std::vector<std::int64_t> counts(points.count + 1); // how many more there are than at the point before
    // The first point at or after a frame.
    const auto point_at = [&](std::uint64_t frame) {
        const std::uint64_t frames = std::clamp(frame, points.first, points.frames().end) - points.first;
        return static_cast<std::size_t>((frames + points.step - 1) / points.step);
    };
    events.all(points.frames(), [&](const auto& contact) {
        if ((of && contact.a != *of && contact.b != *of) ||
            !world_traits<World>::is_contact(contact.beginning)) {
            return;
        }
        ++counts[point_at(contact.first)];
        // What begins and ends in one frame is there in that one.
        --counts[point_at(std::max(contact.last, contact.first + 1))];
    });
    for (std::size_t point = 1; point < points.count; ++point) {
        counts[point] += counts[point - 1];
    }
    counts.resize(points.count);
    return counts;
}

// The strongest collision from one point up to the next; 0 without any.
template <typename World>
[[nodiscard]] std::vector<double>
strongest_impulses(const time::event_history<typename World::event_type>& events, const World& rules,
                   const series_points& points, std::optional<entity_key> of) {
    using traits = world_traits<World>;
    std::vector<double> strongest(points.count);
    events.each_event(points.frames(), [&](std::uint64_t frame, const auto& event) {
        if (traits::is_collision(event) && (!of || event.key_a == *of || event.key_b == *of)) {
            double& value = strongest[static_cast<std::size_t>((frame - points.first) / points.step)];
            value = std::max<double>(value, traits::impulse_of(event, rules));
        }
    });
    return strongest;
}

} // namespace orrery::apps
