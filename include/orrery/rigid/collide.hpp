// The narrow phase for one pair of convex shapes.
#pragma once

#include <orrery/rigid/manifold.hpp>
#include <orrery/rigid/placed_shape.hpp>

#include <cstdint>

namespace orrery::rigid {

// What the search for an axis found last time, to look there first. It saves time and never changes a result:
// a cache of another moment, or an empty one, gives the same bits.
struct collide_cache {
    std::uint32_t axis = 0; // zero when nothing is known
};

// Fills `found` with the points at which the shapes are nearer to each other than `margin`, at most four,
// chosen for the area they span; none when there is no such point. Both orders of the arguments give the same
// points: the normal is turned round, and offsets count from the other shape. Two planes never touch.
void collide(const placed_shape& a, const placed_shape& b, scalar margin, collide_cache& cache,
             manifold& found) noexcept;

} // namespace orrery::rigid
