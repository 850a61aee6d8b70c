// A timeline that is edited at random, and the first thing in which it differs from stepping from the first
// frame.
#pragma once

#include "tests/conformance/course.hpp"

#include <orrery/timeline/detail/journal_step.hpp>
#include <orrery/timeline/event_history.hpp>
#include <orrery/timeline/timeline.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace orrery::test::conformance {

struct budget {
    const char* name;
    timeline_settings settings;
};

[[nodiscard]] inline std::array<budget, 5> budgets() {
    return {
        {{"all tracks", {.frames_between_keyframes = 20}},
         {"no tracks", {.frames_between_keyframes = 10, .track_bytes = 1, .seals_in_background = false}},
         {"a few tracks", {.frames_between_keyframes = 7, .track_bytes = 4000, .seals_in_background = false}},
         {"two keyframes", {.frames_between_keyframes = 8, .most_keyframes = 2}},
         {"a head that goes back",
          {.frames_between_keyframes = 15, .dense_keyframes = 10, .keeps_head = false}}}};
}

// The first thing in which a timeline differs from its journal's inputs, stepped from the first frame.
template <world_case Case>
[[nodiscard]] std::string difference_from_stepping(timeline<world_of<Case>>& time, world_of<Case> plain) {
    using world = world_of<Case>;
    using event = event_of<Case>;
    const auto known = time.known();
    const auto journal = time.journal();
    if (const status answer = time::detail::define_all(plain, journal); !answer) {
        return text("a definition of the journal is refused: ", answer.reason().message);
    }
    time::detail::journal_step<world> steps;
    time::event_history<event> events;
    for (;;) {
        const std::uint64_t frame = plain.frame();
        const auto record = full_record(plain);
        const auto view = known->seek(frame);
        if (!view || !std::ranges::equal(view->keys(), record.who->keys)) {
            return text("frame ", frame, ": other entities are there");
        }
        for (std::size_t row = 0; row < record.motions.size(); ++row) {
            if (!are_equal(view->motions()[row], record.motions[row]) ||
                !(view->form_at(row) == *record.who->forms[row])) {
                return text("frame ", frame, ": the motion or form of entity ",
                            static_cast<std::uint64_t>(view->keys()[row]), " differs");
            }
        }
        const auto& last = known->keyframes.last_before(frame);
        if (last.frame == frame && last.state.hash() != plain.hash()) {
            return text("frame ", frame, ": the keyframe differs");
        }
        if (frame % 16 == 5 && time.hash(frame) != plain.hash()) {
            return text("frame ", frame, ": going back to it gives another hash");
        }
        if (frame > 0) {
            events.append(frame, record.events, world::span_of);
        }
        if (frame == time.head()) {
            break;
        }
        steps.run(plain, journal);
    }
    if (time.world().hash() != plain.hash()) {
        return "the head has another hash";
    }
    const auto list = [](const time::event_history<event>& from) {
        std::vector<std::pair<std::uint64_t, event>> all;
        from.each_event(time::frame_range::all(),
                        [&](std::uint64_t frame, const event& each) { all.emplace_back(frame, each); });
        return all;
    };
    return list(known->events) != list(events) ? "an event is missing, too many or another one" : "";
}

// What is done to one timeline.
template <world_case Case>
class edited_timeline {
public:
    using line = timeline<world_of<Case>>;
    using entry = typename line::entry;
    using transaction = typename line::transaction;

    edited_timeline(course<Case>& truth, xoshiro256& dice, line time)
        : truth_(truth)
        , dice_(dice)
        , time_(std::move(time)) {}

    [[nodiscard]] line& time() noexcept { return time_; }

    void advance() { time_.advance(uniform_below(dice_, 25)); }

    void edit() {
        if constexpr (definable_case<Case>) {
            if (chance(dice_, 0.2)) {
                define();
                return;
            }
        }
        std::vector<entry> there;
        time_.journal().each(time::frame_range::all(), [&](const entry& each) { there.push_back(each); });
        switch (uniform_below(dice_, 6)) {
        case 0:
            is_fine_ &= time_.undo() == (undos_ > 0);
            redos_ += undos_ > 0 ? 1 : 0;
            undos_ -= undos_ > 0 ? 1 : 0;
            break;
        case 1:
            is_fine_ &= time_.redo() == (redos_ > 0);
            undos_ += redos_ > 0 ? 1 : 0;
            redos_ -= redos_ > 0 ? 1 : 0;
            break;
        case 2:
            if (!there.empty()) {
                const std::uint64_t first = any_frame();
                is_fine_ &= time_.apply(transaction{}.move(any(there), {first, first + 2})).is_ok();
                note_edit();
            }
            break;
        case 3:
            if (!there.empty()) {
                is_fine_ &= time_.apply(transaction{}.remove(any(there))).is_ok();
                note_edit();
            }
            break;
        default:
            add();
        }
    }

    // An input of the past or the future, for one frame or some.
    void add() {
        const std::uint64_t first = any_frame();
        const std::uint64_t end = first + 1 + uniform_below(dice_, 3);
        const auto input = Case::random_input(time_.world(), dice_, any_key(dice_, truth_.keys()));
        is_fine_ &= time_.add({first, end}, input).has_value();
        local_edits_ += first < time_.head() && time_.last_rewrite().was_local ? 1 : 0;
        note_edit();
    }

    // Definitions, an input that refers to the last of them, or both; which comes first is open.
    void define()
        requires definable_case<Case>
    {
        const auto all = Case::definitions(1 + uniform_below(dice_, seeds));
        transaction changes;
        const std::size_t count = chance(dice_, 0.7) ? all.size() : uniform_below(dice_, all.size());
        for (std::size_t index = 0; index < count; ++index) {
            changes.define(all[index]);
        }
        if (chance(dice_, 0.7)) {
            const std::uint64_t first = any_frame();
            const entity_key key = any_key(dice_, {});
            changes.add({.id = time_.next_id(0),
                         .when = {first, first + 1},
                         .input = Case::input_with(definition_id(all.back()), dice_, key)});
        }
        if (!changes.is_empty()) {
            is_fine_ &= time_.apply(changes).is_ok();
        }
        if (!changes.added.empty()) {
            note_edit();
        }
    }

    void undo_all() {
        for (; undos_ > 0; --undos_, ++redos_) {
            is_fine_ &= time_.undo();
        }
        is_fine_ &= !time_.undo();
    }

    void redo_all() {
        for (; redos_ > 0; --redos_, ++undos_) {
            is_fine_ &= time_.redo();
        }
        is_fine_ &= !time_.redo();
    }

    [[nodiscard]] std::size_t local_edits() const noexcept { return local_edits_; }

    [[nodiscard]] std::string violation() {
        return is_fine_ ? difference_from_stepping<Case>(time_, truth_.make()) : "an edit is refused";
    }

private:
    [[nodiscard]] std::uint64_t any_frame() { return uniform_below(dice_, time_.head() + 5); }

    [[nodiscard]] const entry& any(const std::vector<entry>& of) {
        return of[uniform_below(dice_, of.size())];
    }

    void note_edit() {
        ++undos_;
        redos_ = 0;
    }

    course<Case>& truth_;
    xoshiro256& dice_;
    line time_;
    int undos_ = 0;
    int redos_ = 0;
    std::size_t local_edits_ = 0;
    bool is_fine_ = true;
};

} // namespace orrery::test::conformance
