// A timeline in a file, opened, without templates: what recording<World> is the typed side of, for all
// worlds; see recording.hpp. Motions are rows of numbers, forms lie in the census, events are marks and
// payloads. Bytes are taken for hostile. Several threads may ask one recording.
#pragma once

#include <orrery/core/function_ref.hpp>
#include <orrery/core/result.hpp>
#include <orrery/timeline/detail/current_blocks.hpp>
#include <orrery/timeline/detail/event_log.hpp>
#include <orrery/timeline/detail/history_parts.hpp>
#include <orrery/timeline/detail/recorded_tracks.hpp>
#include <orrery/timeline/known_history.hpp>
#include <orrery/timeline/recording_file.hpp>
#include <orrery/timeline/timeline_settings.hpp>
#include <orrery/timeline/world_codec.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace orrery::time {

// What verify() found.
struct verification {
    std::uint64_t frames = 0; // that are as recorded, before the first that is not
    std::optional<std::uint64_t> first_difference{};
    entity_key who = entity_key::none; // none: somebody is there in one only, or a hash differs
    bool is_in_events = false;         // the frame is as recorded, but not what happened in it

    [[nodiscard]] bool is_same() const noexcept { return !first_difference.has_value(); }
};

// An entry of a recorded journal that could not be taken.
struct refused_entry {
    entry_id id{};
    frame_range when{};
    std::string reason;
};

class recording_core {
public:
    using state_visitor = known_history::state_visitor;
    using motion_room_for = known_history::motion_room_for;

    // The world says by which rules: its settings, shapes and the like; its own frame does not matter.
    [[nodiscard]] static result<recording_core> open(const std::string& path, storable_world rules);
    // The same of a file that is open already, or never was one.
    [[nodiscard]] static result<recording_core> open(recording_reader file, storable_world rules);

    [[nodiscard]] const recording_reader& file() const noexcept { return *file_; }

    // Those that have tracks; damage may have left holes.
    [[nodiscard]] frame_range frames() const noexcept { return tracks_.frames(); }

    [[nodiscard]] const detail::journal_log& journal() const noexcept { return journal_; }

    // See recording.
    [[nodiscard]] std::span<const refused_entry> refused_entries() const noexcept { return refused_; }

    [[nodiscard]] std::span<const refused_definition> refused_definitions() const noexcept {
        return refused_definitions_;
    }

    // Everything there was in a frame: calls room(who), which answers with memory for the motions of all. It
    // is not called if the frame cannot be had.
    [[nodiscard]] status read_frame(std::uint64_t frame, motion_room_for room) const;

    // One entity in one frame: calls take(census, place, motion) if it is there.
    [[nodiscard]] status read_entity(entity_key key, std::uint64_t frame, state_visitor take) const;

    // All events of readable blocks, without those that the rules of their field table refuse.
    [[nodiscard]] detail::event_log events() const;

    // Puts a world into the last readable keyframe that is not after a frame, and makes the definitions of
    // the journal known to it. If there is none, the world stays as it is.
    [[nodiscard]] status load_keyframe(simulation_interface& world, std::uint64_t frame) const;

    // The same, and steps with the journal up to the frame.
    [[nodiscard]] status revive(simulation_interface& world, std::uint64_t frame) const;

    // Computes everything again and finds the first frame that is not as recorded, bit for bit. Calls
    // watch(frame) after each frame that is. Refused if the first keyframe or the journal cannot be read.
    [[nodiscard]] result<verification> verify(function_ref<void(std::uint64_t)> watch) const;

    // The past that a timeline with these settings goes on from.
    [[nodiscard]] result<detail::history_parts> past(const timeline_settings& settings = {}) const;

private:
    recording_core(std::shared_ptr<const recording_reader> file, storable_world rules,
                   detail::current_blocks blocks);

    struct read_definition {
        std::size_t index = 0; // in the order in which the recording has them
        detail::definition_item item;
    };

    // definition_blocks.cpp
    [[nodiscard]] status read_definitions(std::span<const recorded_block> blocks);
    void take_definitions(std::vector<read_definition> all);
    void log_refused_definitions() const;
    [[nodiscard]] status define_all(simulation_interface& world) const;

    // journal_blocks.cpp
    [[nodiscard]] status read_journal(const recorded_block& block);
    void add_entry(const detail::journal_item& entry, const recorded_block& block);
    void log_refused_entries() const;

    // event_blocks.cpp
    [[nodiscard]] status read_events(const recorded_block& block, detail::event_log& into) const;
    [[nodiscard]] detail::event_log empty_events() const;
    // Whether the recording has said what happened in a frame; it may have been cut off before.
    [[nodiscard]] bool has_events_of(std::uint64_t frame) const noexcept;

    // verify.cpp
    // One frame that was computed again, in which the world is.
    [[nodiscard]] result<verification> compare(const simulation_interface& world,
                                               const detail::recorded_frame& computed,
                                               const detail::event_log& recorded) const;
    [[nodiscard]] result<bool> has_recorded_hash(const simulation_interface& world) const;
    [[nodiscard]] verification compare_events(const detail::recorded_frame& computed,
                                              const detail::event_log& recorded) const;

    // resume.cpp
    [[nodiscard]] result<std::shared_ptr<const stretch_list>> load_stretches() const;

    std::shared_ptr<const recording_reader> file_;
    storable_world world_;                  // histories of it may outlast the recording
    std::vector<recorded_block> keyframes_; // by frame, the latest of each
    std::vector<recorded_block> hashes_;
    std::vector<recorded_block> event_blocks_;
    detail::recorded_tracks tracks_;
    detail::journal_log journal_;
    std::vector<refused_entry> refused_;
    std::vector<refused_definition> refused_definitions_;
};

} // namespace orrery::time
