// How the corners and edges of a box are numbered, and how pairs of features are named in contact points. A
// name does not say which shape's face was clipped against the other's, so it outlives a change of mind about
// that.
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

[[nodiscard]] constexpr std::uint32_t feature_of_first_vertex(std::uint32_t vertex) noexcept {
    return 1u << 30 | vertex;
}

[[nodiscard]] constexpr std::uint32_t feature_of_second_vertex(std::uint32_t vertex) noexcept {
    return 2u << 30 | vertex;
}

[[nodiscard]] constexpr std::uint32_t feature_of_edges(std::uint32_t first, std::uint32_t second) noexcept {
    return 3u << 30 | first << 15 | second;
}

} // namespace orrery::rigid::detail
