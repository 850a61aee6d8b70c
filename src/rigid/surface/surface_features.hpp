// How points between a convex shape and a surface are named. Corners of the convex shape are called the same
// on every triangle; corners and edges of the surface are named by where they are, so that all triangles that
// share one agree.
#pragma once

#include "rigid/collide/contact_features.hpp"

#include <orrery/math/vector3.hpp>

#include <bit>
#include <cstdint>

namespace orrery::rigid::detail {

[[nodiscard]] constexpr std::uint32_t mix_names(std::uint32_t first, std::uint32_t second) noexcept {
    const std::uint32_t mixed = (first ^ second * 0x9e37'79b1u) * 0x85eb'ca6bu;
    return mixed ^ mixed >> 15;
}

[[nodiscard]] inline std::uint32_t name_of_place(vector3 place) noexcept {
    const auto bits = [](scalar number) {
        // The sum turns -0 into 0.
        return std::bit_cast<std::uint32_t>(static_cast<float>(number + scalar(0)));
    };
    return mix_names(mix_names(bits(place.x), bits(place.y)), bits(place.z));
}

[[nodiscard]] inline std::uint32_t feature_of_surface_corner(vector3 corner) noexcept {
    return 2u << 30 | name_of_place(corner) >> 2;
}

// Where an edge of the convex shape crosses an edge of the surface; both ends count alike.
[[nodiscard]] inline std::uint32_t feature_of_surface_edge(std::uint32_t edge, vector3 from,
                                                           vector3 to) noexcept {
    return 3u << 30 | mix_names(name_of_place(from) + name_of_place(to), edge) >> 2;
}

} // namespace orrery::rigid::detail
