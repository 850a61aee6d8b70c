// Makes a segment of tracks out of the records of its frames.
#pragma once

#include <orrery/timeline/track_segment.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::time::detail {

template <typename World>
class segment_maker {
public:
    using segment = track_segment<World>;
    using motion = typename World::motion_type;
    using box = typename World::box_type;

    segment_maker(std::span<const frame_record<World>* const> records, const segment* before,
                  const typename World::model_type& flight)
        : records_(records)
        , before_(before)
        , made_(std::make_shared<segment>(typename segment::token{}, flight))
        , cursors_(records.size()) {}

    [[nodiscard]] typename segment::shared run() {
        ORRERY_CHECK(!records_.empty() && records_.size() <= segment::max_frames,
                     "a segment has 1 to 256 frames");
        made_->first_frame_ = records_.front()->frame;
        made_->frames_ = static_cast<std::uint32_t>(records_.size());
        for (std::uint32_t frame = 0; frame < records_.size(); ++frame) {
            if (frame == 0 || records_[frame]->who != made_->terms_.back().who) {
                made_->terms_.push_back({frame, records_[frame]->who});
            }
        }
        made_->terms_.shrink_to_fit();
        made_->sources_ = source_track<World>(
            made_->frames_, [&](std::uint32_t frame) -> const auto& { return records_[frame]->sources; });

        const flight_context<World> context = made_->context();
        typename segment::page_list list;
        const std::vector<entity_key> keys = segment::roster(made_->terms_);
        track_page_maker<World> pages(context, keys.size());
        const std::vector<entity_key> old_first_keys =
            before_ != nullptr ? before_->first_keys() : std::vector<entity_key>{};
        for (const planned_page& each : plan_pages(keys, old_first_keys)) {
            const page_pointer old =
                each.old_page != planned_page::none ? (*before_->pages_)[each.old_page] : nullptr;
            fill(each.keys, old.get());
            list.push_back(pages.make(plain_, old));
        }
        made_->finish(std::move(list), before_);
        return made_;
    }

private:
    using page = track_page<World>;
    using page_pointer = std::shared_ptr<const page>;

    // What the records say about these keys. Pages are filled in the order of keys.
    void fill(std::span<const entity_key> keys, const page* old) {
        const std::size_t slots = keys.size();
        plain_.keys.assign(keys.begin(), keys.end());
        plain_.motions.assign(slots * records_.size(), motion{});
        plain_.reaches.assign(slots, box::empty());
        plain_.last_reaches.assign(slots, box::empty());
        is_known_.assign(slots, false);
        for (std::uint32_t frame = 0; frame < records_.size(); ++frame) {
            const auto now = plain_.motions.begin() + static_cast<std::ptrdiff_t>(frame * slots);
            if (frame > 0) {
                std::copy(now - static_cast<std::ptrdiff_t>(slots), now, now);
            }
            plain_.is_moving.assign(slots, false);
            add_record(frame);
            if (frame == 0 && old != nullptr) {
                take_over(*old);
            }
            add_departed(frame);
        }
    }

    // Whoever goes has acted until then.
    void add_departed(std::uint32_t frame) {
        for (const auto& [key, around] : records_[frame]->departed) {
            const auto place = std::ranges::lower_bound(plain_.keys, key);
            if (place != plain_.keys.end() && *place == key) {
                const auto slot = static_cast<std::size_t>(place - plain_.keys.begin());
                plain_.reaches[slot] = merge(plain_.reaches[slot], around);
                plain_.last_reaches[slot] = merge(plain_.last_reaches[slot], around);
            }
        }
    }

    void add_record(std::uint32_t frame) {
        const frame_record<World>& record = *records_[frame];
        const std::size_t slots = plain_.keys.size();
        std::size_t slot = 0;
        for (std::size_t& index = cursors_[frame]; index < record.moved.size(); ++index) {
            const entity_key key = record.who->keys[record.moved[index]];
            while (slot < slots && plain_.keys[slot] < key) {
                ++slot;
            }
            if (slot == slots) {
                return; // on a later page
            }
            plain_.motions[frame * slots + slot] = record.motions[index];
            plain_.reaches[slot] = merge(plain_.reaches[slot], record.reaches[index]);
            plain_.last_reaches[slot] = record.reaches[index];
            plain_.is_moving[slot] = true;
            if (!is_known_[slot]) {
                is_known_[slot] = true;
                // As long as it is not there it may be anywhere: here it costs nothing.
                for (std::uint32_t earlier = 0; earlier < frame; ++earlier) {
                    plain_.motions[earlier * slots + slot] = record.motions[index];
                }
            }
        }
    }

    // What the first record leaves out is as it was.
    void take_over(const page& old) {
        const std::size_t slots = plain_.keys.size();
        std::vector<motion> last;
        for (std::size_t slot = 0, old_slot = 0; slot < slots; ++slot) {
            while (old_slot < old.size() && (*old.keys)[old_slot] < plain_.keys[slot]) {
                ++old_slot;
            }
            if (is_known_[slot] || old_slot == old.size() || (*old.keys)[old_slot] != plain_.keys[slot]) {
                continue;
            }
            if (last.empty()) {
                last = last_frame_of(old);
            }
            plain_.motions[slot] = last[old_slot];
            plain_.reaches[slot] = old.last_reach(old_slot);
            plain_.last_reaches[slot] = plain_.reaches[slot];
            is_known_[slot] = true;
        }
    }

    [[nodiscard]] std::vector<motion> last_frame_of(const page& old) const {
        std::vector<motion> motions(old.size());
        const flight_context<World> context = before_->context();
        const field_list<World> fields(context, old.flying.is_empty() ? 0 : before_->frames_);
        old.read_frame(before_->frames_ - 1, context, fields, motions);
        return motions;
    }

    std::span<const frame_record<World>* const> records_;
    const segment* before_;
    std::shared_ptr<segment> made_;
    std::vector<std::size_t> cursors_; // of each record: what earlier pages have not taken
    plain_page<World> plain_;
    std::vector<bool> is_known_;
};

} // namespace orrery::time::detail

namespace orrery::time {

template <typename World>
typename track_segment<World>::shared
track_segment<World>::seal(std::span<const frame_record<World>* const> records, const track_segment* before,
                           const model& flight) {
    return detail::segment_maker<World>(records, before, flight).run();
}

template <typename World>
typename track_segment<World>::shared track_segment<World>::seal(std::span<const frame_record<World>> records,
                                                                 const track_segment* before,
                                                                 const model& flight) {
    std::vector<const frame_record<World>*> places;
    for (const frame_record<World>& each : records) {
        places.push_back(&each);
    }
    return seal(places, before, flight);
}

} // namespace orrery::time
