// Points that are fixed to a turning object.
#pragma once

#include "hex/collide/velocity_changes.hpp"

#include <orrery/hex/object.hpp>

#include <cstdint>

namespace orrery::hex::detail {

// How fast a point moves that lies at `arm` (on the axes of the world) from the centre of mass of an object,
// relative to it: quarters of a unit a tick, for a spin in quarters of a step a tick. Rounded to nearest.
[[nodiscard]] constexpr hex_vector velocity_by_spin(hex_vector arm, std::int32_t spin) noexcept {
    constexpr std::int64_t radians_a_step = 411'775; // 2 pi / 65536, as a multiple of 2^-32
    const hex_vector across = hex_rotation(angle16::quarter())(arm);
    const auto scaled = [&](std::int32_t length) {
        return static_cast<std::int32_t>(
            (std::int64_t{length} * spin * radians_a_step + (std::int64_t{1} << 31)) >> 32);
    };
    return {scaled(across.a), scaled(across.b)};
}

// The object as a part of it moves whose centre of mass is at `center`, in the frame of the whole.
[[nodiscard]] inline object moved_to(const object& whole, hex_vector center) noexcept {
    const hex_vector arm = rotate(whole.place.angle, center);
    const hex_vector by_spin = velocity_by_spin(arm, whole.motion.turn.velocity);
    object part = whole;
    part.place.position += arm;
    part.motion.a.velocity = velocity_changes::clamped(whole.motion.a.velocity + by_spin.a);
    part.motion.b.velocity = velocity_changes::clamped(whole.motion.b.velocity + by_spin.b);
    return part;
}

} // namespace orrery::hex::detail
