// What the rows of a joint do to its two bodies, outside the solver.
#pragma once

#include "rigid/constraints/constraint_edge.hpp"
#include "rigid/step/body_row.hpp"

#include <orrery/math/vector.hpp>

#include <limits>
#include <span>

namespace orrery::rigid::detail {

// A row that is as stiff as joints are and has no limits.
[[nodiscard]] inline bool is_stiff(const constraint_row& row) noexcept {
    return is_unlimited(row) && row.frequency == 0;
}

// How fast the bodies of a joint move along a row.
[[nodiscard]] inline scalar row_speed(const constraint_edge& edge, const constraint_row& row,
                                      std::span<const body_row> rows) noexcept {
    scalar speed = 0;
    if (edge.row_b != no_row) {
        const body_row& b = rows[edge.row_b];
        speed += dot(row.linear, b.linear_velocity) + dot(row.turn_b, b.angular_velocity);
    }
    if (edge.row_a != no_row) {
        const body_row& a = rows[edge.row_a];
        speed -=
            dot(row.linear_a.value_or(row.linear), a.linear_velocity) + dot(row.turn_a, a.angular_velocity);
    }
    return speed;
}

// Whether a row is a limit that is reached and gives bodies a speed (joint_axis.cpp).
[[nodiscard]] inline bool is_rebound(const constraint_row& row) noexcept {
    return row.is_limit && row.resistance == std::numeric_limits<scalar>::infinity() &&
           (row.highest == 0 ? row.error >= 0 : row.error <= 0);
}

// Whether the bodies of a joint do not have that speed yet.
[[nodiscard]] inline bool is_rebounding(const constraint_edge& edge, const constraint_row& row,
                                        std::span<const body_row> rows) noexcept {
    if (!is_rebound(row)) {
        return false;
    }
    const scalar speed = row_speed(edge, row, rows);
    return row.highest == 0 ? speed > row.speed : speed < row.speed;
}

// By how much an impulse along one row changes the speed along another.
[[nodiscard]] inline scalar row_coupling(const constraint_edge& edge, const constraint_row& of,
                                         const constraint_row& by, std::span<const body_row> rows) noexcept {
    scalar sum = 0;
    if (edge.is_b_dynamic) {
        const body_row& b = rows[edge.row_b];
        sum += b.inverse_mass * dot(of.linear, by.linear) + dot(of.turn_b, b.inverse_inertia * by.turn_b);
    }
    if (edge.is_a_dynamic) {
        const body_row& a = rows[edge.row_a];
        sum += a.inverse_mass * dot(of.linear_a.value_or(of.linear), by.linear_a.value_or(by.linear)) +
               dot(of.turn_a, a.inverse_inertia * by.turn_a);
    }
    return sum;
}

// Pushes the bodies of a joint along a row.
inline void push_along(const constraint_edge& edge, const constraint_row& row, scalar impulse,
                       std::span<body_row> rows) noexcept {
    if (edge.is_a_dynamic) {
        body_row& a = rows[edge.row_a];
        a.linear_velocity -= row.linear_a.value_or(row.linear) * (impulse * a.inverse_mass);
        a.angular_velocity -= a.inverse_inertia * (row.turn_a * impulse);
    }
    if (edge.is_b_dynamic) {
        body_row& b = rows[edge.row_b];
        b.linear_velocity += row.linear * (impulse * b.inverse_mass);
        b.angular_velocity += b.inverse_inertia * (row.turn_b * impulse);
    }
}

} // namespace orrery::rigid::detail
