// How many steps of fixed length are due when time has gone on by any amount, and what remains of it. Who
// cannot keep up loses time instead of falling behind further and further: of the steps that are due at once
// only so many are made, and the others are counted and forgotten.
#pragma once

#include <cstdint>

namespace orrery::rigid {

class step_timer {
public:
    // Seconds above 0, and at least one step at once.
    step_timer(double time_step, std::uint32_t max_steps_at_once) noexcept;

    // Time goes on by some seconds; negative ones count as none. Answers how many steps to make.
    [[nodiscard]] std::uint32_t advance(double seconds) noexcept;

    // Seconds since the last step was due, 0 to time_step.
    [[nodiscard]] double remainder() const noexcept { return remainder_; }

    // Seconds until the next step is due.
    [[nodiscard]] double until_next() const noexcept { return time_step_ - remainder_; }

    // Steps that were due and never made.
    [[nodiscard]] std::uint64_t dropped_steps() const noexcept { return dropped_steps_; }

private:
    double time_step_;
    std::uint32_t max_steps_at_once_;
    double remainder_ = 0;
    std::uint64_t dropped_steps_ = 0;
};

} // namespace orrery::rigid
