#include <orrery/circles/motion_model.hpp>
#include <orrery/math/elementary.hpp>

#include <numbers>

namespace orrery::circles {

scalar wrapped_angle(scalar angle) noexcept {
    constexpr auto pi = std::numbers::pi_v<scalar>;
    if (angle >= -pi && angle < pi) {
        return angle;
    }
    const scalar turned = angle - floor((angle + pi) / (2 * pi)) * (2 * pi);
    // Rounding may end on either border.
    return turned >= -pi && turned < pi ? turned : -pi;
}

forces::forces(const rules& by) noexcept
    : pull_(by.gravity * by.time_step)
    , kept_(scalar(1) / (1 + by.damping * by.time_step))
    , kept_spin_(scalar(1) / (1 + by.spin_damping * by.time_step))
    , max_speed_(by.max_speed) {}

motion forces::act_on(const motion& before) const noexcept {
    motion now = before;
    now.velocity = (before.velocity + pull_) * kept_;
    now.spin = before.spin * kept_spin_;
    const scalar speed_squared = dot(now.velocity, now.velocity);
    if (speed_squared > max_speed_ * max_speed_) {
        now.velocity = now.velocity * (max_speed_ / sqrt(speed_squared));
    }
    return now;
}

motion flown(const motion& from, scalar seconds) noexcept {
    motion there = from;
    there.position = from.position + from.velocity * seconds;
    there.angle = wrapped_angle(from.angle + from.spin * seconds);
    return there;
}

motion motion_model::fly(prepared, const motion& before, field_type) const noexcept {
    return flown(forces_.act_on(before), time_step_);
}

void motion_model::follow(const motion& before, motion& now) const noexcept {
    const motion there = flown({before.position, before.angle, now.velocity, now.spin}, time_step_);
    now.position = there.position;
    now.angle = there.angle;
}

} // namespace orrery::circles
