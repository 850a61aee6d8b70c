#include <orrery/core/check.hpp>
#include <orrery/math/number.hpp>
#include <orrery/rigid/step_timer.hpp>

namespace orrery::rigid {

step_timer::step_timer(double time_step, std::uint32_t max_steps_at_once) noexcept
    : time_step_(time_step)
    , max_steps_at_once_(max_steps_at_once) {
    ORRERY_CHECK(time_step > 0 && max_steps_at_once > 0, "a step takes time, and one at least can be made");
}

std::uint32_t step_timer::advance(double seconds) noexcept {
    const double longest = time_step_ * 1e15; // so that the steps can be counted
    remainder_ += max(0.0, min(seconds, longest));
    std::uint32_t steps = 0;
    while (remainder_ >= time_step_ && steps < max_steps_at_once_) {
        remainder_ -= time_step_;
        ++steps;
    }
    if (remainder_ >= time_step_) {
        const auto lost = static_cast<std::uint64_t>(remainder_ / time_step_);
        dropped_steps_ += lost;
        remainder_ = max(0.0, remainder_ - static_cast<double>(lost) * time_step_);
    }
    return steps;
}

} // namespace orrery::rigid
