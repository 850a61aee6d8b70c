// Points, vectors and places of scenes that lie in a plane. Angles are degrees, positive from x to y:
// clockwise where y points down, counterclockwise where it points up.
#pragma once

#include "apps/scene/reading.hpp"

#include <orrery/math/vector2.hpp>

#include <vector>

namespace orrery::scene_format {

// Nothing if nothing is said.
[[nodiscard]] vector2d plane_vector_of(const json::cursor& what);
[[nodiscard]] double degrees_of(const json::cursor& what);

[[nodiscard]] vector2d turned_in_plane(vector2d what, double degrees) noexcept;

// Where a generator puts one of its copies.
struct plane_place {
    vector2d position{};
    double degrees = 0;
};

// How many places the generator "grid" or "ring" has, which may be more than there is room for.
[[nodiscard]] double count_of_plane_places(const json::cursor& generator);

// All of them: of a grid row by row, of a ring all around.
[[nodiscard]] std::vector<plane_place> plane_places_of(const json::cursor& generator);

} // namespace orrery::scene_format
