// A change of the past: what is asked for is checked, noted so that it can be undone, and made to be felt,
// locally if that is possible and by computing everything again if not. Definitions come first, so that the
// entries of the same change can refer to them.
#include "timeline/core/rewriter.hpp"

#include <orrery/core/text.hpp>
#include <orrery/timeline/timeline_core.hpp>

#include <algorithm>
#include <utility>

namespace orrery::time {

status timeline_core::apply(const journal_change& changes) {
    detail::history_parts with_definitions = now_;
    if (status answer = with_definitions.define(changes.defined, workshop_machine_); !answer) {
        return answer;
    }
    if (status answer = check(changes, with_definitions); !answer) {
        return answer;
    }
    take_definitions(with_definitions);
    if (!changes.has_entries() && !changes.defined.empty()) {
        return {};
    }
    undone_.clear();
    done_.push_back(make_change(changes));
    if (done_.size() > settings_.most_undos) {
        done_.erase(done_.begin());
    }
    const rewrite_report of_definitions = report_;
    rewrite(changes);
    report_.from = std::min(report_.from, of_definitions.from);
    report_.entity_frames += of_definitions.entity_frames;
    report_.was_local = report_.was_local && of_definitions.was_local;
    return {};
}

void timeline_core::rewrite(const journal_change& changes) {
    detail::journal_log journal = changed_journal(changes);
    std::vector<journal_item> all = changes.removed;
    all.insert(all.end(), changes.added.begin(), changes.added.end());
    rewrite_entries(std::move(journal), std::move(all));
}

// Makes the difference between the journals of now and before felt, in which these entries act.
void timeline_core::rewrite_entries(detail::journal_log journal, std::vector<journal_item> all) {
    std::erase_if(all, [&](const journal_item& each) { return each.when.first >= head(); });
    report_ = {.from = head(), .entity_frames = 0, .was_local = true};
    for (const journal_item& each : all) {
        // One that began before the tail acts from there on.
        report_.from = std::min(report_.from, std::max(each.when.first, tail()));
    }
    if (all.empty()) {
        now_.journal = std::move(journal);
    } else {
        rewrite_past(journal, std::move(all));
    }
    count_track_bytes();
    publish();
}

detail::journal_log timeline_core::changed_journal(const journal_change& changes) {
    detail::journal_log journal = now_.journal;
    for (const journal_item& each : changes.removed) {
        journal.remove(each);
    }
    for (const journal_item& each : changes.added) {
        journal.add(each);
        numbers_.note(each.id);
    }
    return journal;
}

void timeline_core::rewrite_past(const detail::journal_log& journal, std::vector<journal_item> changes) {
    if (!world_->is_divisible()) {
        now_.journal = journal;
        report_.was_local = false;
        recompute_from(now_.keyframes.last_before(report_.from)->frame, head());
        return;
    }
    if (workshop_ == nullptr) {
        workshop_ = now_.prototype->fork(*workshop_machine_);
    }
    detail::rewriter work(now_, *workshop_);
    report_.was_local = work.run(journal, changes, world_->snapshot());
    report_.entity_frames = work.entity_frames();
    const std::uint64_t head_before = head();
    detail::history_parts result = std::move(work.result());
    now_ = std::move(result);
    if (report_.was_local) {
        world_->restore(work.head());
    } else {
        recompute_from(work.restart(), head_before);
    }
}

void timeline_core::recompute_from(std::uint64_t frame, std::uint64_t head) {
    world_->restore(now_.keyframes.last_before(frame));
    record_again(frame);
    while (settings_.keeps_head && world_->frame() < head) {
        compute_frame();
        report_.entity_frames += now_.fresh.records().back()->who->keys.size();
    }
    seal();
}

// Puts a record that lists everything in place of what is known of a frame, and nothing after it.
void timeline_core::record_again(std::uint64_t frame) {
    detail::history_parts known = now_;
    known.cut_after(frame);
    if (frame == tail()) {
        now_.fresh = {};
        now_.stretches = std::make_shared<const stretch_list>();
    } else {
        now_.cut_after(frame - 1);
    }
    sealed_end_ = first_unsealed(frame);
    const std::shared_ptr<detail::recorded_frame> again = record_of_start();
    known.each_arrival(frame, [&](entity_key key, const detail::reach_box& box) {
        detail::add_arrival(*again, now_.format(), key, box);
    });
    now_.fresh.add(again);
    now_.keyframes = known.keyframes;
    now_.events = known.events;
}

status timeline_core::check(const journal_change& changes, const detail::history_parts& now) const {
    detail::journal_log trial = now.journal;
    for (const journal_item& each : changes.removed) {
        if (each.when.first < tail()) {
            return error{text("an entry that begins in frame ", each.when.first,
                              " can no longer be removed: what was before frame ", tail(), " is forgotten")};
        }
        if (!trial.remove(each)) {
            return error{text("the journal has no entry of author ", each.id.author, " with sequence number ",
                              each.id.sequence, " that begins in frame ", each.when.first)};
        }
    }
    for (const journal_item& each : changes.added) {
        if (each.when.size() == 0 || each.when.first < tail()) {
            return error{text("an entry must act in at least one frame, and not before frame ", tail(),
                              "; this one has frames ", each.when.first, " to ", each.when.end)};
        }
        if (const status answer = now.prototype->check_input(each); !answer) {
            return error{text("an input of author ", each.id.author, " for frame ", each.when.first,
                              " cannot be: ", answer.reason().message)};
        }
        if (trial.find(each.id, each.when.first) != nullptr) {
            return error{text("the journal already has an entry of author ", each.id.author,
                              " with sequence number ", each.id.sequence, " in frame ", each.when.first)};
        }
        trial.add(each);
    }
    return {};
}

timeline_core::change timeline_core::make_change(const journal_change& changes) {
    move_to_head();
    seal();
    return {.what = changes, .before = now_, .head_before = world_->snapshot()};
}

bool timeline_core::take_back(std::vector<change>& from, std::vector<change>& to) {
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

} // namespace orrery::time
