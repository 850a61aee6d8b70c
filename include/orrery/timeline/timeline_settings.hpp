// How much a timeline keeps, and what a change of its past has cost.
#pragma once

#include <cstddef>
#include <cstdint>

namespace orrery {

// Which values are possible is checked where a timeline is made.
struct timeline_settings {
    std::uint64_t frames_between_keyframes = 60; // 1 to 256
    // Of so many last frames every one is a keyframe, and none is compressed yet: for those who go back a
    // little all the time.
    std::uint64_t dense_keyframes = 0;
    // Beyond that keyframes are given up, the farther back the more; 2 or more.
    std::size_t most_keyframes = 128;
    // Beyond that the oldest tracks are given up, and questions about them computed.
    std::size_t track_bytes = std::size_t{256} << 20;
    // Changes that can be undone.
    std::size_t most_undos = 64;
    bool seals_in_background = true;
    // Whether a change that everything feels is computed up to the head at once. If not, the head goes back
    // to where it begins to be felt, and advance() goes on from there.
    bool keeps_head = true;
};

// What a change of the past has cost.
struct rewrite_report {
    std::uint64_t from = 0;          // the first frame that was computed again
    std::uint64_t entity_frames = 0; // how many entities in how many frames, all in all
    bool was_local = true;           // false: everything was computed again
};

} // namespace orrery
