// In which direction a capsule or cylinder touches a cylinder, box or hull.
#pragma once

#include "rigid/collide/core_support.hpp"

#include <orrery/rigid/shapes/placed_shape.hpp>

#include <limits>

namespace orrery::rigid::detail {

struct rounded_axis {
    scalar gap = std::numeric_limits<scalar>::lowest();
    vector3 normal; // from a to b, in world axes
};

// The pair with what is asked for again and again: a is a capsule or cylinder, b a cylinder, box or hull.
struct rounded_pair {
    const placed_shape& a;
    const placed_shape& b;
    vector3 between; // from a to b, in world axes

    // From the point of a's core farthest along the normal to that of b's farthest against it.
    [[nodiscard]] vector3 difference(vector3 normal) const noexcept {
        return between + (core_support(b, -normal) - core_support(a, normal));
    }

    [[nodiscard]] scalar gap_along(vector3 normal) const noexcept {
        return dot(difference(normal), normal) - (core_radius(a) + core_radius(b));
    }
};

// Half of the smallest extent, more or less.
[[nodiscard]] scalar thickness(const placed_shape& what) noexcept;

// The directions that belong to the form of the shapes: the normals of flat sides, numbered with the caps of
// a first, then the caps or faces of b; and for two round ones the directions at right angles to both axes.
[[nodiscard]] std::uint32_t form_axis_count(const rounded_pair& pair) noexcept;
[[nodiscard]] rounded_axis form_axis(const rounded_pair& pair, std::uint32_t number) noexcept;

// The direction, or its opposite if that is nearer to `near`, when it has a larger gap than the best so far.
void keep_better(const rounded_pair& pair, vector3 direction, vector3 near, rounded_axis& best) noexcept;

// The direction with the largest gap of all. It is exact for shapes apart, up to the root of the rounding
// where they overlap a little, and a good guess where they are deep in each other.
[[nodiscard]] rounded_axis find_free_axis(const rounded_pair& pair, vector3 guess) noexcept;

} // namespace orrery::rigid::detail
