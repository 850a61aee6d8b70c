// The plane of a hex world as people count it: cells instead of units, seconds instead of ticks, radians
// instead of steps. There are two ways round: scenes, tables and messages have y pointing down, as on a
// screen; views and drawn scenes have it pointing up, so that they see everything mirrored at the x axis, and
// what turns clockwise has a negative angle.
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

namespace orrery::apps::hex_screen {

inline constexpr double units_per_cell = hex::cell_pitch;
inline constexpr double half_root_three = std::numbers::sqrt3 / 2;
inline constexpr double radians_per_step = 2 * std::numbers::pi / angle16::steps_per_turn;
inline constexpr double degrees_per_step = 360.0 / angle16::steps_per_turn;

struct point {
    double x = 0;
    double y = 0;
};

// Cells with y pointing down, of so many units along A and along B. To the last digit, where
// orrery::to_screen() rounds to whole units.
[[nodiscard]] constexpr point to_cells(double a, double b) noexcept {
    return {(a - b / 2) / units_per_cell, b * half_root_three / units_per_cell};
}

[[nodiscard]] constexpr point to_cells(hex_vector vector) noexcept {
    return to_cells(vector.a, vector.b);
}

// The same with y pointing up.
[[nodiscard]] constexpr point to_view(double a, double b) noexcept {
    const point cells = to_cells(a, b);
    return {cells.x, -cells.y};
}

[[nodiscard]] constexpr point to_view(hex_vector vector) noexcept {
    return to_view(vector.a, vector.b);
}

// To the nearest unit; what is too far away stays at the ends of whole numbers.
[[nodiscard]] constexpr hex_vector from_view(point view) noexcept {
    const double b = -view.y / half_root_three * units_per_cell;
    const double a = view.x * units_per_cell + b / 2;
    return {round_to<std::int32_t>(a), round_to<std::int32_t>(b)};
}

[[nodiscard]] inline vector3 to_vector(point view) noexcept {
    return {static_cast<scalar>(view.x), static_cast<scalar>(view.y), 0};
}

// What a quarter of a unit (of a step) a tick is in units (in steps) a second.
[[nodiscard]] inline double quarters_per_tick(const hex::rules& by) noexcept {
    return by.ticks_per_second / 4.0;
}

// Cells a second with y pointing down, and with y pointing up.
[[nodiscard]] inline point velocity_in_cells(const hex::recorded_motion& motion,
                                             const hex::rules& by) noexcept {
    const double factor = quarters_per_tick(by);
    return to_cells(motion.a.velocity * factor, motion.b.velocity * factor);
}

[[nodiscard]] inline point velocity_of(const hex::recorded_motion& motion, const hex::rules& by) noexcept {
    const point cells = velocity_in_cells(motion, by);
    return {cells.x, -cells.y};
}

// Radians a second, in a view.
[[nodiscard]] inline double spin_of(const hex::recorded_motion& motion, const hex::rules& by) noexcept {
    return -motion.turn.velocity * quarters_per_tick(by) * radians_per_step;
}

[[nodiscard]] inline bool is_composite(const hex::object_form& form) noexcept {
    return !form.tiles.empty();
}

} // namespace orrery::apps::hex_screen
