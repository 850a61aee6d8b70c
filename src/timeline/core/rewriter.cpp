#include "timeline/core/rewriter.hpp"

#include <algorithm>
#include <array>
#include <ranges>

namespace orrery::time::detail {

bool rewriter::run(const journal_log& now, std::span<const journal_item> changes,
                   const frame_state& old_head) {
    result_.journal = now;
    head_ = old_head;
    std::uint64_t first = old_.head();
    for (const journal_item& each : changes) {
        first = std::min(first, std::max(each.when.first, old_.tail()));
    }
    const std::optional<std::uint64_t> start = start_before(first);
    if (!start) {
        restart_ = old_.keyframes.last_before(first)->frame;
        return false;
    }
    for (std::uint64_t from = *start; from < old_.head();) {
        const std::uint64_t to = end_after(from);
        const bool may_differ = note_changes(changes, {from, to});
        const auto acts_later = [=](const journal_item& each) { return each.when.end > to; };
        if (!may_differ && std::ranges::none_of(changes, acts_later)) {
            break;
        }
        if (may_differ && (is_felt_by_all_ || !rewrite(from, to, old_head))) {
            restart_ = from;
            replace_events();
            return false;
        }
        from = to;
    }
    replace_events();
    return true;
}

// Between two frames with whole tracks. False if the change is felt by too many.
bool rewriter::rewrite(std::uint64_t from, std::uint64_t to, const frame_state& old_head) {
    if (!records_.empty()) {
        arrival_ = records_.back();
    }
    if (are_tracks_given_up({from, to})) {
        return false; // nobody knows any more who was near whom
    }
    look_at_old_course(from, to);
    do {
        influence_.close();
        if (is_felt_by_too_many()) {
            return false;
        }
        compute(from, to);
        if (has_new_sources()) {
            return false;
        }
    } while (influence_.close_over(records_, format()) || join_named_newcomers(from, to));
    put_tracks(from, to == old_.head() ? to + 1 : to);
    put_fresh_records(from, to);
    put_events(from, to);
    put_states(to, old_head);
    forget_unchanged(to, old_head);
    return true;
}

// Keyframes at which stretches begin, or among fresh frames: between them stretches are whole.
bool rewriter::is_border(std::uint64_t frame) const {
    return (!old_.fresh.is_empty() && frame >= old_.fresh.frames().first) ||
           std::ranges::binary_search(*old_.stretches, frame, {},
                                      [](const track_stretch& each) { return each.frames.first; });
}

// None if only keyframes within stretches are left.
std::optional<std::uint64_t> rewriter::start_before(std::uint64_t frame) const {
    for (const frame_state& each : std::views::reverse(old_.keyframes.frames())) {
        if (each->frame <= frame && each->frame < old_.head() && is_border(each->frame)) {
            return each->frame;
        }
    }
    return {};
}

std::uint64_t rewriter::end_after(std::uint64_t frame) const {
    for (frame_state next = old_.keyframes.first_after(frame); next != nullptr;
         next = old_.keyframes.first_after(next->frame)) {
        if (is_border(next->frame)) {
            return next->frame;
        }
    }
    return old_.head();
}

bool rewriter::is_kept(std::uint64_t frame) const {
    return frame == old_.head() || old_.keyframes.find(frame) != nullptr;
}

bool rewriter::are_tracks_given_up(frame_range frames) const {
    return std::ranges::any_of(*old_.stretches, [=](const track_stretch& each) {
        return each.tracks == nullptr && each.frames.first < frames.end && each.frames.end > frames.first;
    });
}

// Whether anything can be different in these frames.
bool rewriter::note_changes(std::span<const journal_item> changes, frame_range frames) {
    for (const journal_item& each : changes) {
        if (each.when.first < frames.end && each.when.end > frames.first) {
            if (workshop_.concerns_all(each)) {
                is_felt_by_all_ = true;
                return true;
            }
            for (const entity_key key : workshop_.keys_of(each)) {
                influence_.changed.add(key);
            }
        }
    }
    return !influence_.changed.is_empty();
}

void rewriter::look_at_old_course(std::uint64_t from, std::uint64_t to) {
    influence_.look_at(old_, {from, to + 1});
    const auto link = [&](const journal_item& each) { link_keys(each, from); };
    old_.journal.each({from, to}, link);
    result_.journal.each({from, to}, link);
}

void rewriter::link_keys(const journal_item& entry, std::uint64_t from) {
    const std::array<entity_key, 2> keys = workshop_.keys_of(entry);
    influence_.link(keys[0], keys[1]);
    // On the old course and on the new: what has such a key in one of them may not be in the other.
    for (const keyframe_log* course : {&old_.keyframes, &std::as_const(result_).keyframes}) {
        const frame_state& state = course->last_before(from);
        link_owners(state, keys[0]);
        link_owners(state, keys[1]);
    }
}

// An input may name what exists only as long as others do: a joint, say. Whoever is concerned by one is
// concerned by the other.
void rewriter::link_owners(const frame_state& state, entity_key key) {
    if (key != entity_key::none) {
        for (const entity_key owner : workshop_.owners_of_key(state, key)) {
            influence_.link_owned(key, owner);
        }
    }
}

bool rewriter::is_felt_by_too_many() const {
    return influence_.has_source() || influence_.changed.keys().size() * 2 > influence_.size_of_all();
}

// Felt by others from afar, if only for a while.
bool rewriter::has_new_sources() const {
    return std::ranges::any_of(records_, [](const recorded_frame& each) { return !each.sources.empty(); });
}

// Lets those who are concerned, and nobody else, go from one frame to another.
void rewriter::compute(std::uint64_t from, std::uint64_t to) {
    const key_set everyone = influence_.everyone();
    workshop_.restore(workshop_.extract_part(result_.keyframes.last_before(from), everyone.keys()));
    states_.clear();
    records_.resize(static_cast<std::size_t>(to - from + 1));
    workshop_.record(record_extent::changes, records_.front());
    add_arrivals(from, everyone);
    const auto is_wanted = [&](const journal_item& what) {
        return workshop_.concerns_all(what) ||
               std::ranges::any_of(workshop_.keys_of(what),
                                   [&](entity_key key) { return everyone.contains(key); });
    };
    for (std::uint64_t frame = from; frame < to; ++frame) {
        if (influence_.are_there_sources()) {
            workshop_.set_foreign_sources(old_.sources_at(frame));
        }
        steps_.run(workshop_, result_.journal, is_wanted);
        workshop_.record(record_extent::changes, records_[static_cast<std::size_t>(frame + 1 - from)]);
        entity_frames_ += everyone.keys().size();
        if (is_kept(frame + 1)) {
            states_.push_back(workshop_.snapshot());
        }
    }
}

// Who has come into being on the new course only may be named by inputs there, which act on it only if it
// is one of those that are computed. Says whether anyone has joined.
bool rewriter::join_named_newcomers(std::uint64_t from, std::uint64_t to) {
    const key_set everyone = influence_.everyone();
    key_set named;
    result_.journal.each({from, to}, [&](const journal_item& each) {
        for (const entity_key key : workshop_.keys_of(each)) {
            if (key != entity_key::none && !everyone.contains(key)) {
                named.add(key);
            }
        }
    });
    bool has_joined = false;
    for (const entity_key key : named.keys()) {
        const auto knows = [=](const recorded_frame& each) {
            return std::ranges::binary_search(each.who->keys, key);
        };
        if (std::ranges::any_of(records_, knows)) {
            influence_.changed.add(key);
            has_joined = true;
        }
    }
    return has_joined;
}

// Those who were computed up to this frame have arrived on the new course, the others on the old one.
void rewriter::add_arrivals(std::uint64_t frame, const key_set& everyone) {
    const bool is_known = arrival_.frame == frame && arrival_.who != nullptr;
    const auto add = [&](entity_key key, const reach_box& box) {
        if (everyone.contains(key)) {
            add_arrival(records_.front(), format(), key, box);
        }
    };
    if (is_known) {
        each_reach(arrival_, format(), add);
    }
    old_.each_arrival(frame, [&](entity_key key, const reach_box& box) {
        if (!is_known || !std::ranges::binary_search(arrival_.who->keys, key)) {
            add(key, box);
        }
    });
}

// A segment that begins in the last frame knows all motions there by itself, so it is replaced, too.
void rewriter::put_tracks(std::uint64_t from, std::uint64_t end) {
    const std::span<const entity_key> keys = influence_.changed.keys();
    auto stretches = std::make_shared<stretch_list>(*result_.stretches);
    motion_segment::shared part_before;
    for (track_stretch& each : *stretches) {
        if (each.tracks == nullptr || each.frames.first >= end || each.frames.end <= from) {
            continue;
        }
        std::vector<const recorded_frame*> part;
        for (std::uint64_t frame = each.frames.first; frame < each.frames.end; ++frame) {
            part.push_back(&records_[static_cast<std::size_t>(frame - from)]);
        }
        // Only the first record of all lists everyone; the others go on from the stretch before.
        part_before = motion_segment::seal(part, part_before.get(), old_.model);
        each.tracks = motion_segment::replace(*clipped(each), keys, *part_before, old_.model);
    }
    result_.stretches = std::move(stretches);
}

// A fresh record leaves out who rests, as it was before: on the old course. So it is replaced also for those
// who have come out with the same bits.
void rewriter::put_fresh_records(std::uint64_t from, std::uint64_t to) {
    const std::span<const entity_key> keys = influence_.changed.keys();
    const entity_census* old_who = nullptr;
    const entity_census* part_who = nullptr;
    census_pointer mixed_who;
    for (std::uint64_t frame = std::max(from, result_.fresh.frames().first);
         frame <= to && !result_.fresh.is_empty(); ++frame) {
        const recorded_frame& old = result_.fresh.at(frame);
        const recorded_frame& part = records_[static_cast<std::size_t>(frame - from)];
        if (old.who.get() != old_who || part.who.get() != part_who) {
            old_who = old.who.get();
            part_who = part.who.get();
            mixed_who = mixed_census(old.who, keys, *part.who, old_.model->forms());
        }
        result_.fresh.replace(mixed_record(old, keys, part, mixed_who, format()));
    }
}

// A branch may see only the first frames of a segment that it shares.
motion_segment::shared rewriter::clipped(const track_stretch& shared) const {
    const motion_segment& tracks = *shared.tracks;
    if (shared.frames.end == tracks.end_frame()) {
        return shared.tracks;
    }
    std::vector<std::pair<entity_key, reach_box>> reaches;
    tracks.each_reach([&](entity_key key, const reach_box& around) { reaches.emplace_back(key, around); });
    std::vector<recorded_frame> records;
    serial_scheduler here;
    for (std::uint64_t frame = shared.frames.first; frame < shared.frames.end; ++frame) {
        recorded_frame& each = records.emplace_back();
        each.frame = frame;
        each.who = tracks.who(frame);
        each.motions.resize(each.who->keys.size() * format().motion_bytes);
        tracks.read_frame(frame, each.motions, here);
        each.sources = tracks.read_sources(frame);
        for (std::uint32_t row = 0; row < each.who->keys.size(); ++row) {
            const auto reach = std::ranges::lower_bound(reaches, each.who->keys[row], {},
                                                        &std::pair<entity_key, reach_box>::first);
            each.moved.push_back(row);
            append_box(format(), reach->second, each.reaches);
        }
    }
    std::vector<const recorded_frame*> all;
    all.reserve(records.size());
    for (const recorded_frame& each : records) {
        all.push_back(&each);
    }
    return motion_segment::seal(all, nullptr, old_.model);
}

// All at once in the end, which is cheaper.
void rewriter::put_events(std::uint64_t from, std::uint64_t to) {
    key_set keys = influence_.changed;
    for (const recorded_frame& each : records_) {
        if (each.frame > from) {
            part_events_.append(each.events, each.event_payloads.data());
        }
        for (const entity_key key : each.who->keys) {
            if (!influence_.companions.contains(key)) {
                keys.add(key);
            }
        }
    }
    event_keys_.emplace_back(frame_range{from + 1, to + 1}, keys);
    influence_.changed = std::move(keys);
}

void rewriter::replace_events() {
    std::vector<changed_frames> changes;
    changes.reserve(event_keys_.size());
    for (const auto& [frames, keys] : event_keys_) {
        changes.push_back({frames, keys.keys()});
    }
    result_.events = result_.events.replaced(changes, part_events_);
}

void rewriter::put_states(std::uint64_t to, const frame_state& old_head) {
    const key_set everyone = influence_.everyone();
    for (const frame_state& part : states_) {
        if (const frame_state kept = old_.keyframes.find(part->frame)) {
            result_.keyframes.put(workshop_.insert_part(kept, everyone.keys(), part));
        }
    }
    if (to == old_.head()) {
        head_ = workshop_.insert_part(old_head, everyone.keys(), states_.back());
    }
}

void rewriter::forget_unchanged(std::uint64_t to, const frame_state& old_head) {
    const frame_state& before = to == old_.head() ? old_head : old_.keyframes.last_before(to);
    const frame_state& now = states_.back();
    const auto is_as_before = [&](const key_set& group) {
        key_set with_companions = group;
        with_companions.add_all(influence_.companions.keys());
        return workshop_.hash_of(workshop_.extract_part(before, with_companions.keys())) ==
               workshop_.hash_of(workshop_.extract_part(now, with_companions.keys()));
    };
    if (is_as_before(influence_.changed)) {
        influence_.changed.clear();
        return;
    }
    for (const key_set& group : influence_.groups()) {
        if (is_as_before(group)) {
            influence_.changed.remove_all(group.keys());
        }
    }
}

} // namespace orrery::time::detail
