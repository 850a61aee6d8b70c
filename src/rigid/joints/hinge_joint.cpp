#include "rigid/joints/joint_frame.hpp"

#include <orrery/core/registry/registry.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/input.hpp>
#include <orrery/rigid/joints/hinge_joint.hpp>
#include <orrery/rigid/world.hpp>

#include <numbers>

namespace orrery::rigid {
namespace {

constexpr scalar whole_turn = scalar(2 * std::numbers::pi);

// Turns and what is left of the angle, apart from each other: a wheel that has run for hours knows its angle
// as well as one that has just begun.
struct counted_angle {
    scalar turns = 0;
    scalar rest = 0; // from -pi to pi

    [[nodiscard]] scalar radians() const noexcept { return turns * whole_turn + rest; }
};

// Which of the angles that look like this one is meant: the one nearest to what was counted before and has
// advanced by so much since.
[[nodiscard]] counted_angle count_on(const constraint_memory& memory, scalar seen, scalar advance) noexcept {
    const scalar ahead = (memory.numbers[1] + advance - seen) / whole_turn;
    return {memory.numbers[0] + static_cast<scalar>(round_to<std::int64_t>(ahead)), seen};
}

struct hinge_frames {
    detail::joint_frame a;
    detail::joint_frame b;
};

[[nodiscard]] hinge_frames frames_of(const hinge_joint& what) noexcept {
    return {detail::frame_about(what.axis_a, what.reference_a),
            detail::frame_about(what.axis_b, what.reference_b)};
}

} // namespace

void prepare(const hinge_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept {
    const hinge_frames frames = frames_of(what);
    const detail::joint_frame now_a = rotate(a.orientation, frames.a);
    const detail::joint_frame now_b = rotate(b.orientation, frames.b);
    const detail::joint_frame halfway = rotate(a.halfway, frames.a);
    add_point_rows(a, what.pivot_a, b, what.pivot_b, rows);
    detail::add_axis_alignment(now_a, halfway, now_b.z, rows);
    const scalar angle = count_on(rows.memory(), detail::angle_about_z(now_a, now_b), 0).radians();
    add_axis_rows(what.turn, angle, {.turn_a = halfway.z, .turn_b = halfway.z}, a, b, rows);
}

void remember(const hinge_joint& what, const constrained_body& a, const constrained_body& b,
              constraint_memory& memory) noexcept {
    const hinge_frames frames = frames_of(what);
    const detail::joint_frame now_a = rotate(a.orientation, frames.a);
    const detail::joint_frame now_b = rotate(b.orientation, frames.b);
    const scalar advance = dot(now_a.z, b.angular_velocity - a.angular_velocity) * a.time_step;
    const counted_angle angle = count_on(memory, detail::angle_about_z(now_a, now_b), advance);
    memory.numbers[0] = angle.turns;
    memory.numbers[1] = angle.rest;
}

bool drive(hinge_joint& what, const input& how) noexcept {
    drive_axis(what.turn, how.value);
    return true;
}

scalar hinge_angle(const world& where, entity joint) noexcept {
    const orrery::registry& registry = where.registry();
    const hinge_joint* what = registry.try_get<hinge_joint>(joint);
    if (what == nullptr) {
        return 0;
    }
    const auto turn_of = [&](entity id) {
        const orientation* found = id ? registry.try_get<orientation>(id) : nullptr;
        return found != nullptr ? found->value : quaternion{};
    };
    const constraint_memory* memory = registry.try_get<constraint_memory>(joint);
    const hinge_frames frames = frames_of(*what);
    const scalar seen =
        detail::angle_about_z(rotate(turn_of(what->a), frames.a), rotate(turn_of(what->b), frames.b));
    return count_on(memory != nullptr ? *memory : constraint_memory{}, seen, 0).radians();
}

std::string_view check(const hinge_joint& what) noexcept {
    if (!detail::has_direction(what.axis_a) || !detail::has_direction(what.axis_b)) {
        return "an axis has no length";
    }
    return check_axis(what.turn);
}

} // namespace orrery::rigid
