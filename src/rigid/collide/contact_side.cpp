#include "rigid/collide/contact_side.hpp"
#include "rigid/collide/polyhedron.hpp"

#include <orrery/math/vector.hpp>

namespace orrery::rigid::detail {
namespace {

// A side belongs to a direction when it is within about two degrees of being at right angles to it.
constexpr scalar nearly_along = scalar(0.9992);
constexpr scalar nearly_across = scalar(0.04);

constexpr std::size_t rim_points = 8;
constexpr scalar diagonal = scalar(0.70710678118654752);
constexpr std::array<scalar, rim_points> rim_x{1, diagonal, 0, -diagonal, -1, -diagonal, 0, diagonal};
constexpr std::array<scalar, rim_points> rim_z{0, diagonal, 1, diagonal, 0, -diagonal, -1, -diagonal};
// Names beyond those of the points and edges of the rims.
constexpr std::size_t side_name = 2 * rim_points;
constexpr std::size_t lowest_of_rim = side_name + 2;

void find_capsule_side(const placed_shape& what, vector3 position, vector3 direction,
                       contact_side& side) noexcept {
    const vector3 half = what.rotation.column(1) * what.size.y;
    const vector3 surface = position + direction * what.size.x;
    const scalar along = dot(what.rotation.column(1), direction);
    if (along < nearly_across) {
        side.add(surface - half, 0, 0);
    }
    if (along > -nearly_across) {
        side.add(surface + half, 1, 0);
    }
}

void find_cylinder_side(const placed_shape& what, vector3 position, vector3 direction,
                        contact_side& side) noexcept {
    const vector3 local = transpose_multiply(what.rotation, direction);
    const auto placed = [&](vector3 point) { return position + what.rotation * point; };
    const scalar radius = what.size.x;
    const std::size_t cap = local.y < 0 ? 1 : 0;
    const scalar height = local.y < 0 ? -what.size.y : what.size.y;
    if (abs(local.y) > nearly_along) {
        // x towards z is clockwise seen from above.
        for (std::size_t i = 0; i < rim_points; ++i) {
            const std::size_t k = cap == 1 ? i : rim_points - 1 - i;
            const std::size_t edge = cap == 1 ? k : (k + rim_points - 1) % rim_points;
            side.add(placed({rim_x[k] * radius, height, rim_z[k] * radius}), cap * rim_points + k,
                     cap * rim_points + edge);
        }
        side.normal = what.rotation.column(1) * (cap == 1 ? scalar(-1) : scalar(1));
        side.middle = placed({0, height, 0});
        side.radius = radius;
        return;
    }
    const scalar across = radius / sqrt(local.x * local.x + local.z * local.z);
    const vector3 line{local.x * across, 0, local.z * across};
    if (abs(local.y) < nearly_across) {
        side.add(placed(line - vector3{0, what.size.y, 0}), side_name, side_name);
        side.add(placed(line + vector3{0, what.size.y, 0}), side_name + 1, side_name);
        return;
    }
    side.add(placed(line + vector3{0, height, 0}), lowest_of_rim + cap, 0);
}

void find_polyhedron_side(const polyhedron& what, const matrix3& rotation, vector3 position,
                          vector3 direction, contact_side& side) noexcept {
    const vector3 local = transpose_multiply(rotation, direction);
    const auto placed = [&](std::uint32_t vertex) { return position + rotation * what.vertices[vertex]; };
    std::size_t best_face = 0;
    scalar best_along = -2;
    for (std::size_t i = 0; i < what.faces.size(); ++i) {
        const scalar along = dot(what.faces[i].normal, local);
        best_face = along > best_along ? i : best_face;
        best_along = max(along, best_along);
    }
    if (best_along > nearly_along) {
        const convex_hull::face& face = what.faces[best_face];
        const auto corners = what.corners_of(face);
        for (std::uint32_t i = 0; i < corners.size(); ++i) {
            side.add(placed(corners[i]), corners[i], what.edge_of(face, i));
        }
        side.normal = rotation * face.normal;
        return;
    }
    std::uint32_t farthest = 0;
    scalar most = dot(what.vertices[0], local);
    for (std::uint32_t i = 1; i < what.vertices.size(); ++i) {
        const scalar along = dot(what.vertices[i], local);
        farthest = along > most ? i : farthest;
        most = max(along, most);
    }
    // The edge from there that is most nearly at right angles to the direction.
    std::size_t best_edge = what.edges.size();
    scalar least_slope = nearly_across;
    for (std::size_t i = 0; i < what.edges.size(); ++i) {
        const convex_hull::edge& edge = what.edges[i];
        if (edge.from == farthest || edge.to == farthest) {
            const vector3 along = what.vertices[edge.to] - what.vertices[edge.from];
            const scalar slope = abs(dot(along, local)) / length(along);
            best_edge = slope < least_slope ? i : best_edge;
            least_slope = min(slope, least_slope);
        }
    }
    if (best_edge < what.edges.size()) {
        const convex_hull::edge& edge = what.edges[best_edge];
        side.add(placed(edge.from), edge.from, best_edge);
        side.add(placed(edge.to), edge.to, best_edge);
        return;
    }
    side.add(placed(farthest), farthest, 0);
}

} // namespace

void find_side(const placed_shape& what, vector3 position, vector3 direction, contact_side& side) noexcept {
    switch (what.kind) {
    case shape_kind::capsule:
        find_capsule_side(what, position, direction, side);
        break;
    case shape_kind::cylinder:
        find_cylinder_side(what, position, direction, side);
        break;
    case shape_kind::box:
        find_polyhedron_side(box_polyhedron(what.size).view(), what.rotation, position, direction, side);
        break;
    case shape_kind::hull:
        find_polyhedron_side(view_of(*what.hull), what.rotation, position, direction, side);
        break;
    case shape_kind::sphere:
    case shape_kind::plane:
    case shape_kind::compound:
    case shape_kind::mesh:
    case shape_kind::triangle:
        break;
    }
}

} // namespace orrery::rigid::detail
