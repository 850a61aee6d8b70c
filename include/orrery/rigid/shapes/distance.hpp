// How far two shapes are from each other, and where they come closest (Gilbert, Johnson and Keerthi, "A fast
// procedure for computing the distance between complex objects", 1988). Spheres and capsules are a point and
// a segment with a radius, so they are as exact as the points and segments are. A few hundred nanoseconds,
// without memory of its own.
#pragma once

#include <orrery/rigid/shapes/placed_shape.hpp>

namespace orrery::rigid {

struct shape_gap {
    bool is_overlapping = false; // or touching
    scalar distance = 0;         // zero when they overlap
    // From the first shape to the second, of unit length. Zero when they overlap so far that the points,
    // segments or polyhedra inside the radii do.
    vector3 normal;
    vector3 on_a; // the closest points, in the world; without meaning when they overlap
    vector3 on_b;
};

// Any two convex shapes, or one and a plane or a mesh. Two planes, and two meshes, are infinitely far apart.
// A mesh is as far away as its nearest triangle is, from whichever side.
[[nodiscard]] shape_gap gap_between(const placed_shape& a, const placed_shape& b) noexcept;

// Whether they have a point in common.
[[nodiscard]] bool overlaps(const placed_shape& a, const placed_shape& b) noexcept;

} // namespace orrery::rigid
