// How pairs of features are named in contact points. A name does not say which shape's face was clipped
// against the other's, so it outlives a change of mind about that.
#pragma once

#include <cstdint>

namespace orrery::rigid::detail {

// Of the one point where the features are not known, only the closest points.
inline constexpr std::uint32_t feature_of_closest_points = 0;

[[nodiscard]] constexpr std::uint32_t feature_of_first_vertex(std::uint32_t vertex) noexcept {
    return 1u << 30 | vertex;
}

[[nodiscard]] constexpr bool is_first_vertex(std::uint32_t feature) noexcept {
    return feature >> 30 == 1;
}

[[nodiscard]] constexpr std::uint32_t feature_of_second_vertex(std::uint32_t vertex) noexcept {
    return 2u << 30 | vertex;
}

[[nodiscard]] constexpr std::uint32_t feature_of_vertex(std::uint32_t vertex, bool is_of_first) noexcept {
    return is_of_first ? feature_of_first_vertex(vertex) : feature_of_second_vertex(vertex);
}

[[nodiscard]] constexpr std::uint32_t feature_of_edges(std::uint32_t first, std::uint32_t second) noexcept {
    return 3u << 30 | first << 15 | second;
}

} // namespace orrery::rigid::detail
