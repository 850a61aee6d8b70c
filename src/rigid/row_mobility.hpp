// What the rows of a joint do to its two bodies, outside the solver.
#pragma once

#include "body_row.hpp"
#include "constraint_edge.hpp"

#include <orrery/math/vector.hpp>

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

} // namespace orrery::rigid::detail
