// Boxes, hulls and cylinders against the triangles of a surface: the side of the shape that looks at a
// triangle is cut along its edges, and what is left is pushed along its normal. Only where edges stick out,
// or where the shape is deep behind the plane, other directions are looked at.
#include "rigid/collide/core_support.hpp"
#include "rigid/surface/surface_cylinder.hpp"
#include "rigid/surface/surface_ridges.hpp"
#include "rigid/surface/surface_shapes.hpp"
#include "rigid/surface/triangle_clip.hpp"

#include <algorithm>
#include <limits>

namespace orrery::rigid::detail {
namespace {

// Parts of the thickness: what decides between directions; and how deep the points of a face may be before
// the face has to be nearest.
constexpr scalar tolerance_part = scalar(1.0 / 128);
constexpr scalar deep_part = scalar(1.0 / 8);

// A side within about six degrees of the plane serves even if another is nearer.
constexpr scalar same_side = scalar(-0.995);

constexpr std::uint32_t no_side = 0xffff'ffffu;

// Adds the points of one triangle, of which only some edges are near. `meet(terms)` answers like meet_ridges.
// With `all_ridges` edges may carry however little they stick out.
template <typename Meet>
void meet_triangle(const near_triangle& triangle, const facing_side& side, bool all_ridges,
                   std::uint32_t near_edges, scalar face_gap, scalar thickness, scalar margin, Meet&& meet,
                   surface_patches& found) noexcept {
    triangle_clip clip(triangle, thickness * (tolerance_part * scalar(0.5)));
    const bool is_over_face = clip.cut(side);
    const std::uint32_t ridges =
        near_edges & (all_ridges ? triangle.bends(cone_tolerance) : triangle.ridges());
    const scalar height = is_over_face ? clip.smallest_height() : std::numeric_limits<scalar>::max();
    const bool is_deep = is_over_face && height < thickness * -deep_part;
    const bool is_clear = is_over_face && (clip.crossed_edges() & ridges) == 0;
    if (is_deep || (ridges != 0 && !is_clear)) {
        const ridge_answer answer = meet({ridges, is_over_face, face_gap, thickness * tolerance_part});
        // Where another way out is much shorter, but not one that this triangle may show, a neighbour does.
        const bool is_of_neighbour = is_deep && answer.side_gap > height * scalar(0.125);
        if (answer.is_apart || answer.is_carried || is_of_neighbour) {
            return;
        }
    }
    if (is_over_face) {
        clip.add_points(margin, found);
    }
}

// The side of a polyhedron that was looked at last: most triangles of a surface want the same.
struct kept_side {
    std::uint32_t number = no_side;
    facing_side side;

