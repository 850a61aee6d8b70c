// Lets a change of the past take effect on the islands that can feel it, and on nobody else.
//
// The past is gone through from keyframe to keyframe. Between two of them the changed, and all that influence
// says they may have to do with, are computed alone, in a small world, with the new journal. If their new
// course comes near somebody else, they are computed again with that one among them. Then the new course is
// put in place of the old one: into the tracks, the events and the keyframe. Those who are by then as they
// were on the old course, bit for bit, have not been changed after all and are left alone from there on.
//
// By the law of locality the result is what computing everything again would give.
#pragma once

#include <orrery/timeline/detail/arrival.hpp>
#include <orrery/timeline/detail/influence.hpp>
#include <orrery/timeline/detail/journal_step.hpp>
#include <orrery/timeline/history.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace orrery::time::detail {

template <divisible_simulation World>
class rewriter {
public:
    using input = typename World::input_type;
    using snapshot = typename World::snapshot_type;
    using segment = track_segment<World>;
    using stretch = typename history<World>::stretch;

    // The workshop is a world of the same rules, in any frame; it is left in another one.
    rewriter(const history<World>& old, World& workshop)
        : old_(old)
        , result_(old)
        , workshop_(workshop)
        , model_(workshop.model()) {}

    // Takes the new journal and the entries that only one of the two journals has. Says whether that was
    // enough: if not, everything has to be computed again from restart() on.
    [[nodiscard]] bool run(const journal<input>& now, std::span<const journal_entry<input>> changes,
                           const snapshot& old_head) {
        result_.journal = now;
        head_ = old_head;
        std::uint64_t first = old_.head();
        for (const journal_entry<input>& each : changes) {
            first = std::min(first, each.when.first);
        }
        const std::optional<std::uint64_t> start = start_before(first);
        if (!start) {
            restart_ = old_.keyframes.last_before(first).frame;
            return false;
        }
        for (std::uint64_t from = *start; from < old_.head();) {
            const std::uint64_t to = end_after(from);
            const bool may_differ = note_changes(changes, {from, to});
            if (!may_differ && !is_changed_after(changes, to)) {
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

    [[nodiscard]] history<World>& result() noexcept { return result_; }

    // The state in the last frame.
    [[nodiscard]] const snapshot& head() const noexcept { return head_; }

    // If run() was not enough: the frame from which on everything has to be computed again.
    [[nodiscard]] std::uint64_t restart() const noexcept { return restart_; }

    // How much was computed: the frames of all entities together.
    [[nodiscard]] std::uint64_t entity_frames() const noexcept { return entity_frames_; }

private:
    // Keyframes at which stretches begin, or among fresh frames: between them stretches are whole.
    [[nodiscard]] bool is_border(std::uint64_t frame) const {
        return (!old_.fresh.is_empty() && frame >= old_.fresh.frames().first) ||
               std::ranges::binary_search(*old_.stretches, frame, {},
                                          [](const stretch& each) { return each.frames.first; });
    }

    // None if only keyframes within stretches are left.
    [[nodiscard]] std::optional<std::uint64_t> start_before(std::uint64_t frame) const {
        const auto& all = old_.keyframes.frames();
        for (auto each = all.rbegin(); each != all.rend(); ++each) {
            if ((*each)->frame <= frame && (*each)->frame < old_.head() && is_border((*each)->frame)) {
                return (*each)->frame;
            }
        }
        return {};
    }

    [[nodiscard]] std::uint64_t end_after(std::uint64_t frame) const {
        for (const auto* next = old_.keyframes.first_after(frame); next != nullptr;
             next = old_.keyframes.first_after(next->frame)) {
            if (is_border(next->frame)) {
                return next->frame;
            }
        }
        return old_.head();
    }

    // Most worlds have no such inputs.
    [[nodiscard]] static bool concerns_all(const input& what) {
        if constexpr (requires { World::concerns_all(what); }) {
            return World::concerns_all(what);
        } else {
            return false;
        }
    }

    // Whether anything can be different in these frames.
    [[nodiscard]] bool note_changes(std::span<const journal_entry<input>> changes, frame_range frames) {
        for (const journal_entry<input>& each : changes) {
            if (each.when.first < frames.end && each.when.end > frames.first) {
                if (concerns_all(each.input)) {
                    is_felt_by_all_ = true;
                    return true;
                }
                for (const entity_key key : World::keys_of(each.input)) {
                    influence_.changed.add(key);
                }
            }
        }
        return !influence_.changed.is_empty();
    }

    [[nodiscard]] static bool is_changed_after(std::span<const journal_entry<input>> changes,
                                               std::uint64_t frame) {
        return std::ranges::any_of(changes,
                                   [=](const journal_entry<input>& each) { return each.when.end > frame; });
    }

    // False if the change is felt by too many.
    [[nodiscard]] bool rewrite(std::uint64_t from, std::uint64_t to, const snapshot& old_head) {
        if (!records_.empty()) {
            arrival_ = records_.back();
        }
        const auto is_given_up = [=](const stretch& each) {
            return each.tracks == nullptr && each.frames.first < to && each.frames.end > from;
        };
        if (std::ranges::any_of(*old_.stretches, is_given_up)) {
            return false; // nobody knows any more who was near whom
        }
        influence_.look_at(old_, {from, to + 1});
        const auto link_keys = [&](const journal_entry<input>& each) {
            const std::array<entity_key, 2> keys = World::keys_of(each.input);
            influence_.link(keys[0], keys[1]);
            // On the old course and on the new: what has such a key in one of them may not be in the other.
            for (const history<World>* course : {&old_, &std::as_const(result_)}) {
                const snapshot& state = course->keyframes.last_before(from).state;
                link_owners(state, keys[0]);
                link_owners(state, keys[1]);
            }
        };
        old_.journal.each({from, to}, link_keys);
        result_.journal.each({from, to}, link_keys);
        do {
            influence_.close();
            if (influence_.has_source() || influence_.changed.keys().size() * 2 > influence_.size_of_all()) {
                return false;
            }
            compute(from, to);
            if (std::ranges::any_of(records_, [](const auto& each) { return !each.sources.empty(); })) {
                return false; // felt by others from afar, if only for a while
            }
        } while (influence_.close_over(records_) || join_named_newcomers(from, to));
        put_records(from, to);
        put_events(from, to);
        put_states(to, old_head);
        forget_unchanged(to, old_head);
        return true;
    }

    // An input may name what exists only as long as others do: a joint, say. Whoever is concerned by one is
    // concerned by the other.
    void link_owners(const snapshot& state, entity_key key) {
        if constexpr (requires { owners_of(state, key); }) {
            if (key != entity_key::none) {
                for (const entity_key owner : owners_of(state, key)) {
                    influence_.link_owned(key, owner);
                }
            }
        }
    }

    // Lets those who are concerned, and nobody else, go from one frame to another.
    void compute(std::uint64_t from, std::uint64_t to) {
        const key_set everyone = influence_.everyone();
        workshop_.restore(part_of(result_.keyframes.last_before(from).state, everyone.keys()));
        states_.clear();
        records_.resize(static_cast<std::size_t>(to - from + 1));
        workshop_.record(records_.front());
        add_arrivals(from, everyone);
        const auto is_wanted = [&](const input& what) {
            return concerns_all(what) || std::ranges::any_of(World::keys_of(what), [&](entity_key key) {
                       return everyone.contains(key);
                   });
        };
        for (std::uint64_t frame = from; frame < to; ++frame) {
            if (influence_.are_there_sources()) {
                workshop_.set_foreign_sources(old_.sources_at(frame));
            }
            steps_.run(workshop_, result_.journal, is_wanted);
            workshop_.record(records_[static_cast<std::size_t>(frame + 1 - from)]);
            entity_frames_ += everyone.keys().size();
            if (is_kept(frame + 1)) {
                states_.emplace_back(frame + 1, workshop_.snapshot());
            }
        }
    }

    // Who has come into being on the new course only may be named by inputs there, which act on it only if it
    // is one of those that are computed. Says whether anyone has joined.
    [[nodiscard]] bool join_named_newcomers(std::uint64_t from, std::uint64_t to) {
        const key_set everyone = influence_.everyone();
        key_set named;
        result_.journal.each({from, to}, [&](const journal_entry<input>& each) {
            for (const entity_key key : World::keys_of(each.input)) {
                if (key != entity_key::none && !everyone.contains(key)) {
                    named.add(key);
                }
            }
        });
        bool has_joined = false;
        for (const entity_key key : named.keys()) {
            const auto knows = [=](const frame_record<World>& each) {
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
    void add_arrivals(std::uint64_t frame, const key_set& everyone) {
        const bool is_known = arrival_.frame == frame && arrival_.who != nullptr;
        const auto add = [&](entity_key key, const auto& box) {
            if (everyone.contains(key)) {
                add_arrival(records_.front(), key, box);
            }
        };
        if (is_known) {
            each_reach(arrival_, add);
        }
        old_.each_arrival(frame, [&](entity_key key, const auto& box) {
            if (!is_known || !std::ranges::binary_search(arrival_.who->keys, key)) {
                add(key, box);
            }
        });
    }

    [[nodiscard]] bool is_kept(std::uint64_t frame) const {
        return frame == old_.head() || old_.keyframes.last_before(frame).frame == frame;
    }

    // A segment that begins in the last frame knows all motions there by itself. A fresh record leaves out
    // who rests, as it was before: on the old course. So it is replaced, too, also for those who have come
    // out with the same bits.
    void put_records(std::uint64_t from, std::uint64_t to) {
        const std::uint64_t end = to == old_.head() ? to + 1 : to;
        const std::span<const entity_key> keys = influence_.changed.keys();
        auto stretches = std::make_shared<std::vector<stretch>>(*result_.stretches);
        std::shared_ptr<const segment> part_before;
        for (stretch& each : *stretches) {
            if (each.tracks == nullptr || each.frames.first >= end || each.frames.end <= from) {
                continue;
            }
            const std::span<const frame_record<World>> part =
                std::span(records_).subspan(static_cast<std::size_t>(each.frames.first - from),
                                            static_cast<std::size_t>(each.frames.size()));
            const std::shared_ptr<const segment> whole = clipped(each);
            // Only the first record of all lists everyone; the others go on from the stretch before.
            part_before = segment::seal(part, part_before.get(), model_);
            each.tracks = segment::replace(*whole, keys, *part_before, model_);
        }
        result_.stretches = std::move(stretches);
        const census<typename World::form_type>* old_who = nullptr;
        const census<typename World::form_type>* part_who = nullptr;
        std::shared_ptr<const census<typename World::form_type>> mixed_who;
        for (std::uint64_t frame = std::max(from, result_.fresh.frames().first);
             frame <= to && !result_.fresh.is_empty(); ++frame) {
            const frame_record<World>& old = result_.fresh.at(frame);
            const frame_record<World>& part = records_[static_cast<std::size_t>(frame - from)];
            if (old.who.get() != old_who || part.who.get() != part_who) {
                old_who = old.who.get();
                part_who = part.who.get();
                mixed_who = time::mixed_census(old.who, keys, *part.who);
            }
            result_.fresh.replace(mixed_record(old, keys, part, mixed_who));
        }
    }

    // A branch may see only the first frames of a segment that it shares.
    [[nodiscard]] std::shared_ptr<const segment> clipped(const stretch& shared) const {
        if (shared.frames.end == shared.tracks->end_frame()) {
            return shared.tracks;
        }
        std::vector<std::pair<entity_key, typename World::box_type>> reaches;
        shared.tracks->each_reach(
            [&](entity_key key, const auto& around) { reaches.emplace_back(key, around); });
        std::vector<frame_record<World>> records;
        for (std::uint64_t frame = shared.frames.first; frame < shared.frames.end; ++frame) {
            frame_record<World>& each = records.emplace_back();
            each.frame = frame;
            each.who = shared.tracks->who(frame);
            shared.tracks->read_frame(frame, each.motions);
            shared.tracks->read_sources(frame, each.sources);
            for (std::uint32_t row = 0; row < each.who->keys.size(); ++row) {
                each.moved.push_back(row);
                each.reaches.push_back(
                    std::ranges::lower_bound(reaches, each.who->keys[row], {},
                                             &std::pair<entity_key, typename World::box_type>::first)
                        ->second);
            }
        }
        return segment::seal(records, nullptr, model_);
    }

    // All at once in the end, which is cheaper.
    void put_events(std::uint64_t from, std::uint64_t to) {
        key_set keys = influence_.changed;
        for (const frame_record<World>& each : records_) {
            if (each.frame > from) {
                part_events_.append(each.frame, std::span(each.events), World::span_of);
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

    void replace_events() {
        std::vector<changed_frames> changes;
        changes.reserve(event_keys_.size());
        for (const auto& [frames, keys] : event_keys_) {
            changes.push_back({frames, keys.keys()});
        }
        result_.events = result_.events.replaced(changes, part_events_);
    }

    void put_states(std::uint64_t to, const snapshot& old_head) {
        const key_set everyone = influence_.everyone();
        for (const auto& [frame, part] : states_) {
            const auto& kept = old_.keyframes.last_before(frame);
            if (kept.frame == frame) {
                result_.keyframes.put(frame, with_part(kept.state, everyone.keys(), part));
            }
        }
        if (to == old_.head()) {
            head_ = with_part(old_head, everyone.keys(), states_.back().second);
        }
    }

    void forget_unchanged(std::uint64_t to, const snapshot& old_head) {
        const snapshot& before = to == old_.head() ? old_head : old_.keyframes.last_before(to).state;
        const snapshot& now = states_.back().second;
        const auto is_as_before = [&](const key_set& group) {
            key_set with_companions = group;
            with_companions.add_all(influence_.companions.keys());
            return part_of(before, with_companions.keys()).hash() ==
                   part_of(now, with_companions.keys()).hash();
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

    const history<World>& old_;
    history<World> result_;
    World& workshop_;
    typename World::model_type model_;
    snapshot head_{};
    std::uint64_t restart_ = 0;
    std::uint64_t entity_frames_ = 0;
    bool is_felt_by_all_ = false;
    influence<World> influence_;
    journal_step<World> steps_;
    event_history<typename World::event_type> part_events_;
    std::vector<std::pair<frame_range, key_set>> event_keys_; // whose events were computed again, and when
    frame_record<World> arrival_;                             // the last of the interval before
    std::vector<frame_record<World>> records_;                // of one interval, both ends included
    std::vector<std::pair<std::uint64_t, snapshot>> states_;  // where keyframes were
};

} // namespace orrery::time::detail
