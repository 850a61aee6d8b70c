// The motion of everything in some consecutive frames, without loss: what answers where something was without
// computing a step. A segment is immutable, shared by branches and readable from any thread.
//
// What rests takes no memory. What flies freely takes its motion in the first frame, and is computed from
// there. Everything else is compressed so that any frame of it is a few guesses away
// (detail/motion_block.hpp). Asking for one motion takes some microseconds, for that of thousands some
// hundred nanoseconds each.
#pragma once

#include <orrery/core/check.hpp>
#include <orrery/core/frame_record.hpp>
#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/simulation.hpp>
#include <orrery/timeline/detail/key_lists.hpp>
#include <orrery/timeline/detail/page_plan.hpp>
#include <orrery/timeline/detail/track_page_maker.hpp>
#include <orrery/timeline/frame_range.hpp>
#include <orrery/timeline/mixed_census.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace orrery::time {

namespace detail {
template <typename World>
class segment_maker;
template <typename World>
class segment_mixer;
template <typename World>
class segment_archive;
} // namespace detail

template <typename World>
class track_segment {
public:
    using motion = typename World::motion_type;
    using form = typename World::form_type;
    using box = typename World::box_type;
    using source = typename World::source_type;
    using model = typename World::model_type;
    using shared = std::shared_ptr<const track_segment>;

    static constexpr std::size_t max_frames = detail::max_block_frames;

    // From the records of 1 to 256 consecutive frames. What a record leaves out is as in the record before
    // it; what the first leaves out is as in the last frame of `before`, which may be null if it leaves
    // nothing out.
    [[nodiscard]] static shared seal(std::span<const frame_record<World>* const> records,
                                     const track_segment* before, const model& flight);
    [[nodiscard]] static shared seal(std::span<const frame_record<World>> records,
                                     const track_segment* before, const model& flight);

    // The same frames, in which those with the keys (ascending), and whoever only `part` has, are as there.
    // Pages on which none of them is are shared.
    [[nodiscard]] static shared replace(const track_segment& old, std::span<const entity_key> keys,
                                        const track_segment& part, const model& flight);

    [[nodiscard]] std::uint64_t first_frame() const noexcept { return first_frame_; }

    // One after the last.
    [[nodiscard]] std::uint64_t end_frame() const noexcept { return first_frame_ + frames_; }

    [[nodiscard]] const std::shared_ptr<const census<form>>& who(std::uint64_t frame) const {
        const std::uint32_t place = place_of(frame);
        std::size_t last = terms_.size() - 1;
        while (terms_[last].first > place) {
            --last;
        }
        return terms_[last].who;
    }

    [[nodiscard]] bool exists(entity_key key, std::uint64_t frame) const {
        return std::ranges::binary_search(who(frame)->keys, key);
    }

    // None: it is not there in that frame.
    [[nodiscard]] std::optional<motion> motion_of(entity_key key, std::uint64_t frame) const {
        if (!exists(key, frame)) {
            return std::nullopt;
        }
        const page& where = *(*pages_)[page_of(key)];
        return where.motion_of(slot_of(where, key), place_of(frame), context());
    }

    // Calls visit(frame, motion) for those of the frames in which it is there, one after another.
    template <typename Visit>
    void each_motion(entity_key key, frame_range frames, const Visit& visit) const {
        each_life(key, frames, [&](frame_range life) {
            const page& where = *(*pages_)[page_of(key)];
            where.each_motion(
                slot_of(where, key), place_of(life.first), place_of(life.end - 1), context(),
                [&](std::uint32_t place, const motion& now) { visit(first_frame_ + place, now); });
        });
    }

    // Null: it is not there in that frame.
    [[nodiscard]] std::shared_ptr<const form> form_of(entity_key key, std::uint64_t frame) const {
        const census<form>& all = *who(frame);
        const auto place = std::ranges::lower_bound(all.keys, key);
        return place != all.keys.end() && *place == key
                   ? all.forms[static_cast<std::size_t>(place - all.keys.begin())]
                   : nullptr;
    }

    // The motions of all that are in the frame, in the order of who(frame)->keys.
    void read_frame(std::uint64_t frame, std::vector<motion>& motions) const {
        serial_scheduler here;
        read_frame(frame, motions, here);
    }

    void read_frame(std::uint64_t frame, std::vector<motion>& motions, scheduler& jobs) const {
        const std::uint32_t place = place_of(frame);
        const std::vector<entity_key>& keys = who(frame)->keys;
        const detail::flight_context<World> all = context();
        const bool has_flights = std::ranges::any_of(
            *pages_, [](const std::shared_ptr<const page>& each) { return !each->flying.is_empty(); });
        const detail::field_list<World> fields(all, has_flights ? place : 0);
        motions.resize(keys.size());
        parallel_for(jobs, pages_->size(), 2, [&](std::size_t index) {
            const page& here = *(*pages_)[index];
            std::array<motion, detail::max_block_bodies> slots;
            here.read_frame(place, all, fields, std::span(slots).first(here.size()));
            auto into =
                static_cast<std::size_t>(std::ranges::lower_bound(keys, here.keys->front()) - keys.begin());
            for (std::size_t slot = 0; slot < here.size() && into < keys.size(); ++slot) {
                if (keys[into] == (*here.keys)[slot]) {
                    motions[into++] = slots[slot];
                }
            }
        });
    }

