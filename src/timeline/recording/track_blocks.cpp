// A track block: how it refers to the block before it, then a segment. recorded_tracks.cpp reads it.
#include <orrery/core/hash.hpp>
#include <orrery/timeline/detail/census_archive.hpp>
#include <orrery/timeline/detail/computed_tracks.hpp>
#include <orrery/timeline/recorder_core.hpp>

#include <algorithm>
#include <utility>

namespace orrery::time {

// Without content a block takes back the one that began in the same frame.
status recorder_core::take_back_tracks(const history_parts& known) {
    for (const track_stretch& each : tracks_) {
        const bool begins_again = std::ranges::binary_search(
            *known.stretches, each.frames.first, {}, [](const auto& now) { return now.frames.first; });
        for (const block_kind kind : {block_kind::tracks, block_kind::events}) {
            if (status answer = begins_again ? status{} : file_.add(kind, each.frames, {}); !answer) {
                return answer;
            }
        }
    }
    return {};
}

status recorder_core::write_tracks(const history_parts& known) {
    if (status answer = take_back_tracks(known); !answer) {
        return answer;
    }
    const stretch_list& stretches = *known.stretches;
    bool has_changed = false;          // in this group
    bool has_last_one_changed = false; // of any group
    std::vector<std::uint64_t> hashes;
    for (std::size_t index = 0; index < stretches.size(); ++index) {
        const track_stretch& now = stretches[index];
        const bool is_first = index % segments_a_group == 0;
        has_changed = has_changed && !is_first;
        const bool is_same = index < tracks_.size() && tracks_[index].is_same_as(now);
        // The step out of the last frame of a stretch tells its events in the first frame of the next.
        const bool has_other_events = !is_same || has_last_one_changed;
        has_last_one_changed = !is_same;
        if (is_same && !has_changed) {
            hashes.push_back(track_hashes_[index]);
            status answer = has_other_events ? write_events(known.events, now.frames) : status{};
            if (!answer) {
                return answer;
            }
            continue;
        }
        has_changed = true;
        const motion_segment* const before = is_first ? nullptr : stretches[index - 1].tracks.get();
        const std::uint64_t hash_before = before != nullptr ? hashes.back() : 0;
        const motion_segment::shared tracks =
            now.tracks != nullptr ? now.tracks : detail::computed_tracks(known, now.frames);
        const result<std::uint64_t> hash = write_segment(*tracks, before, hash_before, now.frames);
        if (!hash) {
            return hash.reason();
        }
        hashes.push_back(*hash);
        if (status answer = write_events(known.events, now.frames); !answer) {
            return answer;
        }
    }
    tracks_ = stretches;
    track_hashes_ = std::move(hashes);
    return {};
}

// What is not sealed yet, as a segment of its own.
status recorder_core::write_fresh(const history_parts& known) {
    const detail::fresh_records& fresh = known.fresh;
    if (fresh.is_empty()) {
        return {};
    }
    std::vector<const detail::recorded_frame*> records;
    for (const detail::record_pointer& each : fresh.records()) {
        records.push_back(each.get());
    }
    const motion_segment::shared last = known.last_segment();
    const motion_segment::shared sealed = motion_segment::seal(records, last.get(), known.model);
    const bool is_first = known.stretches->size() % segments_a_group == 0;
    const motion_segment* const before = is_first ? nullptr : last.get();
    const std::uint64_t hash_before = before != nullptr ? track_hashes_.back() : 0;
    if (const auto hash = write_segment(*sealed, before, hash_before, fresh.frames()); !hash) {
        return hash.reason();
    }
    return write_events(known.events, fresh.frames());
}

// The hash of its bytes, for the one behind it.
result<std::uint64_t> recorder_core::write_segment(const motion_segment& tracks, const motion_segment* before,
                                                   std::uint64_t hash_before, frame_range frames) {
    byte_writer out;
    detail::census_writer censuses(*world_.codec);
    if (before != nullptr) {
        out.values(segment_link::to_hash, hash_before);
    } else {
        out.write(segment_link::none);
    }
    tracks.save(out, before,
                [&](byte_writer& into, const detail::census_pointer& who) { censuses.save(into, who); });
    if (const status answer = file_.add(block_kind::tracks, frames, out.bytes()); !answer) {
        return answer.reason();
    }
    return hash_bytes(out.bytes());
}

} // namespace orrery::time
