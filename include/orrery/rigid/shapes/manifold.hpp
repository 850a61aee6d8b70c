// Where two convex shapes touch: a normal and up to four points.
#pragma once

#include <orrery/math/vector3.hpp>

#include <array>
#include <cstdint>

namespace orrery::rigid {

struct manifold_point {
    vector3 offset;            // from the first shape's position, in world axes; midway between the surfaces
    scalar separation = 0;     // negative when the shapes overlap here
    std::uint32_t feature = 0; // which parts of the shapes meet: the same from step to step while they do

    friend bool operator==(const manifold_point&, const manifold_point&) = default;
};

struct manifold {
    static constexpr std::uint32_t max_points = 4;

    vector3 normal; // of unit length, from the first shape to the second
    std::uint32_t count = 0;
    std::array<manifold_point, max_points> points{};

    friend bool operator==(const manifold&, const manifold&) = default;
};

} // namespace orrery::rigid
