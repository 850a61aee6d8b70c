// Frames from `first` up to, but not including, `end`: what questions about time are asked over.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace orrery::time {

struct frame_range {
    std::uint64_t first = 0;
    std::uint64_t end = 0;

    // Frames that have not been computed yet included.
    [[nodiscard]] static constexpr frame_range all() noexcept {
        return {0, std::numeric_limits<std::uint64_t>::max()};
    }

    [[nodiscard]] static constexpr frame_range one(std::uint64_t frame) noexcept {
        return {frame, frame + 1};
    }

    [[nodiscard]] constexpr bool is_empty() const noexcept { return first >= end; }

    [[nodiscard]] constexpr std::uint64_t size() const noexcept { return is_empty() ? 0 : end - first; }

    [[nodiscard]] constexpr bool contains(std::uint64_t frame) const noexcept {
        return frame >= first && frame < end;
    }

    friend constexpr bool operator==(const frame_range&, const frame_range&) = default;
};

// The frames that are in both.
[[nodiscard]] constexpr frame_range common(frame_range a, frame_range b) noexcept {
    return {std::max(a.first, b.first), std::min(a.end, b.end)};
}

} // namespace orrery::time
