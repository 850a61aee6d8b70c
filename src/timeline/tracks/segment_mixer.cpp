#include "timeline/tracks/segment_mixer.hpp"
#include "timeline/tracks/source_cursor.hpp"
#include "timeline/tracks/spare_room.hpp"

#include <orrery/core/check.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace orrery::time::detail {
namespace {

[[nodiscard]] const census_pointer& who(const motion_segment& in, std::uint32_t frame) {
    return in.who(in.first_frame() + frame);
}

[[nodiscard]] entity_key key_of_source(const world_format& format, const std::byte* source) noexcept {
    entity_key key{};
    std::memcpy(&key, source + format.source_key_offset, sizeof(key));
    return key;
}

} // namespace

bool plain_tracks::knows(entity_key key) const {
    return !from_.pages_->empty() && std::ranges::binary_search(*page_of(key).keys, key);
}

const track_page& plain_tracks::page_of(entity_key key) const {
    return *(*from_.pages_)[from_.page_of(key)];
}

const std::byte* plain_tracks::at(entity_key key, std::uint32_t frame) {
    const std::size_t size = from_.format().motion_bytes;
    const std::size_t number = from_.page_of(key);
    const track_page& page = *(*from_.pages_)[number];
    if (number != number_ || motions_.empty()) {
        number_ = number;
        const flight_context context = from_.context();
        const field_list fields(context, page.flying.is_empty() ? 0 : context.frames);
        motions_.resize(page.size() * context.frames * size);
        page.read_all(context, fields, motions_.data());
    }
    return motions_.data() + (frame * page.size() + page.slot_of(key)) * size;
}

segment_mixer::segment_mixer(const motion_segment& old, std::span<const entity_key> keys,
                             const motion_segment& part, shared_model model)
    : old_(old)
    , keys_(keys)
    , part_(part)
    , made_(motion_segment::make_empty(std::move(model)))
    , old_tracks_(old)
    , part_tracks_(part) {}

motion_segment::shared segment_mixer::run() {
    ORRERY_CHECK(old_.first_frame() == part_.first_frame() && old_.end_frame() == part_.end_frame(),
                 "a part has the frames of the whole");
    made_->first_frame_ = old_.first_frame_;
    made_->frames_ = old_.frames_;
    mix_terms();
    mix_sources();
    const bool has_same_sources = made_->sources_ == old_.sources_;
    const std::vector<entity_key> roster = motion_segment::roster(made_->terms_);
    const std::vector<planned_page> plan = plan_pages(roster, old_.first_keys());
    std::vector<bool> kept;
    std::uint32_t flights = 0;
    for (const planned_page& each : plan) {
        kept.push_back(is_kept(each, has_same_sources));
        flights += kept.back() ? old_page(each)->flying.size() : 0;
    }
    const flight_context context = made_->context();
    track_page_maker pages(context, roster.size(), flights);
    motion_segment::page_list list;
    for (std::size_t index = 0; index < plan.size(); ++index) {
        const page_pointer old = old_page(plan[index]);
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

segment_mixer::page_pointer segment_mixer::old_page(const planned_page& of) const {
    return of.old_page != planned_page::none ? (*old_.pages_)[of.old_page] : nullptr;
}

bool segment_mixer::is_kept(const planned_page& page, bool has_same_sources) const {
    const page_pointer old = old_page(page);
    return old != nullptr && std::ranges::equal(page.keys, *old->keys) &&
           (has_same_sources || old->flying.is_empty()) &&
           std::ranges::none_of(page.keys, [&](entity_key key) {
               return std::ranges::binary_search(keys_, key) || part_tracks_.knows(key);
           });
}

void segment_mixer::mix_terms() {
    for (std::uint32_t frame = 0; frame < made_->frames_; ++frame) {
        const auto begins = [&](const motion_segment& in) {
            return std::ranges::find(in.terms_, frame, &census_term::first) != in.terms_.end();
        };
        if (begins(old_) || begins(part_)) {
            census_pointer mixed =
                mixed_census(who(old_, frame), keys_, *who(part_, frame), made_->model_->forms());
            if (made_->terms_.empty() || made_->terms_.back().who != mixed) {
                made_->terms_.push_back({frame, std::move(mixed)});
            }
        }
    }
    drop_spare_room(made_->terms_);
}

// Whoever is in the part is a source there or nowhere.
void segment_mixer::mix_sources() {
    source_track::cursor whole(old_.sources_, format());
    source_track::cursor piece(part_.sources_, format());
    std::vector<std::vector<std::byte>> mixed;
    for (std::uint32_t frame = 0; frame < made_->frames_; ++frame) {
        if (frame > 0) { // not behind the last: there is nothing to read there
            static_cast<void>(whole.go_on());
            static_cast<void>(piece.go_on());
        }
        mixed.push_back(sources_in(frame, whole.sources(), piece.sources()));
    }
    made_->sources_ = source_track(made_->frames_, format(), [&](std::uint32_t frame) {
        return std::span<const std::byte>(mixed[frame]);
    });
}

std::vector<std::byte> segment_mixer::sources_in(std::uint32_t frame, std::span<const std::byte> whole,
                                                 std::span<const std::byte> part) const {
    const std::size_t size = format().source_bytes;
    std::vector<std::pair<entity_key, const std::byte*>> chosen;
    for (std::size_t at = 0; at < part.size(); at += size) {
        chosen.emplace_back(key_of_source(format(), part.data() + at), part.data() + at);
    }
    for (std::size_t at = 0; at < whole.size(); at += size) {
        const entity_key key = key_of_source(format(), whole.data() + at);
        if (!std::ranges::binary_search(keys_, key) &&
            !std::ranges::binary_search(who(part_, frame)->keys, key)) {
            chosen.emplace_back(key, whole.data() + at);
        }
    }
    std::ranges::sort(chosen, {}, &decltype(chosen)::value_type::first); // total order: keys differ
    std::vector<std::byte> mixed;
    for (const auto& [_, source] : chosen) {
        mixed.insert(mixed.end(), source, source + size);
    }
    return mixed;
}

void segment_mixer::fill(std::span<const entity_key> keys) {
    const std::size_t slots = keys.size();
    plain_.keys.assign(keys.begin(), keys.end());
    plain_.motions.resize(slots * made_->frames_ * format().motion_bytes);
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

void segment_mixer::take(plain_tracks& from, std::size_t slot) {
    const entity_key key = plain_.keys[slot];
    for (std::uint32_t frame = 0; frame < made_->frames_; ++frame) {
        std::memcpy(motion_at(frame, slot), from.at(key, frame), format().motion_bytes);
    }
    const track_page& page = from.page_of(key);
    const std::size_t there = page.slot_of(key);
    plain_.reaches.push_back(page.reach(there, format()));
    plain_.last_reaches.push_back(page.last_reach(there, format()));
    plain_.is_moving.push_back(page.moving().contains(there) && !page.has_stopped(there));
}

void segment_mixer::add_from_whole(std::size_t slot) {
    const entity_key key = plain_.keys[slot];
    for (std::uint32_t frame = 0; frame < made_->frames_; ++frame) {
        if (!std::ranges::binary_search(who(part_, frame)->keys, key)) {
            std::memcpy(motion_at(frame, slot), old_tracks_.at(key, frame), format().motion_bytes);
        }
    }
    const track_page& page = old_tracks_.page_of(key);
    plain_.reaches[slot] = merge(plain_.reaches[slot], page.reach(page.slot_of(key), format()));
    plain_.last_reaches[slot] = plain_.reaches[slot];
}

} // namespace orrery::time::detail
