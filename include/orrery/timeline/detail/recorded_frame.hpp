// The record of a frame as bytes, for code that does not know the world. What the lists mean is said at
// frame_record.
#pragma once

#include <orrery/core/function_ref.hpp>
#include <orrery/simulation/frame_record.hpp>
#include <orrery/timeline/detail/census_forms.hpp>
#include <orrery/timeline/detail/event_log.hpp>
#include <orrery/timeline/detail/reach_box.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace orrery::time::detail {

struct recorded_frame {
    std::uint64_t frame = 0;
    census_pointer who;
    std::vector<std::uint32_t> moved;
    std::vector<std::byte> motions; // of those
    std::vector<std::byte> reaches; // of those, boxes as the world has them
    std::vector<std::pair<entity_key, reach_box>> departed;
    std::vector<std::byte> sources;
    std::vector<event_mark> events;
    std::vector<std::byte> event_payloads; // one after another
};

using record_pointer = std::shared_ptr<const recorded_frame>;

// The place of a key in ascending keys, or their number if it is not among them.
[[nodiscard]] std::size_t place_among(std::span<const entity_key> keys, entity_key key) noexcept;

// Calls visit(key, box) for everyone whose reach a record tells.
void each_reach(const recorded_frame& record, const world_format& format,
                function_ref<void(entity_key, const reach_box&)> visit);

// A record that a world gives after it has gone back to a frame lists everyone, but knows nothing of how far
// the step reached that once made the frame. The record of that step does. Adds what one entity reached in
// that step to a record that lists everyone.
void add_arrival(recorded_frame& full, const world_format& format, entity_key key, const reach_box& around);

// The same frame, in which those with the keys (ascending), and whoever only `part` has, are as there. Who
// there is has been mixed before.
[[nodiscard]] record_pointer mixed_record(const recorded_frame& old, std::span<const entity_key> keys,
                                          const recorded_frame& part, census_pointer who,
                                          const world_format& format);

template <typename T>
void assign_bytes(std::vector<std::byte>& to, const std::vector<T>& from) {
    const auto bytes = std::as_bytes(std::span(from));
    to.assign(bytes.begin(), bytes.end());
}

// Without events.
template <typename World>
void take_record(const frame_record<World>& from, recorded_frame& into) {
    into.frame = from.frame;
    into.who = from.who;
    into.moved = from.moved;
    assign_bytes(into.motions, from.motions);
    assign_bytes(into.reaches, from.reaches);
    assign_bytes(into.sources, from.sources);
    into.departed.clear();
    for (const auto& [key, around] : from.departed) {
        into.departed.emplace_back(key, to_reach_box(around));
    }
    into.events.clear();
    into.event_payloads.clear();
}

} // namespace orrery::time::detail
