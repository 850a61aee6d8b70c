// What a history is put together from. A timeline owns one set of parts and changes it; each history that it
// publishes is an immutable copy. Parts are values that share, so a copy is a few references.
#pragma once

#include <orrery/core/engine.hpp>
#include <orrery/timeline/answer.hpp>
#include <orrery/timeline/detail/event_log.hpp>
#include <orrery/timeline/detail/fresh_records.hpp>
#include <orrery/timeline/detail/journal_log.hpp>
#include <orrery/timeline/detail/keyframe_log.hpp>
#include <orrery/timeline/detail/motion_segment.hpp>
#include <orrery/timeline/frame_range.hpp>
#include <orrery/timeline/simulation_interface.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace orrery::time {

// Frames whose motion is in one segment, or in none any more. A branch may share a segment and see only
// its first frames.
struct track_stretch {
    frame_range frames{};
    detail::motion_segment::shared tracks{};
    std::weak_ptr<const detail::motion_segment> given_up{}; // which tracks there were

    void give_up() noexcept {
        given_up = tracks;
        tracks.reset();
    }

    // Whether both have the same tracks, in memory or given up.
    [[nodiscard]] bool is_same_as(const track_stretch& other) const noexcept {
        const std::weak_ptr<const detail::motion_segment> mine = tracks != nullptr ? tracks : given_up;
        const std::weak_ptr<const detail::motion_segment> theirs =
            other.tracks != nullptr ? other.tracks : other.given_up;
        return frames == other.frames && !mine.owner_before(theirs) && !theirs.owner_before(mine);
    }
};

using stretch_list = std::vector<track_stretch>;

namespace detail {

struct history_parts {
    std::shared_ptr<engine> machine; // of the prototype, if that one has none that lasts longer
    // In no particular frame: all copies of the world are forks of it. It knows the definitions of the
    // journal.
    std::shared_ptr<const simulation_interface> prototype;
    shared_model model; // of its entities
    std::shared_ptr<const stretch_list> stretches = std::make_shared<const stretch_list>();
    fresh_records fresh; // those that follow on the stretches
    keyframe_log keyframes;
    event_log events{0, 1};
    journal_log journal{nullptr};

    // Without frames, of a world.
    [[nodiscard]] static history_parts of_world(std::shared_ptr<const simulation_interface> prototype,
                                                std::shared_ptr<engine> machine);

    [[nodiscard]] std::uint64_t tail() const noexcept { return keyframes.frames().front()->frame; }

    [[nodiscard]] std::uint64_t head() const noexcept {
        return (fresh.is_empty() ? stretches->back().frames.end : fresh.frames().end) - 1;
    }

    [[nodiscard]] const world_format& format() const noexcept { return model->format(); }

    // Fails for a frame before the tail or beyond the head.
    void check_known(std::uint64_t frame) const;

    // Takes everything after a frame that is known away.
    void cut_after(std::uint64_t frame);

    // Adds definitions to the journal, and to the prototype, which becomes another one on this engine.
    // Refused, with nothing changed, if the world refuses one of them or if another one has its id. Free for
    // those that the journal has.
    status define(std::span<const definition_item> all, const std::shared_ptr<engine>& host);

    // Takes over what other parts of the same world know beyond these.
    void take_definitions_of(const history_parts& other);

    // The segment that ends with the last stretch; null if the stretch has only its first frames or has given
    // its tracks up, and then the frames after it tell of everything.
    [[nodiscard]] motion_segment::shared last_segment() const;

    // The stretch of a frame that is in one.
    [[nodiscard]] const track_stretch& stretch_of(std::uint64_t frame) const noexcept;

    // A private copy of the world in a frame that is known, with the journal from the last keyframe on.
    [[nodiscard]] std::unique_ptr<simulation_interface> revive(std::uint64_t frame, engine& host) const;

    // For a private copy: one thread, and the log of the engine that the world had.
    [[nodiscard]] std::unique_ptr<engine> make_engine() const {
        return prototype->machine().make_single_threaded();
    }

    // Calls visit(record) with a full record of each frame, computed by a private copy of the world.
    void walk(frame_range range, function_ref<void(const recorded_frame&)> visit) const;

    [[nodiscard]] std::vector<std::byte> sources_at(std::uint64_t frame) const;

    // Calls visit(key, box) for everyone in the frames of the range, and maybe in some more, whose tracks are
    // there: the boxes of one key hold all that it can have felt in the steps that made them.
    void each_reach(frame_range range, function_ref<void(entity_key, const reach_box&)> visit) const;

    // The same for the step that made a frame, as far as that is still known by itself.
    void each_arrival(std::uint64_t frame, function_ref<void(entity_key, const reach_box&)> visit) const;

    // Calls visit(census) for everyone who was there in frames of the range, once for each census or more
    // often.
    void each_census(frame_range range, function_ref<void(const entity_census&)> visit) const;

    // Bytes of all tracks and events.
    [[nodiscard]] std::size_t bytes() const;
};

// Steps copies of a world with what a journal has for their frame.
class journal_stepper {
public:
    void run(simulation_interface& world, const journal_log& journal) {
        journal.inputs_at(world.frame(), items_);
        world.step(items_);
    }

    // Only with the inputs for which is_wanted(input) holds.
    void run(simulation_interface& world, const journal_log& journal,
             function_ref<bool(const journal_item&)> is_wanted) {
        journal.inputs_at(world.frame(), items_);
        std::erase_if(items_, [&](const journal_item& each) { return !is_wanted(each); });
        world.step(items_);
    }

private:
    std::vector<journal_item> items_; // room that stays
};

} // namespace detail
} // namespace orrery::time
