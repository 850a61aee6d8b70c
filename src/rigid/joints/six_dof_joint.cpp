#include "rigid/joints/joint_frame.hpp"

#include <orrery/rigid/input.hpp>
#include <orrery/rigid/joints/six_dof_joint.hpp>

#include <numbers>

namespace orrery::rigid {
namespace {

// Along which angular velocity the components of a rotation vector grow: the rows of the inverse of the left
// Jacobian of SO(3), h cot(h) 1 + (1 - h cot(h)) n n^T - h [n]x, where h is half the angle and n the axis.
struct turn_directions {
    vector3 axis{};
    scalar half = 0;
    scalar straight = 1; // h cot(h)

    explicit turn_directions(vector3 turn) noexcept {
        const scalar angle = length(turn);
        if (angle > scalar(1e-4)) {
            axis = turn / angle;
            half = angle / 2;
            const auto at_half = sin_cos(half);
            straight = half * at_half.cos / at_half.sin;
        }
    }

    [[nodiscard]] vector3 operator[](int index) const noexcept {
        const vector3 unit = vector3::unit(index);
        return unit * straight + axis * ((1 - straight) * axis[index]) + cross(axis, unit) * half;
    }
};

// The rotation vector that is nearer to another one, of the two that mean the same.
[[nodiscard]] vector3 nearer_to(vector3 other, vector3 turn) noexcept {
    const scalar angle = length(turn);
    const bool is_far = dot(turn, other) < 0 && angle > scalar(std::numbers::pi / 2);
    return is_far ? turn * (1 - scalar(2 * std::numbers::pi) / angle) : turn;
}

} // namespace

void prepare(const six_dof_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept {
    const quaternion frame_a = normalize(what.frame_a);
    const quaternion frame_b = normalize(what.frame_b);
    const quaternion now_a = a.orientation * frame_a;
    const quaternion halfway_a = a.halfway * frame_a;
    const vector3 place = inverse_rotate(now_a, detail::gap_between(a, what.pivot_a, b, what.pivot_b));
    const vector3 reach = detail::reach_halfway(a, b, what.pivot_b);
    const vector3 arm_b = b.arm_halfway(what.pivot_b);
    for (int axis = 0; axis < 3; ++axis) {
        const vector3 direction = rotate(halfway_a, vector3::unit(axis));
        add_axis_rows(what.slide[static_cast<std::size_t>(axis)], place[axis],
                      detail::row_along(direction, reach, arm_b), a, b, rows);
    }
    const vector3 turn = rotation_vector(inverse(now_a) * (b.orientation * frame_b));
    const vector3 turn_halfway = nearer_to(turn, rotation_vector(inverse(halfway_a) * (b.halfway * frame_b)));
    const turn_directions directions(turn_halfway);
    for (int axis = 0; axis < 3; ++axis) {
        const vector3 direction = rotate(halfway_a, directions[axis]);
        add_axis_rows(what.turn[static_cast<std::size_t>(axis)], turn[axis],
                      {.turn_a = direction, .turn_b = direction}, a, b, rows);
    }
}

bool drive(six_dof_joint& what, const input& how) noexcept {
    for (int axis = 0; axis < 3; ++axis) {
        what.slide[static_cast<std::size_t>(axis)].motor_speed = how.value[axis];
        what.turn[static_cast<std::size_t>(axis)].motor_speed = how.point[axis];
    }
    return true;
}

std::string_view check(const six_dof_joint& what) noexcept {
    for (const auto* axes : {&what.slide, &what.turn}) {
        for (const joint_axis& axis : *axes) {
            if (const std::string_view complaint = check_axis(axis); !complaint.empty()) {
                return complaint;
            }
        }
    }
    if (!(length(what.frame_a) > 0) || !(length(what.frame_b) > 0)) {
        return "a frame has no rotation: all its numbers are zero";
    }
    return {};
}

} // namespace orrery::rigid
