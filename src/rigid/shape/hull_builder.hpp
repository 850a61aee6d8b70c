// Makes a convex_hull of its faces: the list of edges, what stands for parallel things, measures and the id.
#pragma once

#include "rigid/shape/face_merging.hpp"

#include <orrery/rigid/shapes/convex_hull.hpp>

#include <span>
#include <vector>

namespace orrery::rigid {

class hull_builder {
public:
    // Faces name their corners by number. Directions that part by no more than the tolerance, in metres over
    // the length of an edge, count as parallel.
    [[nodiscard]] static convex_hull build(std::span<const vector3> vertices,
                                           std::vector<detail::polygon> faces, double tolerance);

private:
    explicit hull_builder(std::span<const vector3> vertices);

    void add_faces(std::vector<detail::polygon> faces);
    void add_edges();
    void choose_relevant_faces();
    void choose_relevant_edges(double tolerance);
    void measure();

    convex_hull hull_;
};

} // namespace orrery::rigid
