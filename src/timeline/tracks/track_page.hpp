// The motion of up to 64 entities with neighbouring keys in the frames of a segment. Each is in one of three
// states for all of the segment: it rests, it flies, or it is busy. Lists of those that rest, and whole pages
// in which all do, are shared with the segment before, so rest takes no memory.
#pragma once

#include "timeline/tracks/flight.hpp"

#include <orrery/core/function_ref.hpp>
#include <orrery/timeline/detail/motion_block.hpp>
#include <orrery/timeline/detail/reach_box.hpp>
#include <orrery/timeline/detail/slot_set.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::time::detail {

struct track_page {
    struct resting_list {
        std::vector<std::byte> motions;
        std::vector<std::byte> reaches; // boxes: when they last moved
    };

    // Ascending. An entity's slot is its place among them. Some need not be there in all frames.
    std::shared_ptr<const std::vector<entity_key>> keys;
    slot_set flying;
    slot_set busy;
    std::shared_ptr<const resting_list> resting; // in the order of slots, as the following
    std::vector<std::byte> flights;
    std::vector<std::byte> block;   // a motion_block
    std::vector<std::byte> reaches; // coarse boxes of those that fly or are busy
    // Of those among them that came to rest before the last frame: slots, and boxes in rest.
    std::vector<std::uint8_t> stopped_slots;
    std::vector<std::byte> stopped_reaches;
    std::size_t own_bytes = 0; // without what is shared with another page

    [[nodiscard]] std::size_t size() const noexcept { return keys->size(); }

    [[nodiscard]] slot_set moving() const noexcept { return flying | busy; }

    [[nodiscard]] std::size_t slot_of(entity_key key) const noexcept;

    // In all frames.
    [[nodiscard]] reach_box reach(std::size_t slot, const world_format& format) const;
    // When it last moved, at least.
    [[nodiscard]] reach_box last_reach(std::size_t slot, const world_format& format) const;
    [[nodiscard]] bool has_stopped(std::size_t slot) const noexcept;

    void read_motion(std::size_t slot, std::uint32_t frame, const flight_context& context,
                     std::byte* motion) const;

    // Calls visit(frame, motion) for frames from `first` to `last`, in this order. What flies is flown once.
    void each_motion(std::size_t slot, std::uint32_t first, std::uint32_t last, const flight_context& context,
                     function_ref<void(std::uint32_t, const std::byte*)> visit) const;

    // All slots in one frame.
    void read_frame(std::uint32_t frame, const flight_context& context, const field_list& fields,
                    std::byte* motions) const;

    // All slots in all frames, one frame after another.
    void read_all(const flight_context& context, const field_list& fields, std::byte* motions) const;

    // Of memory, without what it shares with `before`, which may be null.
    [[nodiscard]] std::size_t count_bytes(const track_page* before) const noexcept;

    [[nodiscard]] block_shape shape_of_block(std::uint32_t frames,
                                             const world_format& format) const noexcept {
        return {.frames = frames,
                .bodies = busy.size(),
                .numbers = format.numbers(),
                .pose_numbers = format.pose_numbers};
    }
};

// For blocks of motions.
template <motion_number T>
[[nodiscard]] pose_rates<T> rates_of(const entity_model& model) noexcept {
    return {
        .function = [](const void* context, const T* motion,
                       T* rates) { static_cast<const entity_model*>(context)->find_rates(motion, rates); },
        .context = &model};
}

} // namespace orrery::time::detail
