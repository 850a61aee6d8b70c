// All that is known about a world's past and future at one moment: immutable, cheap to copy and read from any
// thread, however the timeline it came from goes on. Questions are answered from memory. Only for frames
// whose tracks have been given up to save memory does an answer take a private copy of the world there from a
// keyframe; the answer says so, and nothing else notices.
//
//   const auto known = timeline.known();
//   if (const auto state = known->at(ship, 600)) { draw(state->motion); }
//   const auto pass = known->closest_approach(ship, planet, known->frames());
#pragma once

#include <orrery/core/check.hpp>
#include <orrery/core/engine.hpp>
#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/core/simulation.hpp>
#include <orrery/core/text.hpp>
#include <orrery/timeline/answer.hpp>
#include <orrery/timeline/detail/journal_step.hpp>
#include <orrery/timeline/event_history.hpp>
#include <orrery/timeline/frame_range.hpp>
#include <orrery/timeline/frame_view.hpp>
#include <orrery/timeline/fresh_frames.hpp>
#include <orrery/timeline/journal.hpp>
#include <orrery/timeline/keyframe_list.hpp>
#include <orrery/timeline/nearest_pass.hpp>
#include <orrery/timeline/track_segment.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
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
class history {
public:
    using motion = typename World::motion_type;
    using form = typename World::form_type;
    using source = typename World::source_type;
    using event = typename World::event_type;
    using input = typename World::input_type;
    using snapshot = typename World::snapshot_type;
    using segment = track_segment<World>;

    // Frames whose motion is in one segment, or in none any more. A branch may share a segment and see only
    // its first frames.
    struct stretch {
        frame_range frames{};
        std::shared_ptr<const segment> tracks{};
        std::weak_ptr<const segment> given_up{}; // which tracks there were

        void give_up() noexcept {
            given_up = tracks;
            tracks.reset();
        }

        // Whether both have the same tracks, in memory or given up.
        [[nodiscard]] bool is_same_as(const stretch& other) const noexcept {
            const std::weak_ptr<const segment> mine = tracks != nullptr ? tracks : given_up;
            const std::weak_ptr<const segment> theirs =
                other.tracks != nullptr ? other.tracks : other.given_up;
            return frames == other.frames && !mine.owner_before(theirs) && !theirs.owner_before(mine);
        }
    };

    [[nodiscard]] std::uint64_t tail() const noexcept { return keyframes.frames().front()->frame; }

    [[nodiscard]] std::uint64_t head() const noexcept {
        return (fresh.is_empty() ? stretches->back().frames.end : fresh.frames().end) - 1;
    }

    [[nodiscard]] frame_range frames() const noexcept { return {tail(), head() + 1}; }

    // Whether a frame can be answered at all; `recorded` if from memory.
    [[nodiscard]] found reach(std::uint64_t frame) const noexcept {
        if (frame > head()) {
            return found::beyond_head;
        }
        if (frame < tail()) {
            return found::before_tail;
        }
        return fresh.frames().contains(frame) || stretch_of(frame).tracks != nullptr ? found::recorded
                                                                                     : found::computed;
    }

    // The state of one entity in one frame.
    [[nodiscard]] answer<entity_state<World>> at(entity_key key, std::uint64_t frame) const;

    // Everything there was in a frame. The view's memory is used again; it stays as it was if the frame is
    // not found.
    [[nodiscard]] found seek(std::uint64_t frame, frame_view<World>& view) const {
        serial_scheduler here;
        return seek(frame, view, here);
    }

    // The same on several threads.
    [[nodiscard]] found seek(std::uint64_t frame, frame_view<World>& view, scheduler& jobs) const;

    [[nodiscard]] answer<frame_view<World>> seek(std::uint64_t frame) const {
        frame_view<World> view;
        const found how = seek(frame, view);
        return {how, std::move(view)};
    }

    // The frames of a range in which an entity exists, as intervals in ascending order: it is created in the
    // first frame of each, or the range begins there, and no longer there in the frame that follows the last.
    [[nodiscard]] std::vector<frame_range> existence(entity_key key, frame_range range) const;

    // Calls visit(frame, motion) for every stride-th frame of a range in which the entity is there; the
    // stride is at least 1.
    template <typename Visit>
    void each_motion(entity_key key, frame_range range, Visit visit, std::uint64_t stride = 1) const;

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

    // A world in a frame that is known, which goes on from there as it did; steps from the last keyframe.
    [[nodiscard]] World revive(std::uint64_t frame, engine& host) const;

