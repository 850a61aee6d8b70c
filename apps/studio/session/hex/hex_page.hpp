// How a page counts what is in a hex world: cells instead of units, seconds instead of ticks, radians instead
// of steps, and a y that points up. So the page sees everything mirrored at the x axis, and what turns
// clockwise has a negative angle.
#pragma once

#include <orrery/hex/cell.hpp>
#include <orrery/hex/motion_model.hpp>
#include <orrery/hex/rules.hpp>
#include <orrery/math/angle16.hpp>
#include <orrery/math/hex_vector.hpp>
#include <orrery/math/number.hpp>
#include <orrery/math/vector3.hpp>

#include <cstdint>
#include <numbers>

namespace orrery::studio::hex_page {

inline constexpr double units_a_cell = hex::cell_pitch;
inline constexpr double half_root_three = std::numbers::sqrt3 / 2;
inline constexpr double radians_a_step = 2 * std::numbers::pi / angle16::steps_per_turn;

struct point {
    double x = 0;
    double y = 0;
};

// Of so many units along A and along B.
[[nodiscard]] constexpr point to_page(double a, double b) noexcept {
    return {(a - b / 2) / units_a_cell, -b * half_root_three / units_a_cell};
}

[[nodiscard]] constexpr point to_page(hex_vector what) noexcept {
    return to_page(what.a, what.b);
}

// To the nearest unit; what is too far away stays at the ends of whole numbers.
[[nodiscard]] constexpr hex_vector from_page(point what) noexcept {
    const double b = -what.y / half_root_three * units_a_cell;
    const double a = what.x * units_a_cell + b / 2;
    return {round_to<std::int32_t>(a), round_to<std::int32_t>(b)};
}

[[nodiscard]] inline vector3 to_vector(point what) noexcept {
    return {static_cast<scalar>(what.x), static_cast<scalar>(what.y), 0};
}

// What a quarter of a unit (of a step) a tick is in units (in radians) a second.
[[nodiscard]] inline double quarters_a_tick(const hex::rules& by) noexcept {
    return by.ticks_per_second / 4.0;
}

// Cells a second.
[[nodiscard]] inline point velocity_of(const hex::recorded_motion& how, const hex::rules& by) noexcept {
    const double factor = quarters_a_tick(by);
    return to_page(how.a.velocity * factor, how.b.velocity * factor);
}

// Radians a second.
[[nodiscard]] inline double spin_of(const hex::recorded_motion& how, const hex::rules& by) noexcept {
    return -how.turn.velocity * quarters_a_tick(by) * radians_a_step;
}

[[nodiscard]] inline bool is_composite(const hex::object_form& what) noexcept {
    return !what.tiles.empty();
}

} // namespace orrery::studio::hex_page
