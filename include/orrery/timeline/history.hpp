// All that is known about a world's past and future at one moment: immutable, cheap to copy and read from any
// thread, however the timeline it came from goes on. Questions are answered from memory. Only for frames
// whose tracks have been given up to save memory does an answer take a private copy of the world there from a
// keyframe; the answer says so, and nothing else notices.
//
//   const auto known = timeline.known();
//   if (const auto state = known->at(ship, 600)) { draw(state->motion); }
//   const auto pass = known->closest_approach(ship, planet, known->frames());
//
// This is the typed side of known_history.hpp, which finds the answers for all worlds.
#pragma once

#include <orrery/core/check.hpp>
#include <orrery/core/engine.hpp>
#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/simulation/definable_simulation.hpp>
#include <orrery/simulation/simulation.hpp>
#include <orrery/timeline/answer.hpp>
#include <orrery/timeline/detail/journal_step.hpp>
#include <orrery/timeline/event_history.hpp>
#include <orrery/timeline/frame_range.hpp>
#include <orrery/timeline/frame_view.hpp>
#include <orrery/timeline/journal.hpp>
#include <orrery/timeline/keyframe_list.hpp>
#include <orrery/timeline/known_history.hpp>
#include <orrery/timeline/nearest_pass.hpp>
#include <orrery/timeline/simulation_adapter.hpp>

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace orrery::time {

// One entity in one frame.
template <typename World>
struct entity_state {
    typename World::motion_type motion{};
    std::shared_ptr<const typename World::form_type> form{};
};

template <typename World>
class history : public known_history {
public:
    using motion = typename World::motion_type;
    using form = typename World::form_type;
    using source = typename World::source_type;
    using event = typename World::event_type;
    using input = typename World::input_type;
    using snapshot = typename World::snapshot_type;
    using stretch = track_stretch;

    explicit history(detail::history_parts of)
        : known_history(std::move(of))
        , prototype(parts().prototype, &static_cast<const adapter&>(*parts().prototype).world())
        , stretches(parts().stretches)
        , keyframes(parts().keyframes)
        , events(parts().events)
        , journal(parts().journal) {}

    // The state of one entity in one frame.
    [[nodiscard]] answer<entity_state<World>> at(entity_key key, std::uint64_t frame) const;

    // Everything there was in a frame. The view's memory is used again; it stays as it was if the frame is
    // not found.
    [[nodiscard]] found seek(std::uint64_t frame, frame_view<World>& view) const {
        serial_scheduler here;
        return seek(frame, view, here);
    }

    // The same on several threads.
    [[nodiscard]] found seek(std::uint64_t frame, frame_view<World>& view, scheduler& jobs) const {
        return read_frame(
            frame, [&](const detail::census_pointer& who) { return view.begin_frame(frame, who); }, jobs);
    }

    [[nodiscard]] answer<frame_view<World>> seek(std::uint64_t frame) const {
        frame_view<World> view;
        const found how = seek(frame, view);
        return {how, std::move(view)};
    }

    // Calls visit(frame, motion) for every stride-th frame of a range in which the entity is there; the
    // stride is at least 1.
    template <typename Visit>
    void each_motion(entity_key key, frame_range range, Visit visit, std::uint64_t stride = 1) const {
        const auto visit_typed = [&](std::uint64_t frame, const std::byte* bytes) {
            visit(frame, motion_from(bytes));
        };
        visit_motions(key, range, visit_typed, stride);
    }

    struct waypoint {
        std::uint64_t frame = 0;
        motion where{};
    };

    // The same as a list.
    [[nodiscard]] std::vector<waypoint> trajectory(entity_key key, frame_range range,
                                                   std::uint64_t stride = 1) const {
        std::vector<waypoint> path;
        each_motion(
            key, range, [&](std::uint64_t frame, const motion& where) { path.push_back({frame, where}); },
            stride);
        return path;
    }

    // The first frame of a range in which fulfils(motion) holds for an entity that is there.
    template <typename Predicate>
    [[nodiscard]] std::optional<std::uint64_t> first(entity_key key, frame_range range,
                                                     Predicate fulfils) const;

    // The same for two entities and fulfils(motion of a, motion of b).
    template <typename Predicate>
    [[nodiscard]] std::optional<std::uint64_t> first(entity_key a, entity_key b, frame_range range,
                                                     Predicate fulfils) const;

    // The same for whole frames and fulfils(frame_view).
    template <typename Predicate>
    [[nodiscard]] std::optional<std::uint64_t> first(frame_range range, Predicate fulfils) const;

    // When two entities come nearest to each other, centre to centre, moving straight from frame to frame.
    [[nodiscard]] std::optional<nearest_pass> closest_approach(entity_key a, entity_key b,
                                                               frame_range range) const;

    // Calls visit(definition) for those of the journal, in an order in which a world can learn them.
    template <typename Visit>
    void each_definition(Visit visit) const {
        journal.template each_definition<definition_type_of<World>>(visit);
    }

    // A world in a frame that is known, which goes on from there as it did; steps from the last keyframe.
    [[nodiscard]] World revive(std::uint64_t frame, engine& host) const {
        const std::unique_ptr<simulation_interface> there = parts().revive(frame, host);
        return std::move(static_cast<adapter&>(*there).world());
    }

    // Field sources as they are in a frame that is known: what the next step reads.
    [[nodiscard]] std::vector<source> sources_at(std::uint64_t frame) const {
        const std::vector<std::byte> bytes = parts().sources_at(frame);
        std::vector<source> all(bytes.size() / sizeof(source));
        if (!bytes.empty()) {
            std::memcpy(static_cast<void*>(all.data()), bytes.data(), bytes.size());
        }
        return all;
    }

    // Another history with the same past up to a frame that is known, and nothing after it.
    [[nodiscard]] history until(std::uint64_t frame) const {
        detail::history_parts cut = parts();
        cut.cut_after(frame);
        return history(std::move(cut));
    }

    // The same with another journal or other events: for tests of what reads histories.
    [[nodiscard]] history with(const time::journal<input>& other) const {
        detail::history_parts changed = parts();
        const status answer = changed.define(other.log().definitions().items(), changed.make_engine());
        ORRERY_CHECK(answer.is_ok(), answer.is_ok() ? "" : answer.reason().message);
        changed.journal = other.log();
        return history(std::move(changed));
    }

    [[nodiscard]] history with(const event_history<event>& other) const {
        detail::history_parts changed = parts();
        changed.events = other.log();
        return history(std::move(changed));
    }

    const std::shared_ptr<const World> prototype; // in no particular frame: private copies are made of it
    const std::shared_ptr<const stretch_list> stretches;
    const keyframe_list<snapshot> keyframes;
    const event_history<event> events;
    const time::journal<input> journal;

private:
    using adapter = simulation_adapter<World>;

    [[nodiscard]] static motion motion_from(const std::byte* bytes) noexcept {
        motion made;
        std::memcpy(static_cast<void*>(&made), bytes, sizeof(made));
        return made;
    }

    // Calls visit(frame, motion of a, motion of b) for frames of the range in which both are there, until it
    // answers with true.
    template <typename Visit>
    void each_pair_of_motions(entity_key a, entity_key b, frame_range range, Visit visit) const;
};

} // namespace orrery::time

#include <orrery/timeline/detail/history_queries.hpp>
