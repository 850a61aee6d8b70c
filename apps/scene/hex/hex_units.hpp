// From what scenes of hex worlds count in (cells of the screen, seconds, degrees) to what the world counts in
// (units and steps, ticks, quarters), and back for people. Each value is rounded once, to the nearest. One
// that the world cannot hold is refused, and so is one that would be rounded to nothing.
#pragma once

#include "apps/scene/reading.hpp"

#include <orrery/hex/cell.hpp>
#include <orrery/hex/object.hpp>
#include <orrery/math/angle16.hpp>
#include <orrery/math/vector2.hpp>

#include <cstdint>
#include <string_view>

namespace orrery::scene_format {

class hex_units {
public:
    explicit hex_units(std::uint32_t ticks_per_second) noexcept
        : ticks_(ticks_per_second) {}

    // Without a place in the document: values that are known to be within what a world can hold.
    [[nodiscard]] static hex_vector position(vector2d cells) noexcept;
    [[nodiscard]] static vector2i screen_position(vector2d cells) noexcept;
    [[nodiscard]] static std::int32_t length(double cells) noexcept;
    [[nodiscard]] static angle16 angle(double degrees) noexcept;

    // `at` is where messages say that it stands.
    [[nodiscard]] hex_vector velocity(vector2d cells_a_second, const json::cursor& at, reading& notes) const;
    [[nodiscard]] hex_vector acceleration(vector2d given, const json::cursor& at, reading& notes) const;
    [[nodiscard]] std::int16_t speed(double cells_a_second, const json::cursor& at, reading& notes) const;
    [[nodiscard]] std::int16_t spin(double degrees_a_second, const json::cursor& at, reading& notes) const;
    [[nodiscard]] std::int8_t turn_acceleration(double given, const json::cursor& at, reading& notes) const;
    [[nodiscard]] std::uint8_t thrust(double given, const json::cursor& at, reading& notes) const;
    [[nodiscard]] std::uint8_t turning(double given, const json::cursor& at, reading& notes) const;
    [[nodiscard]] std::uint16_t pull(double given, const json::cursor& at, reading& notes) const;
    [[nodiscard]] static std::uint8_t friction(const json::cursor& at, reading& notes);

    // How many cells a second, and so on, one quarter of a unit (of a step) a tick is.
    [[nodiscard]] double velocity_step() const noexcept { return ticks_ / (4.0 * hex::cell_pitch); }

    [[nodiscard]] double acceleration_step() const noexcept { return velocity_step() * ticks_; }

    [[nodiscard]] double spin_step() const noexcept {
        return ticks_ * (360.0 / (4.0 * angle16::steps_per_turn));
    }

    [[nodiscard]] double turn_acceleration_step() const noexcept { return spin_step() * ticks_; }

private:
    double ticks_; // a second
};

} // namespace orrery::scene_format
