// What changes the past, or which of its branches are there and shown. One after the other: each begins when
// the one before is done.
#include "apps/studio/session/page_values.hpp"
#include "apps/studio/session/session_state.hpp"

#include <orrery/core/check.hpp>
#include <orrery/core/text.hpp>

#include <algorithm>
#include <utility>

namespace orrery::studio {
namespace {

[[nodiscard]] bool acts_in_frame(verb what) noexcept {
    return what == verb::push || what == verb::remove || what == verb::spawn || what == verb::material ||
           what == verb::branch;
}

} // namespace

void session::state::work_off_waiting() {
    while (!waiting_.empty() && can_begin(waiting_.front().asked)) {
        const waiting_request first = std::move(waiting_.front());
        waiting_.pop_front();
        perform(first.from, first.asked);
    }
}

bool session::state::can_begin(const request& asked) {
    if (change_ || !acts_in_frame(asked.what())) {
        return !change_;
    }
    const course_standing now = shown_course().standing();
    const std::uint64_t frame = asked.whole("frame");
    return frame <= now.head || frame > now.goal || !now.is_forecasting;
}

void session::state::perform(client_id from, const request& asked) {
    if (acts_in_frame(asked.what())) {
        const status known = check_known(asked.whole("frame"), shown_course().standing());
        if (!known) {
            refuse(from, asked.id(), known.reason().message);
            return;
        }
    }
    json::writer out = begin_answer(asked.id());
    status outcome;
    switch (asked.what()) {
    case verb::undo:
    case verb::redo:
        take_back(from, asked);
        return;
    case verb::branch:
        outcome = add_branch(asked, out);
        break;
    case verb::switch_to:
        outcome = switch_to(asked);
        break;
    case verb::drop:
        outcome = drop(asked);
        break;
    case verb::compare:
        outcome = compare(from, asked);
        if (outcome && asked.has("branch")) {
            return; // answered when it has been found out
        }
        if (outcome) {
            out.key("frame").null();
            out.key("key").null();
            out.member("what", "nothing is compared");
        }
        break;
    default:
        begin_change(from, asked);
        return;
    }
    answer(from, asked.id(), outcome, out);
}

// Derived from the frame and a count alone, so that the same session played again gives the same key.
entity_key session::state::fresh_key(std::uint64_t frame) const {
    for (std::uint32_t count = 0;; ++count) {
        const entity_key key = derive_key(entity_key::none, frame, count);
        const bool is_free =
            std::ranges::all_of(branches_.all(), [=](const branch& each) { return each.what->is_free(key); });
        if (is_free && key != entity_key::none) {
            return key;
        }
    }
}

void session::state::begin_change(client_id from, const request& asked) {
    change_under_way begun{.from = from, .id = asked.id(), .what = asked.what()};
    begun.made.frame = asked.whole("frame");
    if (asked.what() == verb::spawn) {
        begun.fresh = fresh_key(begun.made.frame);
    }
    begun.before = shown_course().remember();
    auto name = shown_course().change(asked, begun.fresh);
    if (!name) {
        refuse(from, asked.id(), name.reason().message);
        return;
    }
    begun.made.name = std::move(*name);
    change_ = std::move(begun);
}

void session::state::take_back(client_id from, const request& asked) {
    branch& shown = branches_.shown();
    std::vector<made_change>& changes = asked.what() == verb::undo ? shown.done : shown.undone;
    if (changes.empty()) {
        refuse(from, asked.id(), text("there is nothing to ", name_of(asked.what())));
        return;
    }
    change_under_way begun{.from = from, .id = asked.id(), .what = asked.what(), .made = changes.back()};
    if (asked.what() == verb::undo) {
        shown.what->undo();
    } else {
        begun.before = shown.what->remember();
        shown.what->redo();
    }
    change_ = std::move(begun);
}

// A change stays under way until the first frame after it is computed, so that the answer can name the first
// difference. It ends before that if another request waits for it.
void session::state::follow_change() {
    if (change_ && !change_->ghost) {
        if (const auto outcome = shown_course().outcome()) {
            finish_change(*change_, *outcome);
        }
    }
    if (change_ && change_->ghost) {
        const course_standing now = shown_course().standing();
        if (now.head > change_->made.frame || !now.is_forecasting || !waiting_.empty()) {
            const std::uint32_t ghost = *change_->ghost;
            const change_under_way done = std::move(*change_);
            change_.reset();
            answer_change(done, ghost);
        }
    }
}

// Pages are told of the new edition before the change is answered.
void session::state::finish_change(change_under_way& change, const status& outcome) {
    if (!outcome) {
        refuse(change.from, change.id, outcome.reason().message);
        change_.reset();
        return;
    }
    ++edition_;
    if (change.what != verb::undo) {
        keep_ghost(change);
        tell_standing(told_standing_at_);
        return;
    }
    json::writer out = begin_answer(change.id);
    out.member("edition", edition_);
    finish_undo(change.made, out);
    const change_under_way done = std::move(change);
    change_.reset();
    tell_standing(told_standing_at_);
    answer(done.from, done.id, {}, out);
}

// An undo drops the ghost of its change: the branch is again what the ghost was.
void session::state::finish_undo(const made_change& undone, json::writer& out) {
    const branch* const ghost = branches_.find(undone.ghost);
    out.key("dropped");
    if (ghost != nullptr && ghost->is_ghost) {
        out.value(ghost->id);
        branches_.drop(ghost->id);
    } else {
        out.null();
    }
    compared_.reset();
    branches_.shown().done.pop_back();
    branches_.shown().undone.push_back(undone);
}

// Keeps the future before the change as a ghost branch, and compares with it from now on.
void session::state::keep_ghost(change_under_way& change) {
    const std::uint32_t shown = branches_.shown().id;
    made_change made = change.made;
    made.ghost = branches_.add(text("before: ", made.name), made.frame, true, std::move(change.before)).id;
    change.ghost = made.ghost;
    compared_ = made.ghost;
    branch& here = *branches_.find(shown);
    if (change.what == verb::redo) {
        here.undone.pop_back();
    } else {
        here.undone.clear();
    }
    here.done.push_back(std::move(made));
    if (here.done.size() > most_undos) {
        here.done.erase(here.done.begin());
    }
}

// The search for the first difference goes before other slow questions.
void session::state::answer_change(const change_under_way& done, std::uint32_t ghost_id) {
    if (!watchers_.contains(done.from)) {
        return;
    }
    const branch& shown = branches_.shown();
    const branch& ghost = *branches_.find(ghost_id);
    json::writer out = begin_answer(done.id);
    out.member("edition", edition_);
    out.member("ghost", ghost.id);
    if (done.what == verb::spawn) {
        write_key(out.key("key"), done.fresh);
    }
    out.key("difference").begin_object();
    // The two are equal up to the frame of the change.
    slow_answer difference = shown.what->compare(*ghost.what, done.made.frame, shown.name, ghost.name);
    slow_.push_front(
        {done.from, done.id, std::move(out),
         [difference = std::move(difference)](job_clock::time_point end, json::writer& into) mutable {
             if (!difference(end, into)) {
                 return false;
             }
             into.end_object();
             return true;
         }});
}

void session::state::show_branch(std::uint32_t id) {
    shown_course().set_horizon(0);
    branches_.show(id);
    shown_course().set_horizon(settings_.horizon);
    shown_course().set_present(static_cast<std::uint64_t>(playback_.wanted()));
    if (compared_ == id) {
        compared_.reset();
    }
    ++edition_;
}

status session::state::add_branch(const request& asked, json::writer& out) {
    const std::uint64_t frame = asked.whole("frame");
    const std::uint32_t made =
        branches_.add(asked.string("name"), frame, false, shown_course().branch(frame)).id;
    show_branch(made);
    out.member("branch", made);
    return {};
}

status session::state::switch_to(const request& asked) {
    const auto id = static_cast<std::uint32_t>(asked.whole("branch"));
    if (branches_.find(id) == nullptr) {
        return error{text("there is no branch with the number ", id)};
    }
    if (id != branches_.shown().id) {
        show_branch(id);
    }
    return {};
}

status session::state::drop(const request& asked) {
    const auto id = static_cast<std::uint32_t>(asked.whole("branch"));
    if (branches_.find(id) == nullptr) {
        return error{text("there is no branch with the number ", id)};
    }
    if (id == branches_.shown().id) {
        return error{text("branch ", id, " is on show; switch to another before it is dropped")};
    }
    compared_ = compared_ == id ? std::nullopt : compared_;
    branches_.drop(id);
    return {};
}

status session::state::compare(client_id from, const request& asked) {
    if (!asked.has("branch")) {
        compared_.reset();
        return {};
    }
    const auto id = static_cast<std::uint32_t>(asked.whole("branch"));
    const branch* const other = branches_.find(id);
    if (other == nullptr) {
        return error{text("there is no branch with the number ", id)};
    }
    if (id == branches_.shown().id) {
        return error{text("branch ", id, " is on show; it can be compared with another")};
    }
    compared_ = id;
    const branch& shown = branches_.shown();
    add_slow(from, asked.id(), shown.what->compare(*other->what, 0, shown.name, other->name));
    return {};
}

} // namespace orrery::studio
