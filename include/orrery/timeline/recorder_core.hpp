// Writes a timeline_core to one file while it runs: the first frame, the journal with its
// definitions, keyframes with their hashes, tracks and events. What recorder<World> is the typed side of, for
// all worlds; see recorder.hpp.
//
// src/timeline/recording has a file for each kind of block (journal_blocks.cpp and so on), with what writes
// it and what reads it.
#pragma once

#include <orrery/core/archive/compression.hpp>
#include <orrery/core/result.hpp>
#include <orrery/timeline/detail/history_parts.hpp>
#include <orrery/timeline/known_history.hpp>
#include <orrery/timeline/recording_file.hpp>
#include <orrery/timeline/timeline_core.hpp>
#include <orrery/timeline/world_codec.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
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

class recorder_core {
public:
    // `world` is a copy of that of the timeline; its rules go into the header. `scene` is for whoever opens
    // the file: how the first frame was made.
    [[nodiscard]] static result<recorder_core> create(const std::string& path, storable_world world,
                                                      std::span<const std::byte> scene = {});

    // The same to a file that is open: see recording_writer::create_on().
    [[nodiscard]] static result<recorder_core>
    create_on(std::FILE* file, std::string name, storable_world world, std::span<const std::byte> scene = {});

    // The same into memory: see recording_writer::create_in_memory().
    [[nodiscard]] static result<recorder_core> create_in_memory(storable_world world,
                                                                std::span<const std::byte> scene = {},
                                                                compression most = compression::fast);

    // Writes what is new, and what is no longer as it was written.
    status write(timeline_core& time);

    // Waits until it would survive a power failure.
    status flush() { return file_.flush(); }

    // Writes the rest, up to the head.
    status close(timeline_core& time);

    // The same for what is known of a timeline that goes on elsewhere.
    status close(const known_history& known);

    [[nodiscard]] std::uint64_t bytes() const noexcept { return file_.bytes(); }

    // What was written into memory, once it is closed.
    [[nodiscard]] std::vector<std::byte> take_bytes() noexcept { return file_.take_bytes(); }

private:
    using history_parts = detail::history_parts;
    using motion_segment = detail::motion_segment;

    struct written_keyframe {
        detail::frame_state state{};
        std::uint64_t hash = 0;
        std::size_t bytes = 0; // before they were compressed

        [[nodiscard]] std::uint64_t frame() const noexcept { return state->frame; }
    };

    using keyframe_list = std::vector<written_keyframe>; // by frame

    recorder_core(recording_writer file, storable_world world);

    [[nodiscard]] static result<recorder_core> begin(result<recording_writer> file, storable_world world);

    [[nodiscard]] status write_sealed(const history_parts& known);

    // definition_blocks.cpp
    [[nodiscard]] status write_definitions(const detail::definition_list& definitions);

    // journal_blocks.cpp
    [[nodiscard]] status write_journal(const detail::journal_log& journal);

    // keyframe_blocks.cpp
    [[nodiscard]] status write_keyframes(const history_parts& known);
    [[nodiscard]] status write_keyframe(const detail::frame_state& state);
    [[nodiscard]] bool is_due(const history_parts& known, keyframe_list::const_iterator after,
                              std::uint64_t frame) const;
    [[nodiscard]] status take_back_keyframes(const history_parts& known);
    [[nodiscard]] status add_keyframe(std::uint64_t frame, std::span<const std::byte> content,
                                      std::span<const std::byte> hash);

    // track_blocks.cpp
    [[nodiscard]] status take_back_tracks(const history_parts& known);
    [[nodiscard]] status write_tracks(const history_parts& known);
    [[nodiscard]] status write_fresh(const history_parts& known);
    [[nodiscard]] result<std::uint64_t> write_segment(const motion_segment& tracks,
                                                      const motion_segment* before, std::uint64_t hash_before,
                                                      frame_range frames);

    // event_blocks.cpp
    [[nodiscard]] status write_events(const detail::event_log& events, frame_range frames);

    recording_writer file_;
    storable_world world_; // for what is the same in all frames
    // As they were written.
    detail::definition_list definitions_;
    detail::journal_log journal_;
    keyframe_list keyframes_;
    stretch_list tracks_;
    std::vector<std::uint64_t> track_hashes_; // of their bytes
};

} // namespace orrery::time
