// The narrow phase for one pair of convex shapes.
#pragma once

#include <orrery/rigid/shapes/manifold.hpp>
#include <orrery/rigid/shapes/placed_shape.hpp>

#include <cstdint>

namespace orrery::rigid {

// What the search for an axis found last time for these two shapes, to look there first. It saves time and
// never changes a result: a cache of another moment, or an empty one, gives the same bits.
struct collide_cache {
    enum class support : std::uint32_t { none, face_of_first, face_of_second, edges };

    std::uint32_t axis = 0;       // that separated them; zero when nothing is known
    std::uint32_t is_swapped = 0; // in which order the shapes were taken
    // Of polyhedra that touch: on what, which faces were best, and where they were, given by the second
    // shape's frame as seen from the first. From this follows whether another axis can have become better
    // since.
    support rests_on = support::none;
    std::uint32_t faces = 0; // of the first, and of the second in the upper half
    std::uint32_t edges = 0; // likewise
    scalar gap = 0;          // the largest of all axes; on edges, of all faces
    scalar slack = 0;        // on a face: how far they may move
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
