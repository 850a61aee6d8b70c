// How a body's velocity changes and moves it within a sub-step, apart from contacts and constraints, and
// within a step when there are none.
#pragma once

#include "rigid/collide/four_lanes.hpp"
#include "rigid/solver/solver_data.hpp"
#include "rigid/step/body_row.hpp"

#include <orrery/rigid/settings.hpp>

#include <array>
#include <cstddef>

namespace orrery::rigid::detail {

// In rows of four numbers, as the solver's bodies are; the fourth leaves the inverse mass as it is.
struct body_motion {
    four velocity_change; // by forces, in a sub-step
    four velocity_share;  // what damping leaves; 0 where the body is locked
    four spin_change;
    four spin_share;
    four freedom; // 0 where the body is locked, otherwise 1

    // With what accelerates it besides turning it.
    [[nodiscard]] static body_motion of(const body_row& row, vector3 acceleration, scalar substep) noexcept;
};

// The solver's row of a body when the step begins.
void write_solver_body(const body_row& row, scalar max_speed, scalar* body) noexcept;

void write_solver_inertia(const body_row& row, scalar* inertia) noexcept;

// Forces, damping and the precession of bodies that tumble.
void change_velocity(const body_motion& motion, const body_row& row, scalar substep, scalar* body) noexcept;

// How four bodies stand when the step begins and what their inertia is, as far as precession needs it.
struct four_tumblers {
    static constexpr std::size_t field_count = 11;

    alignas(16) std::array<scalar, field_count * 4> fields{}; // of one field first all four numbers
    bool is_any_tumbling = false;

    // Lane after lane, from the first one on.
    void set(std::size_t lane, const body_row& row) noexcept;
};

// The same for four bodies whose motions and rows follow each other.
void change_velocities(const body_motion* motions, const four_tumblers& tumblers, scalar substep,
                       scalar* bodies) noexcept;

void move(const body_motion& motion, scalar substep, scalar* body) noexcept;

// Where the body is when the step ends.
void read_solver_body(const scalar* body, scalar max_speed, body_row& row) noexcept;

// A whole step of a body that nothing touches or holds. The pull of fields acts at once when the step begins,
// all else in the sub-steps: pulled where they are and moved by the speed that follows, bodies neither gain
// nor lose energy on their orbits (symplectic Euler). What others hold feels the pull in the sub-steps, too,
// where they can bear it.
void fly(const world_settings& settings, body_row& row) noexcept;

// The same for what moves by its velocities alone.
void glide(const world_settings& settings, body_row& row) noexcept;

} // namespace orrery::rigid::detail
