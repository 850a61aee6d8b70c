// Where a ray first meets a shape, in closed form for every kind. The same rules as in math/ray_cast.hpp: t
// counts in lengths of the direction, so a direction that is a whole displacement gives fractions of it;
// touching counts; a ray that starts inside hits at once, with a zero normal since there is no surface.
// Triangles and meshes of them are hit from the front only.
// Computed in double precision from near the shape, so that a distant origin costs no digits.
#pragma once

#include <orrery/math/ray.hpp>
#include <orrery/rigid/shapes/placed_shape.hpp>

#include <limits>
#include <optional>

namespace orrery::rigid {

struct shape_ray_hit {
    scalar t = 0;
    vector3 point;
    vector3 normal; // of unit length, out of the shape
};

// The first hit with 0 <= t <= farthest.
[[nodiscard]] std::optional<shape_ray_hit>
cast_ray(const ray3& ray, const placed_shape& what,
         scalar farthest = std::numeric_limits<scalar>::infinity()) noexcept;

// Whether the point lies in the shape or on its surface.
[[nodiscard]] bool contains(const placed_shape& what, vector3 point) noexcept;

} // namespace orrery::rigid
