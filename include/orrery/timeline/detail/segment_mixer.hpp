// Puts a part that was computed again into a segment of tracks.
#pragma once

#include <orrery/timeline/track_segment.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace orrery::time::detail {

template <typename World>
class segment_mixer {
public:
    using segment = track_segment<World>;
    using motion = typename World::motion_type;
    using source = typename World::source_type;

    segment_mixer(const segment& old, std::span<const entity_key> keys, const segment& part,
                  const typename World::model_type& flight)
        : old_(old)
        , keys_(keys)
        , part_(part)
        , made_(std::make_shared<segment>(typename segment::token{}, flight))
        , old_tracks_(old)
        , part_tracks_(part) {}

    [[nodiscard]] typename segment::shared run() {
        ORRERY_CHECK(old_.first_frame() == part_.first_frame() && old_.end_frame() == part_.end_frame(),
                     "a part has the frames of the whole");
        made_->first_frame_ = old_.first_frame_;
        made_->frames_ = old_.frames_;
        mix_terms();
        mix_sources();
        const bool has_same_sources = made_->sources_ == old_.sources_;
        const auto is_kept = [&](const planned_page& each) {
            return each.old_page != planned_page::none &&
                   std::ranges::equal(each.keys, *old_page(each)->keys) &&
                   (has_same_sources || old_page(each)->flying.is_empty()) &&
                   std::ranges::none_of(each.keys, [&](entity_key key) {
                       return std::ranges::binary_search(keys_, key) || part_tracks_.knows(key);
                   });
        };
        const std::vector<entity_key> roster = segment::roster(made_->terms_);
        const std::vector<planned_page> plan = plan_pages(roster, old_.first_keys());
        std::vector<bool> kept;
        std::uint32_t flights = 0;
        for (const planned_page& each : plan) {
            kept.push_back(is_kept(each));
            flights += kept.back() ? old_page(each)->flying.size() : 0;
        }
        const flight_context<World> context = made_->context();
        track_page_maker<World> pages(context, roster.size(), flights);
        typename segment::page_list list;
        for (std::size_t index = 0; index < plan.size(); ++index) {
            const auto old =
                plan[index].old_page != planned_page::none ? old_page(plan[index]) : page_pointer{};
            if (kept[index]) {
                list.push_back(old);
            } else {
                fill(plan[index].keys);
                list.push_back(pages.make(plain_, old));
            }
        }
        made_->finish(std::move(list), &old_);
        return made_;
    }

private:
    using page = track_page<World>;
    using page_pointer = std::shared_ptr<const page>;

    // The tracks of a segment, decompressed page by page as they are asked for.
    class plain_tracks {
    public:
        explicit plain_tracks(const segment& from)
            : from_(from) {}

        [[nodiscard]] bool knows(entity_key key) const {
            return !from_.pages_->empty() && std::ranges::binary_search(*page_of(key).keys, key);
        }

        [[nodiscard]] const page& page_of(entity_key key) const {
            return *(*from_.pages_)[from_.page_of(key)];
        }

        // The motion of one that is known, in a frame.
        [[nodiscard]] const motion& at(entity_key key, std::uint32_t frame) {
            const std::size_t number = from_.page_of(key);
            if (number != number_ || motions_.empty()) {
                number_ = number;
                const page& now = *(*from_.pages_)[number];
                const flight_context<World> context = from_.context();
                const field_list<World> fields(context, now.flying.is_empty() ? 0 : context.frames);
                motions_.resize(now.size() * context.frames);
                now.read_all(context, fields, motions_);
            }
            const page& now = page_of(key);
            return motions_[frame * now.size() + segment::slot_of(now, key)];
        }

    private:
        const segment& from_;
        std::size_t number_ = 0;
        std::vector<motion> motions_;
    };

    [[nodiscard]] const page_pointer& old_page(const planned_page& of) const {
        return (*old_.pages_)[of.old_page];
    }