    // Field sources as they are in a frame that is known: what the next step reads.
    [[nodiscard]] std::vector<source> sources_at(std::uint64_t frame) const;

    // Calls visit(key, box) with boxes around all that an entity can have felt in frames of the range, or
    // more.
    template <typename Visit>
    void each_reach(frame_range range, Visit visit) const;

    // The same for the step that made a frame. The first frame of a segment knows that step only together
    // with those after it, so its boxes may be much larger; for any other frame of it nothing is visited,
    // because the frames before it tell of all the steps of the segment.
    template <typename Visit>
    void each_arrival(std::uint64_t frame, Visit visit) const;

    // Calls visit(census) for everyone who was there in frames of the range, once for each census or more
    // often.
    template <typename Visit>
    void each_census(frame_range range, Visit visit) const;

    // Takes everything after a frame that is known away.
    void cut_after(std::uint64_t frame);

    // The segment that ends with the last stretch; null if the stretch has only its first frames or has given
    // its tracks up, and then the frames after it tell of everything.
    [[nodiscard]] std::shared_ptr<const segment> last_segment() const {
        const std::shared_ptr<const segment> last = stretches->empty() ? nullptr : stretches->back().tracks;
        return last != nullptr && stretches->back().frames.end == last->end_frame() ? last : nullptr;
    }

    // Fails for a frame before the tail or beyond the head.
    void check_known(std::uint64_t frame) const {
        ORRERY_CHECK(frame >= tail() && frame <= head(),
                     text("frame ", frame, " is not known; expected ", tail(), " to ", head()));
    }

    // Bytes of all tracks and events.
    [[nodiscard]] std::size_t bytes() const;

    // For a private copy of the world: one thread, and the log of the engine that the world had.
    [[nodiscard]] std::unique_ptr<engine> make_engine() const {
        return prototype->machine().make_single_threaded();
    }

    // Parts. They are values that share; a timeline puts them together.
    std::shared_ptr<engine> machine;        // of the prototype, if that one has none that lasts longer
    std::shared_ptr<const World> prototype; // in no particular frame: private copies are made of it
    std::shared_ptr<const std::vector<stretch>> stretches = std::make_shared<const std::vector<stretch>>();
    fresh_frames<World> fresh; // those that follow on the stretches
    keyframe_list<snapshot> keyframes;
    event_history<event> events;
    time::journal<input> journal;

private:
    [[nodiscard]] const stretch& stretch_of(std::uint64_t frame) const noexcept {
        const auto after = std::ranges::upper_bound(*stretches, frame, {},
                                                    [](const stretch& each) { return each.frames.first; });
        return *std::prev(after);
    }

    // Of an entity that has not moved in the fresh frames.
    [[nodiscard]] std::optional<motion> motion_before_fresh(entity_key key) const {
        const stretch& last = stretches->back();
        return last.tracks->motion_of(key, last.frames.end - 1);
    }

    void read_fresh(std::uint64_t frame, frame_view<World>& view) const;
    template <typename Visit>
    bool each_fresh_reach(frame_range range, Visit& visit) const;
    // Calls visit(record) with a complete record of each frame, computed by a private copy of the world.
    template <typename Visit>
    void walk(frame_range range, Visit visit) const;
};

template <typename World>
answer<entity_state<World>> history<World>::at(entity_key key, std::uint64_t frame) const {
    using state = entity_state<World>;
    const found how = reach(frame);
    if (how == found::computed) {
        frame_view<World> view;
        walk({frame, frame + 1}, [&](frame_record<World>& record) { view.show(record); });
        const std::size_t place = view.place_of(key);
        if (place == view.size()) {
            return found::no_such_entity;
        }
        return {how, state{view.motions()[place], view.who_->forms[place]}};
    }
    if (how == found::recorded && fresh.frames().contains(frame)) {
        const census<form>& who = *fresh.at(frame).who;
        const std::size_t place = place_of(who.keys, key);
        if (place == who.keys.size()) {
            return found::no_such_entity;
        }
        const motion* moved = fresh.find(key, frame);
        return {how, state{moved != nullptr ? *moved : *motion_before_fresh(key), who.forms[place]}};
    }
    if (how == found::recorded) {
        const segment& tracks = *stretch_of(frame).tracks;
        const auto known = tracks.motion_of(key, frame);
        if (!known) {
            return found::no_such_entity;
        }
        return {how, state{*known, tracks.form_of(key, frame)}};
    }
    return how;
}

