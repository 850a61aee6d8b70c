// Writes a timeline to one file while it runs: the first frame, the journal, keyframes with their hashes,
// tracks and events. Each call of write() adds what has been sealed since, so a process that dies leaves all
// that was written before. When the past was changed, what is different is written again, and the later block
// holds. Tracks that were given up before they were written are computed again for it. Memory: the bytes of
// one segment at a time, and the tracks that the timeline had at the last write.
//
//   auto file = time::recorder<rigid::world>::create("fall.orrery", time.world());
//   for (int second = 0; second < 60; ++second) {
//       time.advance(60);
//       if (status written = file->write(time); !written) { ... }
//   }
//   file->close(time);
//
// recording.hpp opens it.
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/archive/compression.hpp>
#include <orrery/core/archive/described_archive.hpp>
#include <orrery/core/hash.hpp>
#include <orrery/core/result.hpp>
#include <orrery/timeline/detail/census_archive.hpp>
#include <orrery/timeline/detail/computed_tracks.hpp>
#include <orrery/timeline/recording_file.hpp>
#include <orrery/timeline/storable_simulation.hpp>
#include <orrery/timeline/timeline.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery::time {

// Every so many segments one is written that does not refer to the one before: opening a frame reads no more.
inline constexpr std::uint64_t segments_a_group = 16;

// How a block of tracks begins: what it takes from the block of the frames before it.
enum class segment_link : std::uint8_t {
    none,
    to_any,  // whatever there is, as in recordings of version 1
    to_hash, // only if its content has the hash that follows: another one may be older, or stand in for a
             // lost one
};

template <storable_simulation World>
class recorder {
public:
    // `scene` is for whoever opens the file: how the first frame was made. The rules of a world that can
    // write them down (save_rules) go into the header, too.
    [[nodiscard]] static result<recorder> create(const std::string& path, const World& world,
                                                 std::span<const std::byte> scene = {}) {
        return begin(recording_writer::create(path, header_of(world, scene)), world);
    }

    // The same to a file that is open: see recording_writer::create_on().
    [[nodiscard]] static result<recorder> create_on(std::FILE* file, std::string name, const World& world,
                                                    std::span<const std::byte> scene = {}) {
        return begin(recording_writer::create_on(file, std::move(name), header_of(world, scene)), world);
    }

    // The same into memory: see recording_writer::create_in_memory().
    [[nodiscard]] static result<recorder> create_in_memory(const World& world,
                                                           std::span<const std::byte> scene = {},
                                                           compression most = compression::fast) {
        return begin(recording_writer::create_in_memory(header_of(world, scene), most), world);
    }

    // Writes what is new, and what is no longer as it was written.
    status write(timeline<World>& time) {
        time.seal();
        return write_sealed(*time.known());
    }

    // Waits until it would survive a power failure.
    status flush() { return file_.flush(); }

    // Writes the rest, up to the head.
    status close(timeline<World>& time) {
        time.seal();
        return close(*time.known());
    }

    // The same for what is known of a timeline that goes on elsewhere.
    status close(const history<World>& known) {
        if (status answer = write_sealed(known); !answer) {
            return answer;
        }
        if (status answer = write_fresh(known); !answer) {
            return answer;
        }
        return file_.close();
    }

    [[nodiscard]] std::uint64_t bytes() const noexcept { return file_.bytes(); }

    // What was written into memory, once it is closed.
    [[nodiscard]] std::vector<std::byte> take_bytes() noexcept { return file_.take_bytes(); }

private:
    using segment = detail::motion_segment;
    using input = typename World::input_type;
    using event = typename World::event_type;
    using snapshot = typename World::snapshot_type;

    struct written_keyframe {
        std::uint64_t frame = 0;
        typename keyframe_list<snapshot>::frame_pointer what{};
        std::uint64_t hash = 0;
        std::size_t bytes = 0; // before they were compressed
    };

    using keyframe_place = typename std::vector<written_keyframe>::const_iterator;

    recorder(recording_writer file, const World& world)
        : file_(std::move(file))
        , machine_(world.machine().make_single_threaded())
        , world_(std::make_unique<World>(world.fork(*machine_))) {}

    [[nodiscard]] static recording_header header_of(const World& world, std::span<const std::byte> scene) {
        recording_header header{.world = std::string(std::string_view(World::type_name))};
        header.scene.assign(scene.begin(), scene.end());
        if constexpr (requires(byte_writer& out) { save_rules(out, world); }) {
            byte_writer rules;
            save_rules(rules, world);
            header.settings.assign(rules.bytes().begin(), rules.bytes().end());
        }
        return header;
    }

