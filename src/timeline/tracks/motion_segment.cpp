#include "timeline/tracks/flight.hpp"
#include "timeline/tracks/segment_archive.hpp"
#include "timeline/tracks/segment_maker.hpp"
#include "timeline/tracks/segment_mixer.hpp"
#include "timeline/tracks/source_cursor.hpp"
#include "timeline/tracks/track_page.hpp"

#include <orrery/core/check.hpp>
#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/timeline/detail/key_lists.hpp>
#include <orrery/timeline/detail/motion_segment.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace orrery::time::detail {

motion_segment::motion_segment(token /*unused*/, shared_model model)
    : model_(std::move(model)) {}

motion_segment::~motion_segment() = default;

std::shared_ptr<motion_segment> motion_segment::make_empty(shared_model model) {
    return std::make_shared<motion_segment>(token{}, std::move(model));
}

motion_segment::shared motion_segment::seal(std::span<const recorded_frame* const> records,
                                            const motion_segment* before, shared_model model) {
    return segment_maker(records, before, std::move(model)).run();
}

motion_segment::shared motion_segment::replace(const motion_segment& old, std::span<const entity_key> keys,
                                               const motion_segment& part, shared_model model) {
    return segment_mixer(old, keys, part, std::move(model)).run();
}

const census_pointer& motion_segment::who(std::uint64_t frame) const {
    const std::uint32_t place = place_of(frame);
    std::size_t last = terms_.size() - 1;
    while (terms_[last].first > place) {
        --last;
    }
    return terms_[last].who;
}

bool motion_segment::read_motion(entity_key key, std::uint64_t frame, std::byte* motion) const {
    if (!std::ranges::binary_search(who(frame)->keys, key)) {
        return false;
    }
    const track_page& page = *(*pages_)[page_of(key)];
    page.read_motion(page.slot_of(key), place_of(frame), context(), motion);
    return true;
}

void motion_segment::each_motion(entity_key key, frame_range frames,
                                 function_ref<void(std::uint64_t, const std::byte*)> visit) const {
    each_life(key, frames, [&](frame_range life) {
        const track_page& page = *(*pages_)[page_of(key)];
        page.each_motion(
            page.slot_of(key), place_of(life.first), place_of(life.end - 1), context(),
            [&](std::uint32_t place, const std::byte* motion) { visit(first_frame_ + place, motion); });
    });
}

void motion_segment::read_frame(std::uint64_t frame, std::span<std::byte> motions, scheduler& jobs) const {
    const std::uint32_t place = place_of(frame);
    const std::vector<entity_key>& keys = who(frame)->keys;
    const std::size_t size = format().motion_bytes;
    const flight_context all = context();
    const bool has_flights = std::ranges::any_of(
        *pages_, [](const std::shared_ptr<const track_page>& each) { return !each->flying.is_empty(); });
    const field_list fields(all, has_flights ? place : 0);
    ORRERY_CHECK(motions.size() == keys.size() * size, "there must be room for the motions of all");
    parallel_for(jobs, pages_->size(), 2, [&](std::size_t index) {
        const track_page& page = *(*pages_)[index];
        const auto begin = std::ranges::lower_bound(keys, page.keys->front());
        auto into = static_cast<std::size_t>(begin - keys.begin());
        if (keys.size() - into >= page.size() && std::equal(page.keys->begin(), page.keys->end(), begin)) {
            page.read_frame(place, all, fields, motions.data() + into * size); // all of them are there
            return;
        }
        std::array<motion_room, max_block_bodies> room;
        auto* const slots = room.front().bytes.data();
        page.read_frame(place, all, fields, slots);
        for (std::size_t slot = 0; slot < page.size() && into < keys.size(); ++slot) {
            if (keys[into] == (*page.keys)[slot]) {
                std::memcpy(motions.data() + into * size, slots + slot * size, size);
                ++into;
            }
        }
    });
}

std::vector<std::byte> motion_segment::read_sources(std::uint64_t frame) const {
    source_track::cursor cursor(sources_, format());
    for (std::uint32_t place = place_of(frame); place > 0; --place) {
        static_cast<void>(cursor.go_on());
    }
    return {cursor.sources().begin(), cursor.sources().end()};
}

void motion_segment::each_reach(function_ref<void(entity_key, const reach_box&)> visit) const {
    for (const auto& each : *pages_) {
        for (std::size_t slot = 0; slot < each->size(); ++slot) {
            visit((*each->keys)[slot], each->reach(slot, format()));
        }
    }
}

void motion_segment::save(byte_writer& out, const motion_segment* before,
                          function_ref<void(byte_writer&, const census_pointer&)> save_census) const {
    segment_archive(before).save(*this, out, save_census);
}

result<motion_segment::shared> motion_segment::load(byte_reader& in, const motion_segment* before,
                                                    shared_model model,
                                                    function_ref<census_pointer(byte_reader&)> load_census) {
    return segment_archive(before).load(in, std::move(model), load_census);
}

std::uint32_t motion_segment::place_of(std::uint64_t frame) const {
    ORRERY_CHECK(frame >= first_frame() && frame < end_frame(), "the segment does not have this frame");
    return static_cast<std::uint32_t>(frame - first_frame_);
}

flight_context motion_segment::context() const noexcept {
    return {*model_, terms_, sources_, frames_};
}

void motion_segment::each_life(entity_key key, frame_range frames,
                               function_ref<void(frame_range)> visit) const {
    frame_range life{};
    for (std::size_t number = 0; number < terms_.size(); ++number) {
        const std::uint64_t end =
            number + 1 < terms_.size() ? first_frame_ + terms_[number + 1].first : end_frame();
        const frame_range here = common(frames, {first_frame_ + terms_[number].first, end});
        if (here.is_empty() || !std::ranges::binary_search(terms_[number].who->keys, key)) {
            continue;
        }
        if (!life.is_empty() && life.end == here.first) {
            life.end = here.end;
            continue;
        }
        if (!life.is_empty()) {
            visit(life);
        }
        life = here;
    }
    if (!life.is_empty()) {
        visit(life);
    }
}

std::size_t motion_segment::page_of(entity_key key) const {
    const auto after = std::ranges::upper_bound(
        *pages_, key, {}, [](const std::shared_ptr<const track_page>& each) { return each->keys->front(); });
    return after == pages_->begin() ? 0 : static_cast<std::size_t>(after - pages_->begin()) - 1;
}

std::vector<entity_key> motion_segment::first_keys() const {
    std::vector<entity_key> keys;
    for (const auto& each : *pages_) {
        keys.push_back(each->keys->front());
    }
    return keys;
}

std::vector<entity_key> motion_segment::roster(std::span<const census_term> terms) {
    std::vector<entity_key> keys = terms.front().who->keys;
    for (const census_term& each : terms.subspan(1)) {
        add_keys(keys, each.who->keys);
    }
    return keys;
}

void motion_segment::finish(page_list pages, const motion_segment* old) {
    bytes_ = sizeof(*this) + terms_.capacity() * sizeof(census_term) + sources_.bytes();
    if (old != nullptr && pages == *old->pages_) {
        pages_ = old->pages_;
        return;
    }
    bytes_ += pages.size() * sizeof(pages[0]);
    for (const auto& each : pages) {
        const std::size_t place =
            old != nullptr && !old->pages_->empty() ? old->page_of(each->keys->front()) : 0;
        const bool is_shared = old != nullptr && place < old->pages_->size() && (*old->pages_)[place] == each;
        bytes_ += is_shared ? 0 : each->own_bytes;
    }
    pages_ = std::make_shared<const page_list>(std::move(pages));
}

} // namespace orrery::time::detail
