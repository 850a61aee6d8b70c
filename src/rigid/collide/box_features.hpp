// How the corners and edges of a box are numbered.
#pragma once

#include <orrery/math/vector3.hpp>

#include <cstdint>

namespace orrery::rigid::detail {

[[nodiscard]] constexpr int next_axis(int axis) noexcept {
    return axis == 2 ? 0 : axis + 1;
}

// Bit i says on which side along axis i the corner lies.
[[nodiscard]] constexpr std::uint32_t corner_number(vector3 corner) noexcept {
    return (corner.x > 0 ? 1u : 0u) | (corner.y > 0 ? 2u : 0u) | (corner.z > 0 ? 4u : 0u);
}

// The edge along an axis through a corner.
[[nodiscard]] constexpr std::uint32_t edge_number(int axis, std::uint32_t corner) noexcept {
    return static_cast<std::uint32_t>(axis) << 3 | (corner & ~(1u << axis));
}

} // namespace orrery::rigid::detail