    void mix_terms() {
        for (std::uint32_t frame = 0; frame < made_->frames_; ++frame) {
            const auto begins = [&](const segment& in) {
                return std::ranges::find(in.terms_, frame, &segment::term::first) != in.terms_.end();
            };
            if (begins(old_) || begins(part_)) {
                auto mixed = mixed_census(who(old_, frame), keys_, *who(part_, frame));
                if (made_->terms_.empty() || made_->terms_.back().who != mixed) {
                    made_->terms_.push_back({frame, std::move(mixed)});
                }
            }
        }
        made_->terms_.shrink_to_fit();
    }

    [[nodiscard]] static const std::shared_ptr<const census<typename World::form_type>>&
    who(const segment& in, std::uint32_t frame) {
        return in.who(in.first_frame_ + frame);
    }

    // Whoever is in the part is a source there or nowhere.
    void mix_sources() {
        typename source_track<World>::cursor whole(old_.sources_);
        typename source_track<World>::cursor piece(part_.sources_);
        std::vector<std::vector<source>> mixed;
        for (std::uint32_t frame = 0; frame < made_->frames_; ++frame) {
            if (frame > 0) { // not behind the last: there is nothing to read there
                static_cast<void>(whole.go_on());
                static_cast<void>(piece.go_on());
            }
            std::vector<source>& now = mixed.emplace_back(piece.sources().begin(), piece.sources().end());
            for (const source& each : whole.sources()) {
                if (!std::ranges::binary_search(keys_, each.key) &&
                    !std::ranges::binary_search(who(part_, frame)->keys, each.key)) {
                    now.push_back(each);
                }
            }
            std::ranges::sort(now, {}, &source::key); // total order: keys differ
        }
        made_->sources_ = source_track<World>(
            made_->frames_, [&](std::uint32_t frame) -> const auto& { return mixed[frame]; });
    }

    void fill(std::span<const entity_key> keys) {
        const std::size_t slots = keys.size();
        plain_.keys.assign(keys.begin(), keys.end());
        plain_.motions.resize(slots * made_->frames_);
        plain_.reaches.clear();
        plain_.last_reaches.clear();
        plain_.is_moving.clear();
        for (std::size_t slot = 0; slot < slots; ++slot) {
            const entity_key key = keys[slot];
            if (!part_tracks_.knows(key)) {
                take(old_tracks_, slot);
                continue;
            }
            take(part_tracks_, slot);
            // One that the part brought into being while the whole had it, too.
            if (!std::ranges::binary_search(keys_, key) && old_tracks_.knows(key)) {
                add_from_whole(slot);
            }
        }
    }

    void take(plain_tracks& from, std::size_t slot) {
        const entity_key key = plain_.keys[slot];
        for (std::uint32_t frame = 0; frame < made_->frames_; ++frame) {
            plain_.motions[frame * plain_.keys.size() + slot] = from.at(key, frame);
        }
        const page& where = from.page_of(key);
        const std::size_t there = segment::slot_of(where, key);
        plain_.reaches.push_back(where.reach(there));
        plain_.last_reaches.push_back(where.last_reach(there));
        plain_.is_moving.push_back(
            where.moving().contains(there) &&
            std::ranges::find(where.stopped, there, &decltype(where.stopped)::value_type::first) ==
                where.stopped.end());
    }

    void add_from_whole(std::size_t slot) {
        const entity_key key = plain_.keys[slot];
        for (std::uint32_t frame = 0; frame < made_->frames_; ++frame) {
            if (!std::ranges::binary_search(who(part_, frame)->keys, key)) {
                plain_.motions[frame * plain_.keys.size() + slot] = old_tracks_.at(key, frame);
            }
        }
        const page& where = old_tracks_.page_of(key);
        plain_.reaches[slot] = merge(plain_.reaches[slot], where.reach(segment::slot_of(where, key)));
        plain_.last_reaches[slot] = plain_.reaches[slot];
    }

    const segment& old_;
    std::span<const entity_key> keys_;
    const segment& part_;
    std::shared_ptr<segment> made_;
    plain_tracks old_tracks_;
    plain_tracks part_tracks_;
    plain_page<World> plain_;
};

} // namespace orrery::time::detail

namespace orrery::time {

template <typename World>
typename track_segment<World>::shared
track_segment<World>::replace(const track_segment& old, std::span<const entity_key> keys,
                              const track_segment& part, const model& flight) {
    return detail::segment_mixer<World>(old, keys, part, flight).run();
}

} // namespace orrery::time
