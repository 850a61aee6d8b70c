// The narrow phase for one pair of convex shapes.
#pragma once

#include <orrery/rigid/manifold.hpp>
#include <orrery/rigid/placed_shape.hpp>

#include <cstdint>

namespace orrery::rigid {

// What the search for an axis found last time for these two shapes, to look there first. It saves time and
// never changes a result: a cache of another moment, or an empty one, gives the same bits.
struct collide_cache {
    std::uint32_t axis = 0; // that separated them; zero when nothing is known
    // Of polyhedra that rest on a face: which one, and how far they may move before another axis could be
    // better. Where they were is given by the second shape's frame as seen from the first.
    std::uint32_t resting_face = 0;
    std::uint32_t is_swapped = 0; // in which order the shapes were taken
    scalar gap = 0;               // the largest of all axes
    scalar slack = 0;             // zero when they do not rest
    vector3 between{};
    vector3 turn_x{};
    vector3 turn_y{};
};

// Fills `found` with the points at which the shapes are nearer to each other than `margin`, at most four,
// chosen for the area they span; none when there is no such point. Both orders of the arguments give the same
// points: the normal is turned round, and offsets count from the other shape. Two planes never touch.
void collide(const placed_shape& a, const placed_shape& b, scalar margin, collide_cache& cache,
             manifold& found) noexcept;

} // namespace orrery::rigid
