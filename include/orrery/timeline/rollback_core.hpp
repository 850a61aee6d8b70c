// What rollback_session<World> is the typed side of, for all worlds: who takes part, which inputs are taken
// and when, and what happened or was withdrawn since the last frame. Inputs are journal items, events are
// marks and payloads. See rollback_session.hpp.
#pragma once

#include <orrery/core/result.hpp>
#include <orrery/timeline/detail/event_list.hpp>
#include <orrery/timeline/detail/history_parts.hpp>
#include <orrery/timeline/entry_id.hpp>
#include <orrery/timeline/journal_change.hpp>
#include <orrery/timeline/known_history.hpp>
#include <orrery/timeline/timeline_core.hpp>
#include <orrery/timeline/timeline_settings.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace orrery {

struct rollback_settings {
    std::uint32_t local_author = 0;
    std::vector<std::uint32_t> remote_authors{};
    // Frames between a local input and the step that takes it: time for it to reach the others.
    std::uint64_t input_delay = 2;
    // How late, and how far ahead of time, an input may come.
    std::uint64_t window = 60;
    // Frames, beside the window, that can be asked about; now and then twice as many.
    std::uint64_t kept_frames = 600;
    std::uint64_t frames_between_keyframes = 60;
    std::size_t track_bytes = std::size_t{64} << 20;
    bool seals_in_background = true;
};

struct rollback_statistics {
    std::uint64_t late_inputs = 0;
    std::uint64_t refused_inputs = 0;
    std::uint64_t repeated_inputs = 0;
    std::uint64_t rollbacks = 0;
    std::uint64_t frames_again = 0;     // how many were computed again
    std::uint64_t largest_rollback = 0; // in frames
};

namespace time {

class rollback_core {
public:
    using journal_item = detail::journal_item;

    // The settings of the timeline that a session needs.
    [[nodiscard]] static timeline_settings settings_for(const rollback_settings& settings);

    explicit rollback_core(timeline_core time, rollback_settings settings = {});

    [[nodiscard]] timeline_core& time() noexcept { return time_; }

    [[nodiscard]] const timeline_core& time() const noexcept { return time_; }

    // See rollback_session. The journal has it from the next advance() on.
    status define(const detail::definition_item& what);

    // The name and the frame of the next local input.
    [[nodiscard]] entry_label next_local() const noexcept;

    // Takes an entry that has them. Refused, with nothing changed, if the world refuses its input.
    status add_local(const journal_item& entry);

    // See rollback_session.
    status add_remote(const journal_item& entry);
    status confirm(std::uint32_t author, std::uint64_t frame);
    void advance();

    [[nodiscard]] std::uint64_t frame() const noexcept { return time_.head(); }

    [[nodiscard]] std::uint64_t confirmed_frame() const noexcept;

    // Since the last advance().
    [[nodiscard]] const detail::event_list& happened() const noexcept { return happened_; }

    [[nodiscard]] const detail::event_list& withdrawn() const noexcept { return withdrawn_; }

    [[nodiscard]] const rollback_statistics& statistics() const noexcept { return statistics_; }

private:
    struct player {
        std::uint32_t author = 0;
        std::uint64_t confirmed = 0;
    };

    [[nodiscard]] player* find_player(std::uint32_t author);
    // The entry with the same name and frame that has come already, or null.
    [[nodiscard]] const journal_item* find(const journal_item& entry) const;

    // The first frame for which inputs are taken.
    [[nodiscard]] std::uint64_t window_start() const noexcept {
        return std::max(frame() - std::min(frame(), settings_.window), time_.tail());
    }

    [[nodiscard]] status check_input(const journal_item& entry) const;
    [[nodiscard]] status check_remote(const journal_item& entry);
    void put_into_past();
    void make_frame();
    void forget_what_is_old();

    rollback_settings settings_;
    timeline_core time_;
    std::vector<player> players_; // by author
    journal_change arrived_;
    // What is known, with the definitions that have arrived; null if there are none.
    std::shared_ptr<const known_history> with_definitions_;
    std::uint32_t next_sequence_ = 0;
    detail::event_list happened_;
    detail::event_list withdrawn_;
    rollback_statistics statistics_;
};

} // namespace time
} // namespace orrery
