#include "timeline/tracks/segment_maker.hpp"
#include "timeline/tracks/spare_room.hpp"

#include <orrery/core/check.hpp>
#include <orrery/timeline/detail/page_plan.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace orrery::time::detail {

segment_maker::segment_maker(std::span<const recorded_frame* const> records, const motion_segment* before,
                             shared_model model)
    : records_(records)
    , before_(before)
    , made_(motion_segment::make_empty(std::move(model)))
    , cursors_(records.size()) {}

motion_segment::shared segment_maker::run() {
    ORRERY_CHECK(!records_.empty() && records_.size() <= motion_segment::max_frames,
                 "a segment has 1 to 256 frames");
    made_->first_frame_ = records_.front()->frame;
    made_->frames_ = static_cast<std::uint32_t>(records_.size());
    for (std::uint32_t frame = 0; frame < records_.size(); ++frame) {
        if (frame == 0 || records_[frame]->who != made_->terms_.back().who) {
            made_->terms_.push_back({frame, records_[frame]->who});
        }
    }
    drop_spare_room(made_->terms_);
    made_->sources_ = source_track(made_->frames_, format(), [&](std::uint32_t frame) {
        return std::span<const std::byte>(records_[frame]->sources);
    });

    const flight_context context = made_->context();
    motion_segment::page_list list;
    const std::vector<entity_key> keys = motion_segment::roster(made_->terms_);
    track_page_maker pages(context, keys.size());
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

// What the records say about these keys. Pages are filled in the order of keys.
void segment_maker::fill(std::span<const entity_key> keys, const track_page* old) {
    const std::size_t slots = keys.size();
    const std::size_t stride = slots * format().motion_bytes;
    plain_.keys.assign(keys.begin(), keys.end());
    plain_.motions.resize(stride * records_.size());
    std::memset(plain_.motions.data(), 0, stride); // each frame begins as a copy of the one before
    plain_.reaches.assign(slots, reach_box::empty());
    plain_.last_reaches.assign(slots, reach_box::empty());
    is_known_.assign(slots, false);
    for (std::uint32_t frame = 0; frame < records_.size(); ++frame) {
        if (frame > 0) {
            std::memcpy(motion_at(frame, 0), motion_at(frame - 1, 0), stride);
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
void segment_maker::add_departed(std::uint32_t frame) {
    for (const auto& [key, around] : records_[frame]->departed) {
        const auto place = std::ranges::lower_bound(plain_.keys, key);
        if (place != plain_.keys.end() && *place == key) {
            const auto slot = static_cast<std::size_t>(place - plain_.keys.begin());
            plain_.reaches[slot] = merge(plain_.reaches[slot], around);
            plain_.last_reaches[slot] = merge(plain_.last_reaches[slot], around);
        }
    }
}

void segment_maker::add_record(std::uint32_t frame) {
    const recorded_frame& record = *records_[frame];
    const std::size_t size = format().motion_bytes;
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
        const std::byte* const motion = record.motions.data() + index * size;
        const reach_box reach = read_box(format(), record.reaches.data() + index * format().box_bytes());
        std::memcpy(motion_at(frame, slot), motion, size);
        plain_.reaches[slot] = merge(plain_.reaches[slot], reach);
        plain_.last_reaches[slot] = reach;
        plain_.is_moving[slot] = true;
        if (!is_known_[slot]) {
            is_known_[slot] = true;
            // As long as it is not there it may be anywhere: here it costs nothing.
            for (std::uint32_t earlier = 0; earlier < frame; ++earlier) {
                std::memcpy(motion_at(earlier, slot), motion, size);
            }
        }
    }
}

// What the first record leaves out is as it was.
void segment_maker::take_over(const track_page& old) {
    const std::size_t size = format().motion_bytes;
    const std::size_t slots = plain_.keys.size();
    std::vector<std::byte> last;
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
        std::memcpy(motion_at(0, slot), last.data() + old_slot * size, size);
        plain_.reaches[slot] = old.last_reach(old_slot, format());
        plain_.last_reaches[slot] = plain_.reaches[slot];
        is_known_[slot] = true;
    }
}

std::vector<std::byte> segment_maker::last_frame_of(const track_page& old) const {
    std::vector<std::byte> motions(old.size() * format().motion_bytes);
    const flight_context context = before_->context();
    const field_list fields(context, old.flying.is_empty() ? 0 : before_->frames_);
    old.read_frame(before_->frames_ - 1, context, fields, motions.data());
    return motions;
}

} // namespace orrery::time::detail
