#include "apps/scene/hex/hex_units.hpp"

#include <orrery/core/text.hpp>
#include <orrery/math/number.hpp>

namespace orrery::scene_format {
namespace {

constexpr double one_over_root_three = 0.57735026918962576451;

// Along A and B.
struct hex_components {
    double a = 0;
    double b = 0;
};

[[nodiscard]] hex_components on_hex_axes(vector2d screen) noexcept {
    return {screen.x + screen.y * one_over_root_three, 2 * screen.y * one_over_root_three};
}

// What one number is counted in, and which counts there are.
struct hex_measure {
    double step = 1;
    double low = 0;
    double high = 0;
    std::string_view unit{};
};

// For people.
[[nodiscard]] float short_number(double what) noexcept {
    return static_cast<float>(what);
}

// How many steps; 0 after something was refused.
[[nodiscard]] double counted(double given, const hex_measure& by, const json::cursor& at, reading& notes) {
    const double count = given / by.step;
    if (!(count >= by.low - 0.5 && count <= by.high + 0.5)) {
        notes.refuse(at, text("between ", short_number(by.low * by.step), " and ",
                              short_number(by.high * by.step), " ", by.unit));
        return 0;
    }
    if (given != 0 && abs(count) < 0.5) {
        notes.refuse(at, text("0 or at least ", short_number(by.step / 2), " ", by.unit,
                              ", because the world counts in steps of ", short_number(by.step)));
        return 0;
    }
    return min(max(count, by.low), by.high);
}

template <typename Whole>
[[nodiscard]] Whole whole_count(double given, const hex_measure& by, const json::cursor& at, reading& notes) {
    return static_cast<Whole>(round_to<std::int32_t>(counted(given, by, at, notes)));
}

// One of the two components may be rounded to nothing, not both.
[[nodiscard]] hex_vector whole_counts(vector2d given, const hex_measure& by, const json::cursor& at,
                                      reading& notes) {
    const hex_components axes = on_hex_axes(given);
    const double a = axes.a / by.step;
    const double b = axes.b / by.step;
    const auto is_within = [&](double count) { return count >= by.low - 0.5 && count <= by.high + 0.5; };
    if (!is_within(a) || !is_within(b)) {
        notes.refuse(at, text("at most ", short_number(by.high * by.step), " ", by.unit,
                              " along each axis of the grid"));
        return {};
    }
    const hex_vector made{round_to<std::int32_t>(min(max(a, by.low), by.high)),
                          round_to<std::int32_t>(min(max(b, by.low), by.high))};
    if (made == hex_vector{} && (given.x != 0 || given.y != 0)) {
        notes.refuse(at, text("0 or at least ", short_number(by.step), " ", by.unit));
    }
    return made;
}

} // namespace

hex_vector hex_units::position(vector2d cells) noexcept {
    return from_screen(screen_position(cells));
}

vector2i hex_units::screen_position(vector2d cells) noexcept {
    return {length(cells.x), length(cells.y)};
}

std::int32_t hex_units::length(double cells) noexcept {
    return round_to<std::int32_t>(cells * hex::cell_pitch);
}

angle16 hex_units::angle(double degrees) noexcept {
    return angle16::from_steps(round_to<std::int64_t>(degrees * (angle16::steps_per_turn / 360.0)));
}

hex_vector hex_units::velocity(vector2d cells_a_second, const json::cursor& at, reading& notes) const {
    return whole_counts(cells_a_second, {velocity_step(), -hex::max_velocity, hex::max_velocity, "cells/s"},
                        at, notes);
}

hex_vector hex_units::acceleration(vector2d given, const json::cursor& at, reading& notes) const {
    return whole_counts(given, {acceleration_step(), -127, 127, "cells/s2"}, at, notes);
}

std::int16_t hex_units::speed(double cells_a_second, const json::cursor& at, reading& notes) const {
    return whole_count<std::int16_t>(cells_a_second, {velocity_step(), 0, hex::max_velocity, "cells/s"}, at,
                                     notes);
}

std::int16_t hex_units::spin(double degrees_a_second, const json::cursor& at, reading& notes) const {
    return whole_count<std::int16_t>(
        degrees_a_second, {spin_step(), -hex::max_velocity, hex::max_velocity, "degrees/s"}, at, notes);
}

std::int8_t hex_units::turn_acceleration(double given, const json::cursor& at, reading& notes) const {
    return whole_count<std::int8_t>(given, {turn_acceleration_step(), -127, 127, "degrees/s2"}, at, notes);
}

std::uint8_t hex_units::thrust(double given, const json::cursor& at, reading& notes) const {
    return whole_count<std::uint8_t>(given, {acceleration_step(), 0, 255, "cells/s2"}, at, notes);
}

std::uint8_t hex_units::turning(double given, const json::cursor& at, reading& notes) const {
    return whole_count<std::uint8_t>(given, {turn_acceleration_step(), 0, 255, "degrees/s2"}, at, notes);
}

std::uint16_t hex_units::pull(double given, const json::cursor& at, reading& notes) const {
    constexpr double cells_a_screen = 65536.0 / hex::cell_pitch;
    return whole_count<std::uint16_t>(
        given, {acceleration_step() / cells_a_screen, 0, 65535, "cells/s2 for each cell"}, at, notes);
}

std::uint8_t hex_units::friction(const json::cursor& at, reading& notes) {
    if (!at) {
        return 0;
    }
    return whole_count<std::uint8_t>(at->number(), {1.0 / 256, 0, 255, "of the velocity"}, at, notes);
}

} // namespace orrery::scene_format
