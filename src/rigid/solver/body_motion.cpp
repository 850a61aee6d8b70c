#include "rigid/solver/body_motion.hpp"
#include "rigid/solver/free_rotation.hpp"
#include "rigid/solver/precession.hpp"

#include <orrery/math/vector.hpp>

#include <numbers>
#include <optional>

namespace orrery::rigid::detail {
namespace {

// A body's row of the solver, in registers.
struct row_lanes {
    four velocity; // and the inverse mass
    four spin;
    four moved;
    four turned;

    [[nodiscard]] static row_lanes load(const scalar* body) noexcept {
        return {four::load(body + solver_body::velocity), four::load(body + solver_body::spin),
                four::load(body + solver_body::moved), four::load(body + solver_body::turned)};
    }
};

[[nodiscard]] vector3 first_three(four a) noexcept {
    return {a[0], a[1], a[2]};
}

[[nodiscard]] vector3 limited(vector3 velocity, scalar max_speed) noexcept {
    const scalar speed = length(velocity);
    return speed > max_speed ? velocity * (max_speed / speed) : velocity;
}

// Radians in a sub-step. What turns faster cannot be followed: nobody could say which way round it went in a
// step.
constexpr scalar most_turn = scalar(std::numbers::pi / 4);

// A body that turns by less than a degree in fifteen seconds does not precess in a lifetime.
constexpr scalar slowest_spin = scalar(1e-3);

// The body's row when the step begins.
[[nodiscard]] row_lanes start(const body_row& row, scalar max_speed) noexcept {
    const vector3 velocity = limited(row.linear_velocity, max_speed);
    vector3 spin = row.angular_velocity;
    for (int axis = 0; axis < 3; ++axis) {
        if ((row.locked & (locked_axes::turn_x << axis)) != 0) {
            spin[axis] = 0;
        }
    }
    return {make_four(velocity.x, velocity.y, velocity.z, row.inverse_mass),
            make_four(spin.x, spin.y, spin.z, 0), four(0), four(0)};
}

[[nodiscard]] inline four limited_spin(four spin, scalar substep) noexcept {
    const vector3 turning = first_three(spin);
    if (dot(turning, turning) * (substep * substep) > most_turn * most_turn) [[unlikely]] {
        const vector3 slower = turning * (most_turn / (length(turning) * substep));
        return make_four(slower.x, slower.y, slower.z, spin[3]);
    }
    return spin;
}

// Forces and damping.
inline void push(const body_motion& motion, scalar substep, row_lanes& body) noexcept {
    body.velocity = (body.velocity + motion.velocity_change) * motion.velocity_share;
    body.spin = limited_spin((body.spin + motion.spin_change) * motion.spin_share, substep);
}

// And the precession of a body that tumbles.
inline void change_velocity(const body_motion& motion, const body_row& row, scalar substep,
                            row_lanes& body) noexcept {
    push(motion, substep, body);
    if (!row.is_tumbling_freely()) {
        return;
    }
    const lane_vector<scalar> spin = first_three(body.spin);
    if (dot(spin, spin) > slowest_spin * slowest_spin) {
        const lane_vector<scalar> after =
            precess(tumbling_of(row), lane_vector<scalar>(first_three(body.turned)), spin, substep);
        body.spin = make_four(after.x, after.y, after.z, body.spin[3]);
    }
}

inline void move(const body_motion& motion, scalar substep, row_lanes& body) noexcept {
    const four seconds(substep);
    // Freedom is 0 for the inverse mass, which stands fourth.
    body.moved = body.moved + body.velocity * motion.freedom * seconds;
    // The spin itself is limited before the next sub-step: until then contacts have to find what they have
    // left, or a ball would slip again and be slowed down again by the same blow.
    body.turned = body.turned + limited_spin(body.spin, substep) * seconds;
}

// Where the body is when the step ends.
void finish(const row_lanes& body, scalar max_speed, body_row& row) noexcept {
    const vector3 velocity = first_three(body.velocity);
    if (const scalar speed = length(velocity); speed > max_speed) [[unlikely]] {
        row.excess_speed += speed - max_speed;
    }
    row.linear_velocity = limited(velocity, max_speed);
    row.angular_velocity = first_three(body.spin);
    row.position += first_three(body.moved);
    // What does not turn keeps its bits: to normalize again may change the last one.
    if (const vector3 turned = first_three(body.turned); turned != vector3{}) {
        row.orientation = normalize(quaternion::from_rotation_vector(turned) * row.orientation);
    }
}

} // namespace

body_motion body_motion::of(const body_row& row, vector3 acceleration, scalar substep) noexcept {
    const vector3 dv = acceleration * substep;
    const vector3 dw = row.angular_acceleration * substep;
    const scalar keep = scalar(1) / (scalar(1) + substep * row.slowing.linear);
    const scalar keep_spin = scalar(1) / (scalar(1) + substep * row.slowing.angular);
    const auto freedom = [&](std::uint32_t bit) { return (row.locked & bit) != 0 ? scalar(0) : scalar(1); };
    const vector3 free{freedom(locked_axes::move_x), freedom(locked_axes::move_y),
                       freedom(locked_axes::move_z)};
    return {make_four(dv.x, dv.y, dv.z, 0), make_four(keep * free.x, keep * free.y, keep * free.z, 1),
            make_four(dw.x, dw.y, dw.z, 0), make_four(keep_spin, keep_spin, keep_spin, 1),
            make_four(free.x, free.y, free.z, 0)};
}

void write_solver_body(const body_row& row, scalar max_speed, scalar* body) noexcept {
    const row_lanes begun = start(row, max_speed);
    begun.velocity.store(body + solver_body::velocity);
    begun.spin.store(body + solver_body::spin);
    begun.moved.store(body + solver_body::moved);
    begun.turned.store(body + solver_body::turned);
}

void write_solver_inertia(const body_row& row, scalar* inertia) noexcept {
    const matrix3& i = row.inverse_inertia;
    make_four(i[0].x, i[1].y, i[2].z, i[0].y).store(inertia);
    make_four(i[0].z, i[1].z, 0, 0).store(inertia + 4);
}

void change_velocity(const body_motion& motion, const body_row& row, scalar substep, scalar* body) noexcept {
    row_lanes now = row_lanes::load(body);
    change_velocity(motion, row, substep, now);
    now.velocity.store(body + solver_body::velocity);
    now.spin.store(body + solver_body::spin);
}

void four_tumblers::set(std::size_t lane, const body_row& row) noexcept {
    const tumbling<scalar> one = tumbling_of(row);
    const scalar numbers[field_count] = {row.is_tumbling_freely() ? scalar(1) : scalar(0),
                                         one.x,
                                         one.y,
                                         one.z,
                                         one.w,
                                         one.xx,
                                         one.yy,
                                         one.zz,
                                         one.xy,
                                         one.xz,
                                         one.yz};
    for (std::size_t field = 0; field < field_count; ++field) {
        fields[field * 4 + lane] = numbers[field];
    }
    is_any_tumbling = (lane != 0 && is_any_tumbling) || row.is_tumbling_freely();
}

void change_velocities(const body_motion* motions, const four_tumblers& tumblers, scalar substep,
                       scalar* bodies) noexcept {
    simd::target_128::four<scalar, 4> spins;
    four* const rows[] = {&spins.x, &spins.y, &spins.z, &spins.w};
    for (std::ptrdiff_t lane = 0; lane < 4; ++lane) {
        scalar* body = bodies + lane * solver_body::stride;
        row_lanes now = row_lanes::load(body);
        push(motions[lane], substep, now);
        now.velocity.store(body + solver_body::velocity);
        now.spin.store(body + solver_body::spin);
        *rows[lane] = now.spin;
    }
    if (!tumblers.is_any_tumbling) {
        return;
    }
    spins = transpose(spins);
    const four_vectors spin{spins.x, spins.y, spins.z};
    const auto field = [&](std::size_t number) { return four::load(tumblers.fields.data() + number * 4); };
    const auto does_precess = (field(0) > four(0)) & (dot(spin, spin) > four(slowest_spin * slowest_spin));
    if (none(does_precess)) {
        return;
    }
    const auto turned_row = [&](std::ptrdiff_t lane) {
        return four::load(bodies + lane * solver_body::stride + solver_body::turned);
    };
    const auto turned = transpose(
        simd::target_128::four<scalar, 4>{turned_row(0), turned_row(1), turned_row(2), turned_row(3)});
    const tumbling<four> body{field(1), field(2), field(3), field(4), field(5),
                              field(6), field(7), field(8), field(9), field(10)};
    const four_vectors after = precess(body, four_vectors{turned.x, turned.y, turned.z}, spin, four(substep));
    spins.x = select(does_precess, after.x, spin.x);
    spins.y = select(does_precess, after.y, spin.y);
    spins.z = select(does_precess, after.z, spin.z);
    spins = transpose(spins);
    for (std::ptrdiff_t lane = 0; lane < 4; ++lane) {
        rows[lane]->store(bodies + lane * solver_body::stride + solver_body::spin);
    }
}

void move(const body_motion& motion, scalar substep, scalar* body) noexcept {
    row_lanes now = row_lanes::load(body);
    move(motion, substep, now);
    now.moved.store(body + solver_body::moved);
    now.turned.store(body + solver_body::turned);
}

void read_solver_body(const scalar* body, scalar max_speed, body_row& row) noexcept {
    finish(row_lanes::load(body), max_speed, row);
}

void fly(const world_settings& settings, body_row& row) noexcept {
    const scalar substep = settings.time_step / static_cast<scalar>(settings.substeps);
    row.is_flying = true;
    row.linear_velocity += row.pull * settings.time_step;
    row_lanes body = start(row, settings.max_speed);
    const body_motion motion = body_motion::of(row, row.acceleration, substep);
    const std::optional<free_rotation> rotation = row.is_tumbling ? free_rotation::of(row) : std::nullopt;
    for (std::uint32_t number = 0; number < settings.substeps; ++number) {
        push(motion, substep, body);
        move(motion, substep, body);
        if (rotation) {
            vector3 spin = first_three(body.spin);
            rotation->advance(row.orientation, spin, substep);
            body.spin = make_four(spin.x, spin.y, spin.z, 0);
            body.turned = four(0);
        }
    }
    finish(body, settings.max_speed, row);
}

void glide(const world_settings& settings, body_row& row) noexcept {
    row.position += row.linear_velocity * settings.time_step;
    if (row.angular_velocity != vector3{}) {
        row.orientation = integrate(row.orientation, row.angular_velocity, settings.time_step);
    }
}

} // namespace orrery::rigid::detail
