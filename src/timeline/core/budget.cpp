// What a timeline gives up to stay within its memory, and what it forgets when it is told to.
#include <orrery/timeline/timeline_core.hpp>

#include <algorithm>

namespace orrery::time {

// The last segment stays, since what rests is read from it.
void timeline_core::stay_within_budget() {
    track_bytes_ += now_.stretches->back().tracks->bytes();
    if (track_bytes_ <= settings_.track_bytes) {
        return;
    }
    auto all = std::make_shared<stretch_list>(*now_.stretches);
    for (std::size_t index = 0; index + 1 < all->size() && track_bytes_ > settings_.track_bytes; ++index) {
        if ((*all)[index].tracks != nullptr) {
            track_bytes_ -= std::min(track_bytes_, (*all)[index].tracks->bytes());
            (*all)[index].give_up();
        }
    }
    now_.stretches = std::move(all);
}

void timeline_core::count_track_bytes() {
    track_bytes_ = 0;
    for (const track_stretch& each : *now_.stretches) {
        track_bytes_ += each.tracks != nullptr ? each.tracks->bytes() : 0;
    }
}

// A stretch stays, in which what rests in the fresh frames is found, and the tail is the first frame of one.
void timeline_core::forget_before(std::uint64_t frame) {
    seal();
    const stretch_list& all = *now_.stretches;
    const auto after =
        std::ranges::upper_bound(all, frame, {}, [](const track_stretch& each) { return each.frames.first; });
    std::uint64_t new_tail = tail();
    for (auto each = after; each != all.begin() && new_tail == tail();) {
        --each;
        if (now_.keyframes.find(each->frames.first) != nullptr) {
            new_tail = each->frames.first;
        }
    }
    if (new_tail == tail()) {
        return;
    }
    auto kept = std::make_shared<stretch_list>(all);
    std::erase_if(*kept, [=](const track_stretch& each) { return each.frames.first < new_tail; });
    now_.stretches = std::move(kept);
    now_.keyframes.forget_before(new_tail);
    now_.journal.forget_before(new_tail);
    now_.events = now_.events.since(new_tail);
    parted_journal_.forget_before(new_tail);
    forget_shortcuts();
    forget_changes_before(new_tail);
    count_track_bytes();
    publish();
}

// Once the head has moved on, what there was before a change is no longer all of it.
void timeline_core::forget_shortcuts() {
    for (std::vector<change>* all : {&done_, &undone_}) {
        for (change& each : *all) {
            each.before.reset();
            each.head_before = {};
        }
    }
}

// A change can be undone only after all later ones, so those before it go with it.
void timeline_core::forget_changes_before(std::uint64_t frame) {
    const auto is_early = [=](const change& each) { return each.what.begins_before(frame); };
    for (std::vector<change>* changes : {&done_, &undone_}) {
        const auto last = std::find_if(changes->rbegin(), changes->rend(), is_early);
        changes->erase(changes->begin(), last.base());
    }
}

} // namespace orrery::time