    [[nodiscard]] static result<recorder> begin(result<recording_writer> file, const World& world) {
        if (!file) {
            return file.reason();
        }
        return recorder(std::move(*file), world);
    }

    status write_sealed(const history<World>& known) {
        if (status answer = write_journal(known); !answer) {
            return answer;
        }
        if (status answer = take_back_keyframes(known); !answer) {
            return answer;
        }
        if (status answer = write_keyframes(known); !answer) {
            return answer;
        }
        return write_tracks(known);
    }

    status write_journal(const history<World>& known) {
        status answer;
        journal_.each_changed_group(
            known.journal, [&](frame_range frames, std::span<const journal_entry<input>> all) {
                byte_writer out;
                std::vector<input> inputs;
                out.write_variable(all.size());
                for (const journal_entry<input>& each : all) {
                    out.values(each.id.author, each.id.sequence, each.when.first, each.when.end);
                    inputs.push_back(each.input);
                }
                save_described(out, std::span<const input>(inputs));
                if (answer) {
                    answer = file_.add(block_kind::journal, frames, out.bytes());
                }
            });
        journal_ = known.journal;
        return answer;
    }

    status write_keyframes(const history<World>& known) {
        for (const auto& each : known.keyframes.frames()) {
            const auto place =
                std::ranges::lower_bound(keyframes_, each->frame, {}, &written_keyframe::frame);
            const bool is_there = place != keyframes_.end() && place->frame == each->frame;
            if (is_there ? place->what == each : !is_due(known, place, each->frame)) {
                continue;
            }
            const std::uint64_t hash = each->state.hash();
            if (is_there && place->hash == hash) {
                place->what = each; // the same frame, kept in another way
                continue;
            }
            byte_writer out;
            save_frame(out, *world_, each->state);
            byte_writer hash_bytes;
            hash_bytes.write(hash);
            if (status answer = add_keyframe(each->frame, out.bytes(), hash_bytes.bytes()); !answer) {
                return answer;
            }
            const written_keyframe made{each->frame, each, hash, out.bytes().size()};
            if (is_there) {
                *place = made;
            } else {
                keyframes_.insert(place, made);
            }
        }
        return {};
    }

    // A keyframe saves computing frames again and weighs as much as seconds of tracks. So there is one where
    // the tracks since the one before weigh as much as that did, which is where frames take long to compute,
    // and now and then in any case.
    [[nodiscard]] bool is_due(const history<World>& known, keyframe_place after, std::uint64_t frame) const {
        constexpr std::uint64_t longest_pause = 960;
        if (after == keyframes_.begin()) {
            return true;
        }
        const written_keyframe& last = *std::prev(after);
        std::size_t bytes = 0;
        auto part = std::ranges::lower_bound(*known.stretches, last.frame, {},
                                             [](const auto& each) { return each.frames.first; });
        for (; part != known.stretches->end() && part->frames.end <= frame; ++part) {
            bytes += part->tracks != nullptr ? part->tracks->bytes() : 0;
        }
        return bytes >= last.bytes || frame - last.frame >= longest_pause;
    }

    // Those that were written before the past was changed, and of which the timeline has no newer version.
    status take_back_keyframes(const history<World>& known) {
        std::size_t same = 0;
        while (same < tracks_.size() && same < known.stretches->size() &&
               tracks_[same].is_same_as((*known.stretches)[same])) {
            ++same;
        }
        const std::uint64_t changed_from = same == 0 ? 0 : tracks_[same - 1].frames.end;
        for (auto each = keyframes_.begin(); each != keyframes_.end();) {
            const auto& there = known.keyframes.frames();
            const auto place = std::ranges::lower_bound(there, each->frame, {},
                                                        [](const auto& other) { return other->frame; });
            const bool is_known = place != there.end() && (*place)->frame == each->frame;
            if (is_known || each->frame < changed_from) {
                ++each;
                continue;
            }
            if (status answer = add_keyframe(each->frame, {}, {}); !answer) {
                return answer;
            }
            each = keyframes_.erase(each);
        }
        return {};
    }

    // Without content it takes back the one that was written for this frame.
    status add_keyframe(std::uint64_t frame, std::span<const std::byte> content,
                        std::span<const std::byte> hash) {
        const frame_range here = frame_range::one(frame);
        if (status answer = file_.add(block_kind::keyframe, here, content); !answer) {
            return answer;
        }
        return file_.add(block_kind::hashes, here, hash, compression::none);
    }

