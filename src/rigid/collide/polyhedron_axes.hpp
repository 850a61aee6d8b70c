// The separating axes of two polyhedra: their face normals, and the cross products of those edges that can be
// farthest in the direction at right angles to both (Gregorius, "The Separating Axis Test between Convex
// Polyhedra", 2013).
#pragma once

#include "rigid/collide/polyhedron.hpp"
#include "rigid/solver/lane_vector.hpp"

#include <limits>

namespace orrery::rigid::detail {

// Where one of two polyhedra sees the other.
struct polyhedron_view {
    matrix3 to_other; // turns directions of one's own frame into the other's
    vector3 between;  // from one's own origin to the other's, in one's own frame
};

struct polyhedron_pair {
    polyhedron a;
    polyhedron b;
    polyhedron_view from_a;
    polyhedron_view from_b;
};

[[nodiscard]] polyhedron_pair make_pair(const polyhedron& a, const placed_shape& place_a, const polyhedron& b,
                                        const placed_shape& place_b) noexcept;

struct face_axis {
    scalar gap = std::numeric_limits<scalar>::lowest();
    std::uint32_t face = 0;
    scalar lead = 0; // over all other faces, or more than `interest`
};

// The gap between a face and the polyhedron seen from there.
[[nodiscard]] scalar face_gap(const convex_hull::face& face, const polyhedron& other,
                              const polyhedron_view& view) noexcept;

// The face with the largest gap, which has the bits that face_gap gives. Its lead over the others is told as
// far as it is of interest.
[[nodiscard]] face_axis find_best_face(const polyhedron& own, const polyhedron& other,
                                       const polyhedron_view& view, scalar interest) noexcept;

struct edge_axis {
    scalar gap = std::numeric_limits<scalar>::lowest();
    std::uint32_t of_a = 0;
    std::uint32_t of_b = 0;
    vector3 normal; // from a to b, in the frame of a, not of unit length
};

// The gap of one pair of edges; the lowest number when no direction has both farthest.
[[nodiscard]] edge_axis edge_gap(const polyhedron_pair& pair, std::uint32_t of_a,
                                 std::uint32_t of_b) noexcept;

// The pair of edges with the largest gap, given the best faces of both and a distance `reach` for which there
// is a point of a and one of b no farther apart, and which is no less than the depth along the best faces.
// Where the edges of the largest gap are nearest to each other they are no farther apart than that, and no
// deeper below the best faces: so most edges need not be looked at. Edges with smaller gaps than those of the
// faces may be left out.
[[nodiscard]] edge_axis find_best_edges(const polyhedron_pair& pair, const face_axis& face_of_a,
                                        const face_axis& face_of_b, scalar reach) noexcept;

} // namespace orrery::rigid::detail