template <typename World>
found history<World>::seek(std::uint64_t frame, frame_view<World>& view, scheduler& jobs) const {
    const found how = reach(frame);
    if (how == found::computed) {
        walk({frame, frame + 1}, [&](frame_record<World>& record) { view.show(record); });
    } else if (how == found::recorded && fresh.frames().contains(frame)) {
        read_fresh(frame, view);
    } else if (how == found::recorded) {
        view.show(frame, *stretch_of(frame).tracks, jobs);
    }
    return how;
}

template <typename World>
void history<World>::read_fresh(std::uint64_t frame, frame_view<World>& view) const {
    view.frame_ = frame;
    view.who_ = fresh.at(frame).who;
    // Found together, because one by one each would be unpacked from the segment's start.
    std::shared_ptr<const census<form>> resting_who;
    std::vector<motion> resting;
    fresh.read(frame, view.motions_, [&](entity_key key, motion& out) {
        if (resting_who == nullptr) {
            const stretch& last = stretches->back();
            resting_who = last.tracks->who(last.frames.end - 1);
            last.tracks->read_frame(last.frames.end - 1, resting);
        }
        out = resting[place_of(resting_who->keys, key)];
    });
}

template <typename World>
template <typename Visit>
void history<World>::walk(frame_range range, Visit visit) const {
    const auto own_engine = make_engine();
    World there = revive(range.first, *own_engine);
    detail::journal_step<World> steps;
    frame_record<World> record;
    for (std::uint64_t frame = range.first; frame < range.end; ++frame) {
        if (frame != range.first) {
            steps.run(there, journal);
        }
        there.record(record, record_extent::full);
        visit(record);
    }
}

template <typename World>
std::vector<frame_range> history<World>::existence(entity_key key, frame_range range) const {
    std::vector<frame_range> all;
    const census<form>* last = nullptr; // frames share it for as long as nobody comes or goes
    bool is_there = false;
    const auto tell = [&](std::uint64_t frame, const census<form>& who) {
        if (&who != last) {
            last = &who;
            is_there = place_of(who.keys, key) < who.keys.size();
        }
        if (!is_there) {
            return;
        }
        if (!all.empty() && all.back().end == frame) {
            ++all.back().end;
        } else {
            all.push_back(frame_range::one(frame));
        }
    };
    const frame_range known = common(range, frames());
    for (std::uint64_t frame = known.first; frame < known.end;) {
        if (fresh.frames().contains(frame)) {
            tell(frame, *fresh.at(frame).who);
            ++frame;
            continue;
        }
        const stretch& part = stretch_of(frame);
        const frame_range here = common(known, part.frames);
        if (part.tracks == nullptr) {
            walk(here, [&](const frame_record<World>& record) {
                last = nullptr; // the next one may lie in the same place
                tell(record.frame, *record.who);
            });
            last = nullptr;
            frame = here.end;
        } else {
            for (; frame < here.end; ++frame) {
                tell(frame, *part.tracks->who(frame));
            }
        }
    }
    return all;
}

template <typename World>
template <typename Visit>
void history<World>::each_motion(entity_key key, frame_range range, Visit visit, std::uint64_t stride) const {
    ORRERY_CHECK(stride > 0, "a stride of 0 frames leads nowhere; expected at least 1");
    const frame_range known{std::max(range.first, tail()), std::min(range.end, head() + 1)};
    const auto is_wanted = [&](std::uint64_t frame) { return (frame - range.first) % stride == 0; };
    std::uint64_t frame = known.first;
    while (frame < known.end && !fresh.frames().contains(frame)) {
        const stretch& part = stretch_of(frame);
        const frame_range here{frame, std::min(known.end, part.frames.end)};
        if (part.tracks != nullptr) {
            part.tracks->each_motion(key, here, [&](std::uint64_t number, const motion& where) {
                if (is_wanted(number)) {
                    visit(number, where);
                }
            });
        } else {
            walk(here, [&](const frame_record<World>& record) {
                const std::size_t place = place_of(record.who->keys, key);
                if (place < record.motions.size() && is_wanted(record.frame)) {
                    visit(record.frame, record.motions[place]);
                }
            });
        }
        frame = here.end;
    }
    for (; frame < known.end; ++frame) {
        if (is_wanted(frame)) {
            if (const auto state = at(key, frame)) {
                visit(frame, state->motion);
            }
        }
    }
}