    void fill(std::uint32_t wanted, const polyhedron& solid, const matrix3& rotation) noexcept {
        if (number == wanted) {
            return;
        }
        number = wanted;
        side.count = 0;
        const convex_hull::face& face = solid.faces[wanted];
        const auto corners = solid.corners_of(face);
        for (std::uint32_t i = 0; i < corners.size(); ++i) {
            side.add(rotation * solid.vertices[corners[i]], corners[i], solid.edge_of(face, i));
        }
    }
};

// Of equally low ones the first in each lane, and of these the one in the first lane.
[[nodiscard]] std::uint32_t lowest_vertex_along(std::span<const vector3> vertices,
                                                vector3 direction) noexcept {
    const std::size_t groups = vertices.size() / 4;
    four lowest(std::numeric_limits<scalar>::max());
    four place(scalar(0));
    four current = four::count_up();
    for (std::size_t group = 0; group < groups; ++group) {
        const four along = dot(load_four(&vertices[group * 4]), four_vectors(direction));
        const auto is_lower = along < lowest;
        lowest = select(is_lower, along, lowest);
        place = select(is_lower, current, place);
        current = current + four(scalar(4));
    }
    scalar least = lowest[0];
    auto best = static_cast<std::uint32_t>(place[0]);
    for (int lane = 1; lane < 4; ++lane) {
        best = lowest[lane] < least ? static_cast<std::uint32_t>(place[lane]) : best;
        least = min(lowest[lane], least);
    }
    for (std::size_t i = groups * 4; i < vertices.size(); ++i) {
        const scalar along = dot(vertices[i], direction);
        best = along < least ? static_cast<std::uint32_t>(i) : best;
        least = min(along, least);
    }
    return best;
}

[[nodiscard]] bool has_vertex(const polyhedron& solid, const convex_hull::face& face,
                              std::uint32_t vertex) noexcept {
    return std::ranges::any_of(solid.corners_of(face),
                               [&](std::uint16_t corner) { return corner == vertex; });
}

// Of the sides round the lowest vertex along a direction, the one that looks most nearly down.
[[nodiscard]] std::uint32_t side_against(const polyhedron& solid, std::uint32_t vertex,
                                         vector3 direction) noexcept {
    std::uint32_t best = 0;
    scalar least = 2;
    for (std::uint32_t i = 0; i < solid.faces.size(); ++i) {
        const scalar along = dot(solid.faces[i].normal, direction);
        best = along < least ? i : best;
        least = min(along, least);
    }
    // The best of all is nearly always one of them.
    if (has_vertex(solid, solid.faces[best], vertex)) {
        return best;
    }
    least = 2;
    for (std::uint32_t i = 0; i < solid.faces.size(); ++i) {
        const scalar along = dot(solid.faces[i].normal, direction);
        if (along < least && has_vertex(solid, solid.faces[i], vertex)) {
            best = i;
            least = along;
        }
    }
    return best;
}

// Of a box in the order x, y, z, the positive side of each first.
[[nodiscard]] std::uint32_t box_side_against(vector3 direction) noexcept {
    const int axis = largest_axis(abs(direction));
    return static_cast<std::uint32_t>(axis) * 2 + (direction[axis] > 0 ? 1 : 0);
}

// Corners in the frame of a shape.
[[nodiscard]] four_vectors turned_back(const matrix3& rotation, const four_vectors& corners) noexcept {
    return {dot(corners, four_vectors(rotation.column(0))), dot(corners, four_vectors(rotation.column(1))),
            dot(corners, four_vectors(rotation.column(2)))};
}

// A bit for each edge of a triangle, given by its corners in the frame of a box, that is not beyond a side of
// the box.
[[nodiscard]] std::uint32_t edges_near(const four_vectors& corners, const aabb3& box,
                                       scalar margin) noexcept {
    const auto beyond = [&](four along, scalar low, scalar high) {
        const four next = shuffle<1, 2, 0, 3>(along);
        return (max(along, next) < four(low - margin)) | (min(along, next) > four(high + margin));
    };
    const auto is_beyond = beyond(corners.x, box.min.x, box.max.x) | beyond(corners.y, box.min.y, box.max.y) |
                           beyond(corners.z, box.min.z, box.max.z);
    return ~is_beyond.bits() & 7;
}

// Whether the triangle is beside the box along one of its axes.
[[nodiscard]] bool is_beside(const four_vectors& corners, const aabb3& box, scalar margin) noexcept {
    const auto is_off = [&](four along, scalar low, scalar high) {
        return ((along < four(low - margin)).bits() & 7) == 7 ||
               ((along > four(high + margin)).bits() & 7) == 7;
    };
    return is_off(corners.x, box.min.x, box.max.x) || is_off(corners.y, box.min.y, box.max.y) ||
           is_off(corners.z, box.min.z, box.max.z);
}

// `box` is around the solid in its frame, `reach(local normal)` is how far the solid reaches down from its
// origin, `side(local normal)` the side that looks that way, asked right after it.
template <typename Reach, typename Side>
void polyhedron_on_surface(const placed_shape& convex, const polyhedron& solid, const aabb3& box,
                           std::span<const surface_triangle> triangles, scalar margin, Reach&& reach,
                           Side&& side, surface_patches& found) noexcept {
    const scalar behind = -depth_behind(solid.thickness, margin);
    const vector3 middle = convex.rotation * solid.middle;
    kept_side kept;
    for (std::uint32_t i = 0; i < triangles.size(); ++i) {
        const vector3 normal = triangles[i].normal;
        const scalar height = dot(normal, convex.position - triangles[i].corners[0]);
        if (height - solid.reach > margin || height + dot(normal, middle) < behind) {
            continue;
        }
        const four_vectors counted = corners_from(triangles[i], convex.position);
        const four_vectors corners = turned_back(convex.rotation, counted);
        if (is_beside(corners, box, margin)) {
            continue;
        }
        const vector3 local = transpose_multiply(convex.rotation, normal);
        const scalar gap = height - reach(local);
        if (gap > margin) {
            continue;
        }
        const near_triangle triangle(triangles[i], counted, i);
        kept.fill(side(local), solid, convex.rotation);
        const auto meet = [&](const ridge_terms& terms) {
            return meet_ridges({triangle, corners, solid, convex.rotation, terms, margin}, found);
        };
        meet_triangle(triangle, kept.side, false, edges_near(corners, box, margin), gap, solid.thickness,
                      margin, meet, found);
    }
}

void cylinder_on_triangles(const placed_shape& convex, std::span<const surface_triangle> triangles,
                           bool all_ridges, scalar margin, surface_patches& found) noexcept {
    const scalar thickness = min(convex.size.x, convex.size.y);
    const scalar behind = -depth_behind(thickness, margin);
    const vector3 half{convex.size.x, convex.size.y, convex.size.x};
    const aabb3 box{-half, half};
    facing_side side;
    for (std::uint32_t i = 0; i < triangles.size(); ++i) {
        const vector3 normal = triangles[i].normal;
        const scalar height = dot(normal, convex.position - triangles[i].corners[0]);
        const vector3 axis = axis_of(convex);
        const scalar along = dot(axis, normal);
        const scalar across = sqrt(max(scalar(1) - along * along, scalar(0)));
        const scalar gap = height - (abs(along) * convex.size.y + across * convex.size.x);
        if (gap > margin || height < behind) {
            continue;
        }
        const four_vectors counted = corners_from(triangles[i], convex.position);
        const four_vectors corners = turned_back(convex.rotation, counted);
        if (is_beside(corners, box, margin)) {
            continue;
        }
        const near_triangle triangle(triangles[i], counted, i);
        find_cylinder_side_over(convex, normal, side);
        const auto meet = [&](const ridge_terms& terms) {
            return meet_cylinder_ridges(triangle, convex, terms, margin, found);
        };
        meet_triangle(triangle, side, all_ridges, edges_near(corners, box, margin), gap, thickness, margin,
                      meet, found);
    }
}

} // namespace

void box_on_surface(const placed_shape& convex, std::span<const surface_triangle> triangles, scalar margin,
                    surface_patches& found) noexcept {
    const box_polyhedron solid(convex.size);
    polyhedron_on_surface(
        convex, solid.view(), {-convex.size, convex.size}, triangles, margin,
        [&](vector3 local) { return dot(abs(local), convex.size); }, box_side_against, found);
}

void hull_on_surface(const placed_shape& convex, std::span<const surface_triangle> triangles, scalar margin,
                     surface_patches& found) noexcept {
    const polyhedron solid = view_of(*convex.hull);
    std::uint32_t lowest = 0;
    std::uint32_t last = no_side;
    const auto reach = [&](vector3 local) {
        lowest = lowest_vertex_along(solid.vertices, local);
        return -dot(solid.vertices[lowest], local);
    };
    const auto side = [&](vector3 local) {
        // Most triangles want the side of the one before.
        const bool is_same = last != no_side && dot(solid.faces[last].normal, local) < same_side &&
                             has_vertex(solid, solid.faces[last], lowest);
        last = is_same ? last : side_against(solid, lowest, local);
        return last;
    };
    polyhedron_on_surface(convex, solid, convex.hull->box(), triangles, margin, reach, side, found);
}

void cylinder_on_surface(const placed_shape& convex, std::span<const surface_triangle> triangles,
                         scalar margin, surface_patches& found) noexcept {
    cylinder_on_triangles(convex, triangles, false, margin, found);
    if (found.empty()) {
        // On a gentle ridge its lowest line is over neither face.
        cylinder_on_triangles(convex, triangles, true, margin, found);
    }
}

} // namespace orrery::rigid::detail
