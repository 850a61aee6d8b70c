// Polyhedra at the edges of a surface that stick out: ridges, steps, borders, the tips of rocks.
#pragma once

#include "rigid/collide/polyhedron.hpp"
#include "rigid/surface/near_triangle.hpp"
#include "rigid/surface/surface_patches.hpp"

namespace orrery::rigid::detail {

// When an edge or corner carries instead of the face.
struct ridge_terms {
    std::uint32_t ridges = 0;  // bit i: edge i sticks out
    bool is_over_face = false; // so that the face could carry
    scalar face_gap = 0;       // along the triangle's normal
    scalar tolerance = 0;

    // What the gap of an edge or corner must be above: a face that can carry is preferred.
    [[nodiscard]] scalar least_gap() const noexcept {
        return is_over_face ? face_gap + tolerance : face_gap - tolerance;
    }
};

struct ridge_search {
    const near_triangle& triangle;
    const four_vectors& corners; // of the triangle, in the frame of the solid
    const polyhedron& solid;
    const matrix3& rotation;
    const ridge_terms& terms;
    scalar margin = 0;
};

struct ridge_answer {
    bool is_apart = false;   // farther than the margin: nothing of the triangle is touched
    bool is_carried = false; // points of an edge or corner have been added, and the face carries nothing
    scalar side_gap = 0;     // the largest along the normals of the solid's own sides
};

// The separating axes of a triangle and a polyhedron other than the triangle's normal: the polyhedron's
// sides, and its edges with the triangle's. All may separate, and those in the triangle's cones may carry.
[[nodiscard]] ridge_answer meet_ridges(const ridge_search& of, surface_patches& found) noexcept;

} // namespace orrery::rigid::detail