    // The sources of fields as they are in the frame, in the order of keys.
    void read_sources(std::uint64_t frame, std::vector<source>& sources) const {
        typename detail::source_track<World>::cursor cursor(sources_);
        for (std::uint32_t place = place_of(frame); place > 0; --place) {
            static_cast<void>(cursor.go_on());
        }
        sources.assign(cursor.sources().begin(), cursor.sources().end());
    }

    // Calls visit(key, box) for all that are in any of the frames, in the order of keys: a box around all
    // that can have acted on it in these frames, and on which it can have acted.
    template <typename Visit>
    void each_reach(Visit&& visit) const {
        for (const auto& each : *pages_) {
            for (std::size_t slot = 0; slot < each->size(); ++slot) {
                visit((*each->keys)[slot], each->reach(slot));
            }
        }
    }

    // As bytes for files, which is written after that of the segment before (or null). Who there is may be
    // shared with other segments: save_census(out, who) writes one, load_census(in) reads it, and answers
    // with null or fails through the reader if it cannot.
    template <typename SaveCensus>
    void save(byte_writer& out, const track_segment* before, const SaveCensus& save_census) const {
        detail::segment_archive<World>(before).save(*this, out, save_census);
    }

    template <typename LoadCensus>
    [[nodiscard]] static result<shared> load(byte_reader& in, const track_segment* before,
                                             const model& flight, const LoadCensus& load_census) {
        return detail::segment_archive<World>(before).load(in, flight, load_census);
    }

    // Of memory; what is shared with the segment before counts only there, and who there is with the world.
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

private:
    friend class detail::segment_maker<World>;
    friend class detail::segment_mixer<World>;
    friend class detail::segment_archive<World>;

    using page = detail::track_page<World>;
    using term = detail::census_term<form>;
    using page_list = std::vector<std::shared_ptr<const page>>;

    struct token {}; // segments are made by the functions above

public:
    track_segment(token /*unused*/, model flight)
        : model_(std::move(flight)) {}

private:
    [[nodiscard]] std::uint32_t place_of(std::uint64_t frame) const {
        ORRERY_CHECK(frame >= first_frame() && frame < end_frame(), "the segment does not have this frame");
        return static_cast<std::uint32_t>(frame - first_frame_);
    }

    [[nodiscard]] detail::flight_context<World> context() const noexcept {
        return {model_, terms_, sources_, frames_};
    }

    // Calls visit(frames) for each interval of the frames in which it is there without a break.
    template <typename Visit>
    void each_life(entity_key key, frame_range frames, const Visit& visit) const {
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

    // The page on whose range of keys this one lies.
    [[nodiscard]] std::size_t page_of(entity_key key) const {
        const auto after = std::ranges::upper_bound(
            *pages_, key, {}, [](const std::shared_ptr<const page>& each) { return each->keys->front(); });
        return after == pages_->begin() ? 0 : static_cast<std::size_t>(after - pages_->begin()) - 1;
    }

    [[nodiscard]] static std::size_t slot_of(const page& where, entity_key key) {
        return static_cast<std::size_t>(std::ranges::lower_bound(*where.keys, key) - where.keys->begin());
    }

    [[nodiscard]] std::vector<entity_key> first_keys() const {
        std::vector<entity_key> keys;
        for (const auto& each : *pages_) {
            keys.push_back(each->keys->front());
        }
        return keys;
    }

    // All that are there in any frame.
    [[nodiscard]] static std::vector<entity_key> roster(std::span<const term> terms) {
        std::vector<entity_key> keys = terms.front().who->keys;
        for (const term& each : terms.subspan(1)) {
            detail::add_keys(keys, each.who->keys);
        }
        return keys;
    }

    // Takes over the list of pages of `old`, which may be null, if it is the same, and counts the bytes.
    void finish(page_list pages, const track_segment* old) {
        bytes_ = sizeof(*this) + terms_.capacity() * sizeof(term) + sources_.bytes();
        if (old != nullptr && pages == *old->pages_) {
            pages_ = old->pages_;
            return;
        }
        bytes_ += pages.size() * sizeof(pages[0]);
        for (const auto& each : pages) {
            const std::size_t place =
                old != nullptr && !old->pages_->empty() ? old->page_of(each->keys->front()) : 0;
            const bool is_shared =
                old != nullptr && place < old->pages_->size() && (*old->pages_)[place] == each;
            bytes_ += is_shared ? 0 : each->own_bytes;
        }
        pages_ = std::make_shared<const page_list>(std::move(pages));
    }

    model model_;
    std::uint64_t first_frame_ = 0;
    std::uint32_t frames_ = 0;
    std::vector<term> terms_;
    detail::source_track<World> sources_;
    std::shared_ptr<const page_list> pages_; // by their keys
    std::size_t bytes_ = 0;
};

} // namespace orrery::time

#include <orrery/timeline/detail/segment_archive.hpp>
#include <orrery/timeline/detail/segment_maker.hpp>
#include <orrery/timeline/detail/segment_mixer.hpp>
