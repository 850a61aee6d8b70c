// The triangles of a surface near a shape, kept while the shape stays near where they were asked for: most
// bodies on a landscape hardly move in a step, and to walk down its tree and put triangles together takes
// longer than to look through a few that are at hand. What is answered never depends on what was kept.
#pragma once

#include <orrery/rigid/shapes/surface.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

struct surface_room;

class near_triangles {
public:
    // What `of` would collect for this box. Valid until the next call, and until `room` is used again.
    [[nodiscard]] std::span<const surface_triangle> within(const surface& of, const aabb3& box,
                                                           surface_room& room);

private:
    void look_around(const surface& of, const aabb3& box);

    shape_id of_ = shape_id::none;
    aabb3 around_ = aabb3::empty();
    std::vector<surface_triangle> kept_; // whose boxes meet the box around
    // Of the kept ones: the lower and upper ends of their boxes along each axis.
    std::array<std::vector<scalar>, 3> lower_;
    std::array<std::vector<scalar>, 3> upper_;
};

} // namespace orrery::rigid::detail