template <typename World>
template <typename Predicate>
std::optional<std::uint64_t> history<World>::first(entity_key key, frame_range range,
                                                   Predicate fulfils) const {
    constexpr std::uint64_t frames_at_once = 240;
    std::optional<std::uint64_t> when;
    for (std::uint64_t frame = range.first; frame < std::min(range.end, head() + 1) && !when;
         frame += frames_at_once) {
        each_motion(key, {frame, std::min(range.end, frame + frames_at_once)},
                    [&](std::uint64_t number, const motion& where) {
                        if (!when && fulfils(where)) {
                            when = number;
                        }
                    });
    }
    return when;
}

template <typename World>
template <typename Predicate>
std::optional<std::uint64_t> history<World>::first(entity_key a, entity_key b, frame_range range,
                                                   Predicate fulfils) const {
    constexpr std::uint64_t frames_at_once = 240;
    for (std::uint64_t frame = range.first; frame < std::min(range.end, head() + 1);
         frame += frames_at_once) {
        const frame_range part{frame, std::min(range.end, frame + frames_at_once)};
        const std::vector<waypoint> path = trajectory(a, part);
        std::optional<std::uint64_t> when;
        std::size_t next = 0;
        each_motion(b, part, [&](std::uint64_t number, const motion& where) {
            for (; next < path.size() && path[next].frame < number; ++next) {
            }
            if (!when && next < path.size() && path[next].frame == number &&
                fulfils(path[next].where, where)) {
                when = number;
            }
        });
        if (when) {
            return when;
        }
    }
    return {};
}

template <typename World>
template <typename Predicate>
std::optional<std::uint64_t> history<World>::first(frame_range range, Predicate fulfils) const {
    frame_view<World> view;
    for (std::uint64_t frame = std::max(range.first, tail()); frame < std::min(range.end, head() + 1);
         ++frame) {
        if (is_found(seek(frame, view)) && fulfils(std::as_const(view))) {
            return frame;
        }
    }
    return {};
}

template <typename World>
std::optional<nearest_pass> history<World>::closest_approach(entity_key a, entity_key b,
                                                             frame_range range) const {
    const std::vector<waypoint> path = trajectory(a, range);
    nearest_pass_search<decltype(position_of(std::declval<const motion&>()))> search;
    std::size_t next = 0;
    each_motion(b, range, [&](std::uint64_t number, const motion& where) {
        for (; next < path.size() && path[next].frame < number; ++next) {
        }
        if (next < path.size() && path[next].frame == number) {
            search.add(number, position_of(where) - position_of(path[next].where));
        }
    });
    return search.result();
}

template <typename World>
World history<World>::revive(std::uint64_t frame, engine& host) const {
    check_known(frame);
    const keyframe<snapshot>& start = keyframes.last_before(frame);
    World there = prototype->fork(host);
    there.restore(start.state);
    detail::journal_step<World> steps;
    while (there.frame() < frame) {
        steps.run(there, journal);
    }
    return there;
}

template <typename World>
std::vector<typename World::source_type> history<World>::sources_at(std::uint64_t frame) const {
    check_known(frame);
    if (fresh.frames().contains(frame)) {
        return fresh.at(frame).sources;
    }
    const stretch& part = stretch_of(frame);
    if (part.tracks != nullptr) {
        std::vector<source> all;
        part.tracks->read_sources(frame, all);
        return all;
    }
    std::vector<source> all;
    walk({frame, frame + 1}, [&](const frame_record<World>& record) { all = record.sources; });
    return all;
}

template <typename World>
void history<World>::cut_after(std::uint64_t frame) {
    check_known(frame);
    fresh.remove_after(frame);
    if (fresh.is_empty() && stretches->back().frames.end > frame + 1) {
        auto kept = std::make_shared<std::vector<stretch>>(*stretches);
        while (kept->back().frames.first > frame) {
            kept->pop_back();
        }
        kept->back().frames.end = frame + 1;
        stretches = std::move(kept);
    }
    keyframes.remove_after(frame);
    events = events.before(frame + 1);
}

template <typename World>
std::size_t history<World>::bytes() const {
    std::size_t sum = events.bytes();
    for (const stretch& each : *stretches) {
        sum += each.tracks != nullptr ? each.tracks->bytes() : 0;
    }
    return sum;
}

} // namespace orrery::time

#include <orrery/timeline/detail/history_reach.hpp>
