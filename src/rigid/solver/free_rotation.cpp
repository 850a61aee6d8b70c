#include "rigid/shape/invert_inertia.hpp"
#include "rigid/solver/free_rotation.hpp"

#include <orrery/math/vector.hpp>

#include <algorithm>
#include <limits>

namespace orrery::rigid::detail {
namespace {

// Radians that a body turns at most between two looks at its spin: the iterations then gain more than a
// digit each.
constexpr scalar largest_turn = scalar(0.125);
constexpr int most_pieces = 16;
constexpr int most_iterations_of_spin = 8;

// tan(h w / 2) / w, by its series: angles are below a quarter of a radian.
[[nodiscard]] scalar half_tangent(scalar speed_squared, scalar seconds) noexcept {
    const scalar half = seconds / 2;
    const scalar x = speed_squared * (half * half);
    return half * (1 + x * (scalar(1.0 / 3) + x * (scalar(2.0 / 15) + x * scalar(17.0 / 315))));
}

[[nodiscard]] bool is_settled(vector3 now, vector3 before) noexcept {
    constexpr scalar least = 4 * std::numeric_limits<scalar>::epsilon();
    return length_squared(now - before) <= least * least * length_squared(now);
}

} // namespace

std::optional<free_rotation> free_rotation::of(const body_row& row) noexcept {
    const auto inverted = invert_inertia(row.inertia);
    if (!inverted) {
        return std::nullopt;
    }
    int locked_axis = no_axis;
    for (int axis = 0; axis < 3; ++axis) {
        locked_axis = (row.locked & (locked_axes::turn_x << axis)) != 0 ? axis : locked_axis;
    }
    return free_rotation(row.inertia, *inverted, locked_axis);
}

void free_rotation::advance(quaternion& orientation, vector3& spin, scalar seconds) const noexcept {
    vector3 local = inverse_rotate(orientation, spin);
    const scalar speed = length(local);
    if (!(speed > 0)) {
        return;
    }
    // How fast the spin turns against the body counts, too: with odd moments it is faster than the body.
    const scalar change = length(inverse_ * cross(local, inertia_ * local));
    const scalar turn_of_all = seconds * (speed + change / speed);
    const int pieces = turn_of_all < largest_turn * most_pieces
                           ? 1 + static_cast<int>(turn_of_all / largest_turn)
                           : most_pieces;
    const scalar piece = seconds / static_cast<scalar>(pieces);
    if (locked_axis_ != no_axis) {
        for (int number = 0; number < pieces; ++number) {
            turn_locked(orientation, spin, piece);
        }
        return;
    }
    for (int number = 0; number < pieces; ++number) {
        turn(orientation, local, piece);
    }
    spin = rotate(orientation, local);
}

void free_rotation::turn(quaternion& orientation, vector3& local_spin, scalar seconds) const noexcept {
    const vector3 momentum = inertia_ * local_spin;
    vector3 mean = local_spin;
    vector3 half{}; // the turn, as the tangent of half its angle
    vector3 gain{}; // of the spin, until the middle
    for (int iteration = 0; iteration < most_iterations_of_spin; ++iteration) {
        half = mean * half_tangent(dot(mean, mean), seconds);
        const vector3 across = cross(half, momentum);
        gain = inverse_ * ((cross(half, across) - across) / (1 + dot(half, half)));
        const vector3 before = mean;
        mean = local_spin + gain;
        if (is_settled(mean, before)) {
            break;
        }
    }
    local_spin += gain * scalar(2);
    orientation = normalize(orientation * quaternion::from_parts(half, 1));
}

vector3 free_rotation::momentum_of(quaternion orientation, vector3 spin) const noexcept {
    return rotate(orientation, inertia_ * inverse_rotate(orientation, spin));
}

// The spin about the two free axes that has this angular momentum about them.
vector3 free_rotation::locked_spin(quaternion orientation, vector3 momentum) const noexcept {
    const matrix3 inertia = rotate_tensor(to_matrix(orientation), inertia_);
    const int i = (locked_axis_ + 1) % 3;
    const int j = (locked_axis_ + 2) % 3;
    const scalar determinant = inertia[i][i] * inertia[j][j] - inertia[i][j] * inertia[i][j];
    vector3 spin{};
    if (determinant > 0) {
        spin[i] = (inertia[j][j] * momentum[i] - inertia[i][j] * momentum[j]) / determinant;
        spin[j] = (inertia[i][i] * momentum[j] - inertia[i][j] * momentum[i]) / determinant;
    }
    return spin;
}

void free_rotation::turn_locked(quaternion& orientation, vector3& spin, scalar seconds) const noexcept {
    const vector3 momentum = momentum_of(orientation, spin);
    vector3 mean = spin;
    for (int iteration = 0; iteration < most_iterations_of_spin; ++iteration) {
        const vector3 before = mean;
        mean = locked_spin(integrate(orientation, mean, seconds / 2), momentum);
        if (is_settled(mean, before)) {
            break;
        }
    }
    orientation = integrate(orientation, mean, seconds);
    spin = locked_spin(orientation, momentum);
}

vector3 free_rotation::spin_after(quaternion orientation, vector3 spin, quaternion turned_to) const noexcept {
    const vector3 momentum = momentum_of(orientation, spin);
    return locked_axis_ != no_axis ? locked_spin(turned_to, momentum)
                                   : rotate(turned_to, inverse_ * inverse_rotate(turned_to, momentum));
}

void turn_to(quaternion orientation, body_row& row) noexcept {
    if (row.is_tumbling) {
        if (const auto free = free_rotation::of(row)) {
            row.angular_velocity = free->spin_after(row.orientation, row.angular_velocity, orientation);
        }
    }
    row.orientation = orientation;
}

} // namespace orrery::rigid::detail
