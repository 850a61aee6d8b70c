// A direction in 30 bits: a place on an octahedron, unfolded into a square (Meyer et al., "On Floating-Point
// Normal Vectors", 2010). What comes back is within a ten-thousandth of what was put in.
#pragma once

#include <orrery/math/vector.hpp>

#include <cstdint>

namespace orrery::rigid::detail {

inline constexpr int direction_bits = 15;
inline constexpr std::uint32_t direction_steps = (1u << direction_bits) - 1;

// The outer half of the square is the lower half of the octahedron, folded up along its edges.
[[nodiscard]] inline vector3 fold(vector3 place) noexcept {
    const auto folded = [](scalar along, scalar across) { return copysign(scalar(1) - abs(across), along); };
    return place.z < 0 ? vector3{folded(place.x, place.y), folded(place.y, place.x), place.z} : place;
}

[[nodiscard]] inline std::uint32_t encode_direction(vector3 unit) noexcept {
    const vector3 place = fold(unit / ((abs(unit.x) + abs(unit.y)) + abs(unit.z)));
    const auto step = [](scalar along) {
        return static_cast<std::uint32_t>((along * scalar(0.5) + scalar(0.5)) * scalar(direction_steps) +
                                          scalar(0.5));
    };
    return step(place.x) << direction_bits | step(place.y);
}

// Any bits give a direction.
[[nodiscard]] inline vector3 decode_direction(std::uint32_t code) noexcept {
    const auto along = [](std::uint32_t step) {
        return scalar(step & direction_steps) / scalar(direction_steps) * 2 - 1;
    };
    const scalar x = along(code >> direction_bits);
    const scalar y = along(code);
    return normalize_or(fold({x, y, scalar(1) - (abs(x) + abs(y))}), {0, 1, 0});
}

} // namespace orrery::rigid::detail