    // Without content a block takes back the one that began in the same frame.
    status take_back_tracks(const history<World>& known) {
        for (const auto& each : tracks_) {
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

    status write_tracks(const history<World>& known) {
        if (status answer = take_back_tracks(known); !answer) {
            return answer;
        }
        bool has_changed = false;          // in this group
        bool has_last_one_changed = false; // of any group
        std::vector<std::uint64_t> hashes;
        for (std::size_t number = 0; number < known.stretches->size(); ++number) {
            const auto& now = (*known.stretches)[number];
            const bool is_first = number % segments_a_group == 0;
            has_changed = has_changed && !is_first;
            const bool is_same = number < tracks_.size() && tracks_[number].is_same_as(now);
            // The step out of the last frame of a stretch tells its events in the first frame of the next.
            const bool has_other_events = !is_same || has_last_one_changed;
            has_last_one_changed = !is_same;
            if (is_same && !has_changed) {
                hashes.push_back(track_hashes_[number]);
                if (status answer = has_other_events ? write_events(known, now.frames) : status{}; !answer) {
                    return answer;
                }
                continue;
            }
            has_changed = true;
            const segment* const before = is_first ? nullptr : (*known.stretches)[number - 1].tracks.get();
            const std::uint64_t hash_before = before != nullptr ? hashes.back() : 0;
            const std::shared_ptr<const segment> tracks =
                now.tracks != nullptr ? now.tracks : detail::computed_tracks(known.parts(), now.frames);
            const result<std::uint64_t> hash = write_segment(*tracks, before, hash_before, now.frames);
            if (!hash) {
                return hash.reason();
            }
            hashes.push_back(*hash);
            if (status answer = write_events(known, now.frames); !answer) {
                return answer;
            }
        }
        tracks_ = *known.stretches;
        track_hashes_ = std::move(hashes);
        return {};
    }

    // What is not sealed yet, as a segment of its own.
    status write_fresh(const history<World>& known) {
        const detail::fresh_records& fresh = known.parts().fresh;
        if (fresh.is_empty()) {
            return {};
        }
        std::vector<const detail::recorded_frame*> records;
        for (const detail::record_pointer& each : fresh.records()) {
            records.push_back(each.get());
        }
        const std::shared_ptr<const segment> last = known.parts().last_segment();
        const auto sealed = segment::seal(records, last.get(), known.parts().model);
        const bool is_first = known.stretches->size() % segments_a_group == 0;
        const segment* const before = is_first ? nullptr : last.get();
        const std::uint64_t hash_before = before != nullptr ? track_hashes_.back() : 0;
        if (const auto hash = write_segment(*sealed, before, hash_before, fresh.frames()); !hash) {
            return hash.reason();
        }
        return write_events(known, fresh.frames());
    }

    // The hash of its bytes, for the one behind it.
    result<std::uint64_t> write_segment(const segment& tracks, const segment* before,
                                        std::uint64_t hash_before, frame_range frames) {
        byte_writer out;
        detail::census_writer<World> censuses;
        if (before != nullptr) {
            out.values(segment_link::to_hash, hash_before);
        } else {
            out.write(segment_link::none);
        }
        tracks.save(out, before, [&](byte_writer& into, const detail::census_pointer& who) {
            censuses.save(into, std::static_pointer_cast<const census<typename World::form_type>>(who));
        });
        if (const status answer = file_.add(block_kind::tracks, frames, out.bytes()); !answer) {
            return answer.reason();
        }
        return hash_bytes(out.bytes());
    }

    status write_events(const history<World>& known, frame_range frames) {
        byte_writer out;
        std::vector<event> all;
        std::vector<std::uint64_t> when;
        known.events.each_event(frames, [&](std::uint64_t frame, const event& what) {
            all.push_back(what);
            when.push_back(frame);
        });
        out.write_variable(when.size());
        for (const std::uint64_t frame : when) {
            out.write_variable(frame - frames.first);
        }
        save_described(out, std::span<const event>(all));
        return file_.add(block_kind::events, frames, out.bytes());
    }

    recording_writer file_;
    std::unique_ptr<engine> machine_;
    std::unique_ptr<World> world_; // for what is the same in all frames
    // As they were written.
    journal<input> journal_;
    std::vector<written_keyframe> keyframes_; // by frame
    stretch_list tracks_;
    std::vector<std::uint64_t> track_hashes_; // of their bytes
};

} // namespace orrery::time
