// Timelines that are edited, undone, branched and merged, with budgets of all sizes, against stepping from
// the first frame. Each check answers with the first violation it finds, or with nothing.
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
    return {{{"all tracks", {.frames_between_keyframes = 20}},
             {"no tracks",
              {.frames_between_keyframes = 10, .track_bytes = 1, .seals_in_background = false}},
             {"a few tracks",
              {.frames_between_keyframes = 7, .track_bytes = 4000, .seals_in_background = false}},
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
        from.each_event(time::frame_range::all(), [&](std::uint64_t frame, const event& each) {
            all.emplace_back(frame, each);
        });
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

    [[nodiscard]] const entry& any(const std::vector<entry>& of) { return of[uniform_below(dice_, of.size())]; }

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

template <world_case Case>
[[nodiscard]] std::string edits_give_what_stepping_gives() {
    std::size_t local_edits = 0;
    for (const budget& each : budgets()) {
        for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
            course<Case> truth(seed, 1);
            xoshiro256 dice(seed);
            edited_timeline<Case> line(truth, dice, timeline<world_of<Case>>(truth.make(), each.settings));
            for (int round = 0; round < 12; ++round) {
                line.advance();
                line.edit();
                if (std::string found = round % 3 == 2 ? line.violation() : ""; !found.empty()) {
                    return text(found, " (", each.name, ", seed ", seed, ", round ", round, ")");
                }
            }
            local_edits += line.local_edits();
        }
    }
    return divisible_simulation<world_of<Case>> && local_edits == 0
               ? "no edit is local: the groups of the scene are too near"
               : "";
}

// Undone, all edits together leave nothing behind; done again, they are as they were.
template <world_case Case>
[[nodiscard]] std::string undo_and_redo_bring_back_the_bits() {
    for (const budget& each : budgets()) {
        course<Case> truth(2, 60);
        xoshiro256 dice(7);
        world_of<Case> untouched = truth.make();
        edited_timeline<Case> line(truth, dice, timeline<world_of<Case>>(truth.make(), each.settings));
        line.time().advance(60);
        for (int count = 0; count < 6; ++count) {
            line.add();
        }
        const auto go_to = [&](std::uint64_t frame) {
            line.time().advance(frame - std::min(frame, line.time().head()));
        };
        go_to(60);
        const std::uint64_t edited = line.time().hash(60);
        line.undo_all();
        go_to(60);
        while (untouched.frame() < 60) {
            untouched.step({});
        }
        if (line.time().hash(60) != untouched.hash()) {
            return text("what is undone leaves something behind (", each.name, ")");
        }
        if (std::string found = line.violation(); !found.empty()) {
            return text(found, " after undo (", each.name, ")");
        }
        line.redo_all();
        go_to(60);
        if (edited == untouched.hash() || line.time().hash(60) != edited) {
            return text("what is done again is not as it was (", each.name, ")");
        }
        if (std::string found = line.violation(); !found.empty()) {
            return text(found, " after redo (", each.name, ")");
        }
    }
    return {};
}

// The line it came from is as it was until the branch is merged.
template <world_case Case>
[[nodiscard]] std::string branches_go_their_own_way_and_are_merged() {
    for (const budget& each : budgets()) {
        for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
            const std::string where = text(" (", each.name, ", seed ", seed, ")");
            course<Case> truth(seed, 1);
            xoshiro256 dice(seed + 40);
            edited_timeline<Case> line(truth, dice, timeline<world_of<Case>>(truth.make(), each.settings));
            line.time().advance(45);
            line.add();
            line.time().advance(10);
            const std::uint64_t parting = uniform_below(dice, line.time().head() + 1);
            edited_timeline<Case> branch(truth, dice, line.time().branch(parting));
            if (branch.time().head() != parting || branch.time().hash(parting) != line.time().hash(parting)) {
                return text("a branch does not begin where it parted", where);
            }
            branch.add();
            branch.time().advance(20);
            branch.add();
            line.add();
            for (edited_timeline<Case>* one : {&branch, &line}) {
                if (std::string found = one->violation(); !found.empty()) {
                    return text(found, one == &branch ? " in the branch" : " beside the branch", where);
                }
            }
            const std::size_t before = line.time().journal().size();
            for (int count = 0; count < 2; ++count) { // the second time there is nothing to be done
                if (const status answer = line.time().merge(branch.time()); !answer) {
                    return text("a branch cannot be merged: ", answer.reason().message, where);
                }
                if (line.time().journal().size() != before + 2) {
                    return text("the journal has not what was done in the branch, once", where);
                }
                if (std::string found = line.violation(); !found.empty()) {
                    return text(found, " after merging", where);
                }
            }
        }
    }
    return {};
}

template <world_case Case>
[[nodiscard]] std::string bad_inputs_come_into_no_journal() {
    course<Case> truth(1, 1);
    timeline<world_of<Case>> time(truth.make());
    time.advance(20);
    const std::uint64_t hash = time.hash(20);
    for (const auto& each : Case::bad_inputs()) {
        const auto added = time.add(5, each);
        if (added || added.reason().message.empty()) {
            return "a timeline takes an input that check_input() refuses";
        }
    }
    return time.journal().size() != 0 || time.hash(20) != hash ? "a refused input changes a timeline" : "";
}

} // namespace orrery::test::conformance
