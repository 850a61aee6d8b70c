#include "rigid/collide/polyhedron_distance.hpp"

#include <orrery/math/closest_point.hpp>

#include <limits>

namespace orrery::rigid::detail {
namespace {

// The nearest point of a face's border, and whether the point is over the face itself.
struct border_point {
    vector3 nearest;
    scalar squared = std::numeric_limits<scalar>::max();
    bool is_over_face = true;
};

[[nodiscard]] border_point nearest_of_border(vector3 point, const polyhedron& of,
                                             const convex_hull::face& face) noexcept {
    border_point result;
    const auto corners = of.corners_of(face);
    vector3 from = of.vertices[corners.back()];
    for (const std::uint16_t corner : corners) {
        const vector3 to = of.vertices[corner];
        // Only edges that the point lies outside of can hold the nearest point.
        if (dot(cross(face.normal, to - from), point - from) < 0) {
            const vector3 nearest = closest_on_segment(point, from, to).point;
            const scalar squared = distance_squared(nearest, point);
            result.is_over_face = false;
            if (squared < result.squared) {
                result.nearest = nearest;
                result.squared = squared;
            }
        }
        from = to;
    }
    return result;
}

} // namespace

surface_distance distance_to_polyhedron(vector3 point, const polyhedron& of, scalar limit,
                                        std::uint32_t& face) noexcept {
    scalar highest = std::numeric_limits<scalar>::lowest();
    for (std::uint32_t i = 0; i < of.faces.size(); ++i) {
        const scalar height = dot(of.faces[i].normal, point) - of.faces[i].offset;
        if (height > highest) {
            highest = height;
            face = i;
        }
    }
    const vector3 fallback = of.faces[face].normal;
    if (highest <= 0 || highest > limit) {
        return {highest, fallback};
    }
    border_point best;
    for (const convex_hull::face& each : of.faces) {
        const scalar height = dot(each.normal, point) - each.offset;
        if (height > 0) {
            const border_point found = nearest_of_border(point, of, each);
            if (found.is_over_face) {
                return {height, each.normal};
            }
            best = found.squared < best.squared ? found : best;
        }
    }
    return {sqrt(best.squared), normalize_or(point - best.nearest, fallback)};
}

} // namespace orrery::rigid::detail
