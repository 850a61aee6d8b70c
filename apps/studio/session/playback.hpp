// The moment on show, and how it moves on. The moment that is wanted may lie beyond what is known, after a
// change of the past that has to be computed again: then the last known frame is shown until it is there.
#pragma once

#include <cstdint>

namespace orrery::studio {

class playback {
public:
    // Stops there.
    void show(double moment) noexcept;

    // Frames for each that passes; 0 stops at a whole frame.
    void play(double rate, std::uint64_t tail, std::uint64_t head) noexcept;

    // Stops at the tail; waits at the head.
    void advance(double seconds, double time_step, std::uint64_t tail, std::uint64_t head) noexcept;

    [[nodiscard]] double rate() const noexcept { return rate_; }

    [[nodiscard]] double wanted() const noexcept { return wanted_; }

    // With a fraction only while it moves slowly or stands between two frames.
    [[nodiscard]] double shown(std::uint64_t tail, std::uint64_t head) const noexcept;

private:
    double wanted_ = 0;
    double rate_ = 0;
};

} // namespace orrery::studio
