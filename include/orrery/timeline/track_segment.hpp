// The motion of everything in some consecutive frames, without loss: what answers where something was without
// computing a step. A segment is immutable, shared by branches and readable from any thread.
//
// What rests takes no memory. What flies freely takes its motion in the first frame, and is computed from
// there. Everything else is compressed so that any frame of it is a few guesses away. Asking for one motion
// takes some microseconds, for that of thousands some hundred nanoseconds each.
//
// This is the typed side of detail/motion_segment.hpp, which does the work for all worlds.
#pragma once

#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/simulation/frame_record.hpp>
#include <orrery/simulation/simulation.hpp>
#include <orrery/timeline/detail/entity_model_of.hpp>
#include <orrery/timeline/detail/motion_segment.hpp>
#include <orrery/timeline/frame_range.hpp>
#include <orrery/timeline/mixed_census.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace orrery::time {

template <typename World>
class track_segment {
public:
    using motion = typename World::motion_type;
    using form = typename World::form_type;
    using box = typename World::box_type;
    using source = typename World::source_type;
    using model = typename World::model_type;
    using shared = std::shared_ptr<const track_segment>;

    static constexpr std::size_t max_frames = detail::motion_segment::max_frames;

    explicit track_segment(detail::motion_segment::shared tracks)
        : tracks_(std::move(tracks)) {}

    // From the records of 1 to 256 consecutive frames. What a record leaves out is as in the record before
    // it; what the first leaves out is as in the last frame of `before`, which may be null if it leaves
    // nothing out.
    [[nodiscard]] static shared seal(std::span<const frame_record<World>* const> records,
                                     const track_segment* before, const model& flight) {
        std::vector<detail::recorded_frame> taken(records.size());
        std::vector<const detail::recorded_frame*> places;
        for (std::size_t index = 0; index < records.size(); ++index) {
            detail::take_record(*records[index], taken[index]);
            places.push_back(&taken[index]);
        }
        return make(detail::motion_segment::seal(places, tracks_of(before), model_of(flight)));
    }

    [[nodiscard]] static shared seal(std::span<const frame_record<World>> records,
                                     const track_segment* before, const model& flight) {
        std::vector<const frame_record<World>*> places;
        for (const frame_record<World>& each : records) {
            places.push_back(&each);
        }
        return seal(places, before, flight);
    }

    // The same frames, in which those with the keys (ascending), and whoever only `part` has, are as there.
    // Pages on which none of them is are shared.
    [[nodiscard]] static shared replace(const track_segment& old, std::span<const entity_key> keys,
                                        const track_segment& part, const model& flight) {
        return make(detail::motion_segment::replace(*old.tracks_, keys, *part.tracks_, model_of(flight)));
    }

    [[nodiscard]] std::uint64_t first_frame() const noexcept { return tracks_->first_frame(); }

    // One after the last.
    [[nodiscard]] std::uint64_t end_frame() const noexcept { return tracks_->end_frame(); }

    [[nodiscard]] std::shared_ptr<const census<form>> who(std::uint64_t frame) const {
        return std::static_pointer_cast<const census<form>>(tracks_->who(frame));
    }

    [[nodiscard]] bool exists(entity_key key, std::uint64_t frame) const {
        return std::ranges::binary_search(tracks_->who(frame)->keys, key);
    }

    // None: it is not there in that frame.
    [[nodiscard]] std::optional<motion> motion_of(entity_key key, std::uint64_t frame) const {
        motion found;
        return tracks_->read_motion(key, frame, reinterpret_cast<std::byte*>(&found)) ? std::optional(found)
                                                                                      : std::nullopt;
    }

    // Calls visit(frame, motion) for those of the frames in which it is there, one after another.
    template <typename Visit>
    void each_motion(entity_key key, frame_range frames, const Visit& visit) const {
        tracks_->each_motion(key, frames, [&](std::uint64_t frame, const std::byte* bytes) {
            motion now;
            std::memcpy(static_cast<void*>(&now), bytes, sizeof(now));
            visit(frame, std::as_const(now));
        });
    }

    // Null: it is not there in that frame.
    [[nodiscard]] std::shared_ptr<const form> form_of(entity_key key, std::uint64_t frame) const {
        const auto all = who(frame);
        const auto place = std::ranges::lower_bound(all->keys, key);
        return place != all->keys.end() && *place == key
                   ? all->forms[static_cast<std::size_t>(place - all->keys.begin())]
                   : nullptr;
    }

    // The motions of all that are in the frame, in the order of who(frame)->keys.
    void read_frame(std::uint64_t frame, std::vector<motion>& motions) const {
        serial_scheduler here;
        read_frame(frame, motions, here);
    }

    void read_frame(std::uint64_t frame, std::vector<motion>& motions, scheduler& jobs) const {
        motions.resize(tracks_->who(frame)->keys.size());
        tracks_->read_frame(frame, std::as_writable_bytes(std::span(motions)), jobs);
    }

    // The sources of fields as they are in the frame, in the order of keys.
    void read_sources(std::uint64_t frame, std::vector<source>& sources) const {
        const std::vector<std::byte> bytes = tracks_->read_sources(frame);
        sources.resize(bytes.size() / sizeof(source));
        if (!bytes.empty()) {
            std::memcpy(static_cast<void*>(sources.data()), bytes.data(), bytes.size());
        }
    }

    // Calls visit(key, box) for all that are in any of the frames, in the order of keys: a box around all
    // that can have acted on it in these frames, and on which it can have acted.
    template <typename Visit>
    void each_reach(Visit&& visit) const {
        tracks_->each_reach([&](entity_key key, const detail::reach_box& around) {
            visit(key, detail::from_reach_box<box>(around));
        });
    }

    // As bytes for files, which is written after that of the segment before (or null). Who there is may be
    // shared with other segments: save_census(out, who) writes one, load_census(in) reads it, and answers
    // with null or fails through the reader if it cannot.
    template <typename SaveCensus>
    void save(byte_writer& out, const track_segment* before, const SaveCensus& save_census) const {
        tracks_->save(out, tracks_of(before), [&](byte_writer& into, const detail::census_pointer& who) {
            save_census(into, std::static_pointer_cast<const census<form>>(who));
        });
    }

    template <typename LoadCensus>
    [[nodiscard]] static result<shared> load(byte_reader& in, const track_segment* before,
                                             const model& flight, const LoadCensus& load_census) {
        const auto load_sound_census = [&](byte_reader& from) -> detail::census_pointer {
            std::shared_ptr<const census<form>> who = load_census(from);
            const bool is_sound = who == nullptr || who->forms.size() == who->keys.size();
            return is_sound ? std::move(who) : nullptr;
        };
        auto loaded =
            detail::motion_segment::load(in, tracks_of(before), model_of(flight), load_sound_census);
        if (!loaded) {
            return loaded.reason();
        }
        return make(std::move(*loaded));
    }

    // Of memory; what is shared with the segment before counts only there, and who there is with the world.
    [[nodiscard]] std::size_t bytes() const noexcept { return tracks_->bytes(); }

private:
    [[nodiscard]] static shared make(detail::motion_segment::shared tracks) {
        return std::make_shared<const track_segment>(std::move(tracks));
    }

    [[nodiscard]] static const detail::motion_segment* tracks_of(const track_segment* segment) noexcept {
        return segment != nullptr ? segment->tracks_.get() : nullptr;
    }

    [[nodiscard]] static detail::shared_model model_of(const model& flight) {
        return std::make_shared<const detail::entity_model_of<World>>(flight);
    }

    detail::motion_segment::shared tracks_;
};

} // namespace orrery::time
