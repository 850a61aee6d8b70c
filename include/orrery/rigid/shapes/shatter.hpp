// A convex shape cut into convex cells: the points of the shape that are nearer to one seed than to the
// others are that seed's cell (Voronoi). Cells fill the shape without overlapping, up to rounding, and are
// kept as hulls in the store. Round shapes are cut as the hull of some points of their surface, so that a
// ball loses about a tenth of its volume.
//
// For preparing fractures, not for every frame: n seeds cost n² / 2 cuts of some ten microseconds each.
#pragma once

#include <orrery/core/result.hpp>
#include <orrery/math/transform.hpp>
#include <orrery/rigid/shapes/shape.hpp>
#include <orrery/rigid/shapes/shape_store.hpp>

#include <span>
#include <vector>

namespace orrery::rigid {

struct shape_piece {
    shape what;
    transform3 where; // in the frame of the whole
};

// One piece for each seed whose cell is not empty, in the order of the seeds. Refused: fewer than two seeds,
// seeds that are equal or not finite, planes and compounds, and hulls that the store does not have.
[[nodiscard]] result<std::vector<shape_piece>> shatter(const shape& whole, std::span<const vector3> seeds,
                                                       shape_store& store);

} // namespace orrery::rigid
