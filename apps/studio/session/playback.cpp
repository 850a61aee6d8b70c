#include "apps/studio/session/playback.hpp"

#include <algorithm>
#include <cmath>

namespace orrery::studio {

void playback::show(double moment) noexcept {
    wanted_ = moment;
    rate_ = 0;
}

void playback::play(double rate, std::uint64_t tail, std::uint64_t head) noexcept {
    if (rate == 0) {
        wanted_ = std::max(wanted_ > static_cast<double>(head) ? wanted_ : std::floor(shown(tail, head)),
                           static_cast<double>(tail));
    } else if (rate < 0) {
        wanted_ = std::min(wanted_, static_cast<double>(head));
    }
    rate_ = rate;
}

void playback::advance(double seconds, double time_step, std::uint64_t tail, std::uint64_t head) noexcept {
    if (rate_ == 0) {
        return;
    }
    const double target = wanted_ + rate_ * seconds / time_step;
    if (rate_ > 0) {
        wanted_ = std::max(wanted_, std::min(target, static_cast<double>(head)));
    } else if (target <= static_cast<double>(tail)) {
        show(static_cast<double>(tail));
    } else {
        wanted_ = target;
    }
}

double playback::shown(std::uint64_t tail, std::uint64_t head) const noexcept {
    const double moment = std::clamp(wanted_, static_cast<double>(tail), static_cast<double>(head));
    return std::abs(rate_) >= 1 ? std::floor(moment) : moment;
}

} // namespace orrery::studio
