#include "body_motion.hpp"

#include <orrery/math/simd/lanes.hpp>
#include <orrery/math/vector.hpp>

#include <numbers>

namespace orrery::rigid::detail {
namespace {

using four_numbers = simd::lanes<scalar, 4>;

[[nodiscard]] vector3 read_vector(const scalar* at) noexcept {
    return {at[0], at[1], at[2]};
}

void write_vector(vector3 value, scalar* at) noexcept {
    at[0] = value.x;
    at[1] = value.y;
    at[2] = value.z;
}

[[nodiscard]] vector3 limited(vector3 velocity, scalar max_speed) noexcept {
    const scalar speed = length(velocity);
    return speed > max_speed ? velocity * (max_speed / speed) : velocity;
}

// Radians in a sub-step. What turns faster cannot be followed: nobody could say which way round it went in a
// step.
constexpr scalar most_turn = scalar(std::numbers::pi / 4);

// One step of Newton's method on the implicit Euler equation of a torque-free body, in its own frame (Catto,
// "Numerical Methods", GDC 2015). It loses a little energy and never gains any.
[[nodiscard]] vector3 precess(const body_row& row, vector3 turned, vector3 spin, scalar substep) noexcept {
    const quaternion now =
        normalize(row.orientation + quaternion::from_parts(turned * scalar(0.5), 0) * row.orientation);
    const vector3 local = inverse_rotate(now, spin);
    const vector3 momentum = row.inertia * local;
    const matrix3 jacobian = row.inertia + (skew(local) * row.inertia - skew(momentum)) * substep;
    const auto correction = solve(jacobian, cross(local, momentum) * substep);
    return correction ? rotate(now, local - *correction) : spin;
}

} // namespace

body_motion body_motion::of(const body_row& row, vector3 acceleration, scalar substep) noexcept {
    const vector3 dv = acceleration * substep;
    const vector3 dw = row.angular_acceleration * substep;
    const scalar keep = scalar(1) / (scalar(1) + substep * row.slowing.linear);
    const scalar keep_spin = scalar(1) / (scalar(1) + substep * row.slowing.angular);
    const auto freedom = [&](std::uint32_t bit) { return (row.locked & bit) != 0 ? scalar(0) : scalar(1); };
    const row_of_four free{freedom(locked_axes::move_x), freedom(locked_axes::move_y),
                           freedom(locked_axes::move_z), 0};
    return {{dv.x, dv.y, dv.z, 0},
            {keep * free[0], keep * free[1], keep * free[2], 1},
            {dw.x, dw.y, dw.z, 0},
            {keep_spin, keep_spin, keep_spin, 1},
            free};
}

void write_solver_body(const body_row& row, scalar max_speed, scalar* body) noexcept {
    write_vector(limited(row.linear_velocity, max_speed), body + solver_body::velocity);
    body[solver_body::inverse_mass] = row.inverse_mass;
    vector3 spin = row.angular_velocity;
    for (int axis = 0; axis < 3; ++axis) {
        if ((row.locked & (locked_axes::turn_x << axis)) != 0) {
            spin[axis] = 0;
        }
    }
    write_vector(spin, body + solver_body::spin);
    for (std::ptrdiff_t place = solver_body::spin + 3; place < solver_body::stride; ++place) {
        body[place] = 0;
    }
}

void write_solver_inertia(const body_row& row, scalar* inertia) noexcept {
    const matrix3& i = row.inverse_inertia;
    write_vector({i[0].x, i[1].y, i[2].z}, inertia);
    write_vector({i[0].y, i[0].z, i[1].z}, inertia + 3);
    inertia[6] = 0;
    inertia[7] = 0;
}

void change_velocity(const body_motion& motion, const body_row& row, scalar substep, scalar* body) noexcept {
    const auto changed = [&](const scalar* at, const body_motion::row_of_four& change,
                             const body_motion::row_of_four& share) {
        return (four_numbers::load(at) + four_numbers::load(change.data())) *
               four_numbers::load(share.data());
    };
    changed(body + solver_body::velocity, motion.velocity_change, motion.velocity_share)
        .store(body + solver_body::velocity);
    changed(body + solver_body::spin, motion.spin_change, motion.spin_share).store(body + solver_body::spin);
    // A body that turns by less than a degree in fifteen seconds does not precess in a lifetime.
    constexpr scalar slowest = scalar(1e-3);
    const vector3 spin = read_vector(body + solver_body::spin);
    if (row.is_tumbling && dot(spin, spin) > slowest * slowest) {
        write_vector(precess(row, read_vector(body + solver_body::turned), spin, substep),
                     body + solver_body::spin);
    }
}

void move(const body_motion& motion, scalar substep, scalar* body) noexcept {
    const vector3 turning = read_vector(body + solver_body::spin);
    if (dot(turning, turning) * (substep * substep) > most_turn * most_turn) [[unlikely]] {
        write_vector(turning * (most_turn / (length(turning) * substep)), body + solver_body::spin);
    }
    const four_numbers seconds(substep);
    // Freedom is 0 for the inverse mass, which stands fourth.
    const four_numbers velocity =
        four_numbers::load(body + solver_body::velocity) * four_numbers::load(motion.freedom.data());
    (four_numbers::load(body + solver_body::moved) + velocity * seconds).store(body + solver_body::moved);
    const four_numbers spin = four_numbers::load(body + solver_body::spin);
    (four_numbers::load(body + solver_body::turned) + spin * seconds).store(body + solver_body::turned);
}

void read_solver_body(const scalar* body, scalar max_speed, body_row& row) noexcept {
    row.linear_velocity = limited(read_vector(body + solver_body::velocity), max_speed);
    row.angular_velocity = read_vector(body + solver_body::spin);
    row.position += read_vector(body + solver_body::moved);
    // What does not turn keeps its bits: to normalize again may change the last one.
    if (const vector3 turned = read_vector(body + solver_body::turned); turned != vector3{}) {
        row.orientation = normalize(quaternion::from_rotation_vector(turned) * row.orientation);
    }
}

void fly(const world_settings& settings, body_row& row) noexcept {
    const scalar substep = settings.time_step / static_cast<scalar>(settings.substeps);
    row.is_flying = true;
    row.linear_velocity += row.pull * settings.time_step;
    alignas(four_numbers) std::array<scalar, solver_body::stride> body;
    write_solver_body(row, settings.max_speed, body.data());
    const body_motion motion = body_motion::of(row, row.acceleration, substep);
    for (std::uint32_t number = 0; number < settings.substeps; ++number) {
        change_velocity(motion, row, substep, body.data());
        move(motion, substep, body.data());
    }
    read_solver_body(body.data(), settings.max_speed, row);
}

void glide(const world_settings& settings, body_row& row) noexcept {
    row.position += row.linear_velocity * settings.time_step;
    if (row.angular_velocity != vector3{}) {
        row.orientation = integrate(row.orientation, row.angular_velocity, settings.time_step);
    }
}

} // namespace orrery::rigid::detail
