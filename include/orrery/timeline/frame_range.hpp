// Frames from one up to, but not with, another: [begin, end).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace orrery::time {

struct frame_range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;

    // Frames that have not been computed yet included.
    [[nodiscard]] static constexpr frame_range all() noexcept {
        return {0, std::numeric_limits<std::uint64_t>::max()};
    }

    [[nodiscard]] static constexpr frame_range one(std::uint64_t frame) noexcept {
        return {frame, frame + 1};
    }

    [[nodiscard]] constexpr bool is_empty() const noexcept { return begin >= end; }

    [[nodiscard]] constexpr std::uint64_t size() const noexcept { return is_empty() ? 0 : end - begin; }

    [[nodiscard]] constexpr bool contains(std::uint64_t frame) const noexcept {
        return frame >= begin && frame < end;
    }

    friend constexpr bool operator==(const frame_range&, const frame_range&) = default;
};

// The frames that are in both.
[[nodiscard]] constexpr frame_range common(frame_range a, frame_range b) noexcept {
    return {std::max(a.begin, b.begin), std::min(a.end, b.end)};
}

} // namespace orrery::time
