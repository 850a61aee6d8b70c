// How a timeline changes its past: what is asked for is checked, noted so that it can be undone, and made to
// be felt, locally if that is possible and by computing everything again if not. Included by timeline.hpp.
#pragma once

#include <orrery/timeline/timeline.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace orrery {

template <recordable_simulation World>
typename timeline<World>::addition timeline<World>::add(time::frame_range when, const input& what,
                                                        std::uint32_t author) {
    const entry made{.id = next_id(author), .when = when, .input = what};
    if (const status answer = apply(transaction{}.add(made)); !answer) {
        // What add() returns need not be looked at.
        workshop_machine_->log().warning("timeline", "an input is refused: ", answer.reason().message);
        return answer.reason();
    }
    return made;
}

template <recordable_simulation World>
status timeline<World>::check(const transaction& changes) const {
    time::journal<input> trial = now_.journal;
    for (const entry& each : changes.removed) {
        if (each.when.first < tail()) {
            return error{text("an entry that begins in frame ", each.when.first,
                              " can no longer be removed: what was before frame ", tail(), " is forgotten")};
        }
        if (!trial.remove(each)) {
            return error{text("the journal has no entry of author ", each.id.author, " with sequence number ",
                              each.id.sequence, " that begins in frame ", each.when.first)};
        }
    }
    for (const entry& each : changes.added) {
        if (each.when.size() == 0 || each.when.first < tail()) {
            return error{text("an entry must act in at least one frame, and not before frame ", tail(),
                              "; this one has frames ", each.when.first, " to ", each.when.end)};
        }
        if (const status answer = World::check_input(each.input); !answer) {
            return error{text("an input of author ", each.id.author, " for frame ", each.when.first,
                              " cannot be: ", answer.reason().message)};
        }
        if (trial.find(each) != nullptr) {
            return error{text("the journal already has an entry of author ", each.id.author,
                              " with sequence number ", each.id.sequence, " in frame ", each.when.first)};
        }
        trial.add(each);
    }
    return {};
}

template <recordable_simulation World>
status timeline<World>::apply(const transaction& changes) {
    if (status answer = check(changes); !answer) {
        return answer;
    }
    undone_.clear();
    done_.push_back(make_change(changes));
    if (done_.size() > settings_.most_undos) {
        done_.erase(done_.begin());
    }
    rewrite(changes);
    return {};
}

template <recordable_simulation World>
typename timeline<World>::change timeline<World>::make_change(const transaction& changes) {
    move_to_head();
    seal();
    return {.what = changes, .before = now_, .head_before = world_->snapshot()};
}

template <recordable_simulation World>
bool timeline<World>::undo() {
    return take_back(done_, undone_);
}

template <recordable_simulation World>
bool timeline<World>::redo() {
    return take_back(undone_, done_);
}

template <recordable_simulation World>
bool timeline<World>::take_back(std::vector<change>& from, std::vector<change>& to) {
    if (from.empty()) {
        return false;
    }
    change last = std::move(from.back());
    from.pop_back();
    to.push_back(make_change(last.what.reversed()));
    if (last.before) {
        now_ = std::move(*last.before);
        world_->restore(last.head_before);
        sealed_end_ = first_unsealed(head() + 1);
        count_track_bytes();
        report_ = {.from = head(), .entity_frames = 0, .was_local = true};
        publish();
    } else {
        rewrite(last.what.reversed());
    }
    return true;
}

// Once the head has moved on, what there was before a change is no longer all of it.
template <recordable_simulation World>
void timeline<World>::forget_shortcuts() {
    for (std::vector<change>* all : {&done_, &undone_}) {
        for (change& each : *all) {
            each.before.reset();
            each.head_before = {};
        }
    }
}

template <recordable_simulation World>
void timeline<World>::rewrite(const transaction& changes) {
    std::vector<entry> all = changes.removed;
    all.insert(all.end(), changes.added.begin(), changes.added.end());
    time::journal<input> journal = now_.journal;
    for (const entry& each : changes.removed) {
        journal.remove(each);
    }
    for (const entry& each : changes.added) {
        journal.add(each);
        numbers_.note(each.id);
    }
    std::erase_if(all, [&](const entry& each) { return each.when.first >= head(); });
    report_ = {.from = head(), .entity_frames = 0, .was_local = true};
    for (const entry& each : all) {
        report_.from = std::min(report_.from, each.when.first);
    }
    if (all.empty()) {
        now_.journal = std::move(journal);
    } else if constexpr (divisible_simulation<World>) {
        if (workshop_ == nullptr) {
            workshop_ = std::make_unique<World>(now_.prototype->fork(*workshop_machine_));
        }
        time::detail::rewriter<World> work(now_, *workshop_);
        const bool was_local = work.run(journal, all, world_->snapshot());
        const std::uint64_t head_before = head();
        report_.entity_frames = work.entity_frames();
        report_.was_local = was_local;
        const typename World::snapshot_type head_state = work.head();
        const std::uint64_t restart = work.restart();
        now_ = std::move(work.result());
        if (was_local) {
            world_->restore(head_state);
        } else {
            recompute_from(restart, head_before);
        }
    } else {
        now_.journal = std::move(journal);
        report_.was_local = false;
        recompute_from(now_.keyframes.last_before(report_.from).frame, head());
    }
    count_track_bytes();
    publish();
}

template <recordable_simulation World>
void timeline<World>::recompute_from(std::uint64_t frame, std::uint64_t head) {
    world_->restore(now_.keyframes.last_before(frame).state);
    tell_again(frame);
    while (settings_.keeps_head && world_->frame() < head) {
        steps_.run(*world_, now_.journal);
        record_frame();
        keep_keyframe();
        collect_sealed();
        report_.entity_frames += now_.fresh.records().back()->who->keys.size();
    }
    seal();
}

// Puts a record that lists everything in place of what is known of a frame, and nothing after it.
template <recordable_simulation World>
void timeline<World>::tell_again(std::uint64_t frame) {
    history known = now_;
    known.cut_after(frame);
    if (frame == tail()) {
        now_.fresh = {};
        now_.stretches = std::make_shared<const std::vector<typename history::stretch>>();
    } else {
        now_.cut_after(frame - 1);
    }
    sealed_end_ = first_unsealed(frame);
    const std::shared_ptr<frame_record<World>> again = record_of_start();
    known.each_arrival(frame,
                       [&](entity_key key, const auto& box) { time::detail::add_arrival(*again, key, box); });
    now_.fresh.add(again);
    now_.keyframes = known.keyframes;
    now_.events = known.events;
}

} // namespace orrery
