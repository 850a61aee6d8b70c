// When two moving shapes meet: the time of impact of the continuous pass. Two spheres that do not swing round
// a point outside their centres have an exact answer; all others step from one moment to the next at which
// they cannot have met yet (Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996), which
// is safe at any speed. About a microsecond, without memory of its own.
#pragma once

#include <orrery/rigid/shapes/placed_shape.hpp>

#include <optional>

namespace orrery::rigid {

// A shape and its way through a step: one point of it moves straight, and it turns about this point at a
// constant rate. Planes may move but do not turn.
struct moving_shape {
    shape what;                        // not a compound: its children are cast one by one
    const convex_hull* hull = nullptr; // of a hull
    transform3 start;
    vector3 local_center; // what it turns about, in its own frame
    vector3 displacement; // of that point over the whole step
    vector3 turn;         // over the whole step: the axis times the angle in radians, in the world's axes
    const surface* mesh = nullptr;              // of a mesh
    const surface_triangle* triangle = nullptr; // of a triangle, in its own frame

    // From one placement to another, turning the short way round.
    [[nodiscard]] static moving_shape between(const shape& what, const convex_hull* hull,
                                              const transform3& start, const transform3& end,
                                              vector3 local_center) noexcept;

    [[nodiscard]] transform3 at(scalar fraction) const noexcept;
};

struct shape_cast_hit {
    scalar fraction = 0; // of the step, 0 to 1
    vector3 point;       // midway between the surfaces
    vector3 normal;      // of unit length, from the first shape to the second; zero when it is not known
};

// The moment at which the distance of the shapes has first fallen to `slop`, which must be positive, or just
// before: they are then at most a quarter of it farther apart. Nothing if that does not happen within the
// step. A mesh is met where a triangle is met from its front; two meshes never meet. Shapes that overlap at
// the start hit at once, and so do those that are nearer than slop and come nearer still. When too many steps
// are needed, as for a long rod that spins close by, the answer is a moment before which they do not meet.
[[nodiscard]] std::optional<shape_cast_hit> cast_shapes(const moving_shape& a, const moving_shape& b,
                                                        scalar slop) noexcept;

} // namespace orrery::rigid
