// How far and how fast a forecaster runs ahead, and how far it has come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace orrery {

struct forecaster_settings {
    std::uint64_t horizon = 3600; // frames beyond the present
    double cpu_share = 0.5;       // of one core: 0.001 to 1
    bool has_thread = true;       // false: work() does it
    // Called by the thread that makes a change, once the change is done: made or refused. Not for changes
    // that stop() refuses. Must return soon, and must not call wait_for(), work(), stop() or take().
    std::function<void()> on_edit_done{};
};

enum class forecast_state : std::uint8_t {
    running,
    at_horizon,
    out_of_memory, // the tracks from the present on fill the budget
    stopped,
};

struct forecast_progress {
    forecast_state state = forecast_state::running;
    std::uint64_t head = 0; // the last frame that is known
    std::uint64_t present = 0;
    std::uint64_t goal = 0; // the frame to which it runs
    std::size_t edits_waiting = 0;
    std::size_t bytes = 0;        // of tracks and events
    double frames_per_second = 0; // lately, with the rests
};

} // namespace orrery
