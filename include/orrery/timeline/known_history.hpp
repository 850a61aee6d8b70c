// All that is known about a world's past and future at one moment, without templates: motions are rows of
// numbers, forms lie in the census. history<World> is the typed side of it. Immutable, and read from any
// thread.
#pragma once

#include <orrery/core/engine.hpp>
#include <orrery/core/function_ref.hpp>
#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/timeline/answer.hpp>
#include <orrery/timeline/detail/history_parts.hpp>
#include <orrery/timeline/frame_range.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace orrery::time {

class known_history {
public:
    explicit known_history(detail::history_parts parts)
        : parts_(std::move(parts)) {}

    [[nodiscard]] const detail::history_parts& parts() const noexcept { return parts_; }

    [[nodiscard]] std::uint64_t tail() const noexcept { return parts_.tail(); }

    [[nodiscard]] std::uint64_t head() const noexcept { return parts_.head(); }

    [[nodiscard]] frame_range frames() const noexcept { return {tail(), head() + 1}; }

    // Whether a frame can be answered at all; `recorded` if from memory.
    [[nodiscard]] found reach(std::uint64_t frame) const noexcept;

    // Where an entity was in a frame, and what it was like: calls take(census, place, motion) if it is there.
    using state_visitor =
        function_ref<void(const detail::census_pointer& who, std::size_t place, const std::byte* motion)>;
    found read_entity(entity_key key, std::uint64_t frame, state_visitor take) const;

    // Everything there was in a frame: calls room(who), which answers with memory for the motions of all. It
    // is not called if the frame is not found.
    using motion_room_for = function_ref<std::span<std::byte>(const detail::census_pointer& who)>;
    found read_frame(std::uint64_t frame, motion_room_for room, scheduler& jobs) const;

    // The frames of a range in which an entity exists, as intervals in ascending order: it is created in the
    // first frame of each, or the range begins there, and no longer there in the frame that follows the last.
    [[nodiscard]] std::vector<frame_range> existence(entity_key key, frame_range range) const;

    // Calls visit(frame, motion) for every stride-th frame of a range in which the entity is there; the
    // stride is at least 1.
    void visit_motions(entity_key key, frame_range range,
                       function_ref<void(std::uint64_t, const std::byte*)> visit,
                       std::uint64_t stride = 1) const;

    // Fails for a frame before the tail or beyond the head.
    void check_known(std::uint64_t frame) const { parts_.check_known(frame); }

    // Bytes of all tracks and events.
    [[nodiscard]] std::size_t bytes() const { return parts_.bytes(); }

    // For a private copy of the world: one thread, and the log of the engine that the world had.
    [[nodiscard]] std::unique_ptr<engine> make_engine() const { return parts_.make_engine(); }

private:
    void read_fresh(std::uint64_t frame, motion_room_for room) const;

    detail::history_parts parts_;
};

} // namespace orrery::time
