#include <orrery/hex/environment.hpp>
#include <orrery/hex/motion_model.hpp>
#include <orrery/hex/passive_motion.hpp>

#include <algorithm>

namespace orrery::hex {
namespace {

// Only what moves: neither form nor id matters to it.
object moving_part(const recorded_motion& what) noexcept {
    object made;
    made.place.position = what.position;
    made.place.angle = angle16::from_steps(what.angle);
    made.motion.a = what.a;
    made.motion.b = what.b;
    made.motion.turn = what.turn;
    made.motion.set_alarm(static_cast<std::uint8_t>(what.alarm));
    return made;
}

} // namespace

vector2 position_of(const recorded_motion& where) noexcept {
    const vector2i at = to_screen(where.position);
    return {static_cast<scalar>(at.x), static_cast<scalar>(at.y)};
}

recorded_motion to_recorded(const object& what, std::uint64_t frame, bool is_composite) noexcept {
    return {.position = what.place.position,
            .angle = what.place.angle.steps(),
            .frame = static_cast<std::uint32_t>(frame),
            .a = what.motion.a,
            .b = what.motion.b,
            .turn = what.motion.turn,
            .alarm = what.motion.alarm(),
            .left = is_composite ? std::uint16_t{0} : what.place.extended};
}

object from_recorded(const recorded_motion& what, const object_form& form, bool is_composite) noexcept {
    object made = moving_part(what);
    made.place.radius = form.radius;
    made.place.group = form.group;
    made.place.type = form.type;
    made.place.mark = form.mark;
    made.place.extended = is_composite ? std::uint16_t{0} : what.left;
    return made;
}

recorded_motion motion_model::fly(prepared, const recorded_motion& before, field_type) const noexcept {
    object next = advanced(moving_part(before), before.frame);
    const std::uint32_t frame = before.frame + 1;
    act(rules_->environment, frame, next.place, next.motion);
    recorded_motion after = to_recorded(next, frame, true);
    after.left = before.left;
    return after;
}

void motion_model::follow(const recorded_motion& before, recorded_motion& now) noexcept {
    const std::uint32_t frame = before.frame + 1;
    const displacement by = displacement_of(moving_part(now).motion, frame);
    const auto stopped = [](std::int32_t from, std::int32_t way) {
        return static_cast<std::int32_t>(
            std::clamp<std::int64_t>(std::int64_t{from} + way, -coordinate_limit, coordinate_limit));
    };
    now.position = {stopped(before.position.a, by.moved.a), stopped(before.position.b, by.moved.b)};
    now.angle = (angle16::from_steps(before.angle) + angle16::from_steps(by.turned)).steps();
    now.frame = frame;
}

std::array<std::int32_t, recorded_motion::pose_words>
motion_model::pose_rates(const recorded_motion& now) noexcept {
    const displacement by = displacement_of(moving_part(now).motion, now.frame + 1);
    return {by.moved.a, by.moved.b, by.turned, 1};
}

} // namespace orrery::hex
