// Hulls against hulls and boxes: the separating axis with the largest gap, then one face clipped to the
// other, or the point where two edges cross.
#include "rigid/clip_faces.hpp"
#include "rigid/contact_features.hpp"
#include "rigid/narrow_phase.hpp"

#include <orrery/math/closest_point.hpp>

namespace orrery::rigid::detail {
namespace {

// What the cache remembers, in its two highest bits: a face of the first, of the second, or two edges.
constexpr std::uint32_t face_of_first = 1;
constexpr std::uint32_t face_of_second = 2;
constexpr std::uint32_t two_edges = 3;

[[nodiscard]] scalar tolerance_for(const polyhedron_pair& pair) noexcept {
    return min(pair.a.thickness, pair.b.thickness) * scalar(1.0 / 128);
}

// Whether the axis that separated the shapes before still does. A face is judged by the numbers of the
// search. Edges might be left out by it in favour of better ones, so they must be better than needed by more
// than rounding can take away.
[[nodiscard]] bool is_apart_as_before(const polyhedron_pair& pair, std::uint32_t axis,
                                      scalar margin) noexcept {
    const std::uint32_t index = axis & ~(3u << 30);
    switch (axis >> 30) {
    case face_of_first:
        return index < pair.a.faces.size() && face_gap(pair.a.faces[index], pair.b, pair.from_a) > margin;
    case face_of_second:
        return index < pair.b.faces.size() && face_gap(pair.b.faces[index], pair.a, pair.from_b) > margin;
    case two_edges: {
        const std::uint32_t of_a = index >> 15;
        const std::uint32_t of_b = index & 0x7fffu;
        return of_a < pair.a.edges.size() && of_b < pair.b.edges.size() &&
               edge_gap(pair, of_a, of_b).gap > margin + tolerance_for(pair);
    }
    default:
        return false;
    }
}

[[nodiscard]] std::uint32_t lowest_vertex(const polyhedron& of, vector3 direction) noexcept {
    std::uint32_t best = 0;
    scalar lowest = dot(of.vertices[0], direction);
    for (std::uint32_t i = 1; i < of.vertices.size(); ++i) {
        const scalar height = dot(of.vertices[i], direction);
        best = height < lowest ? i : best;
        lowest = min(height, lowest);
    }
    return best;
}

[[nodiscard]] bool has_corner(const polyhedron& of, const convex_hull::face& face,
                              std::uint32_t vertex) noexcept {
    for (const std::uint16_t corner : of.corners_of(face)) {
        if (corner == vertex) {
            return true;
        }
    }
    return false;
}

// Of the faces round the vertex that reaches lowest, the one that looks most nearly down.
[[nodiscard]] std::uint32_t lowest_face(const polyhedron& of, std::uint32_t vertex,
                                        vector3 direction) noexcept {
    std::uint32_t best = 0;
    scalar least = 2;
    for (std::uint32_t i = 0; i < of.faces.size(); ++i) {
        const scalar along = dot(of.faces[i].normal, direction);
        if (along < least && has_corner(of, of.faces[i], vertex)) {
            least = along;
            best = i;
        }
    }
    return best;
}

// The nearest points of two edges.
void add_edge_point(const polyhedron_pair& pair, const edge_axis& axis, const placed_shape& a, scalar margin,
                    manifold& found) noexcept {
    if (!(axis.gap <= margin)) {
        return;
    }
    const convex_hull::edge& edge_a = pair.a.edges[axis.of_a];
    const convex_hull::edge& edge_b = pair.b.edges[axis.of_b];
    const auto seen_from_a = [&](std::uint32_t vertex) {
        return pair.from_b.to_other * pair.b.vertices[vertex] + pair.from_a.between;
    };
    const vector3 from_b = seen_from_a(edge_b.from);
    const vector3 to_b = seen_from_a(edge_b.to);
    const auto nearest =
        closest_of_segments(pair.a.vertices[edge_a.from], pair.a.vertices[edge_a.to], from_b, to_b);
    const vector3 normal = normalize(axis.normal);
    found.normal = a.rotation * normal;
    found.points[0] = {a.rotation * (nearest.on_a.point + normal * (axis.gap * scalar(0.5))), axis.gap,
                       feature_of_edges(axis.of_a, axis.of_b)};
    found.count = 1;
}

void collide_pair(const polyhedron_pair& pair, const placed_shape& a, const placed_shape& b, scalar margin,
                  collide_cache& cache, manifold& found) noexcept {
    if (is_apart_as_before(pair, cache.axis, margin)) {
        return;
    }
    cache.axis = 0;
    const face_axis of_a = find_best_face(pair.a, pair.b, pair.from_a);
    if (of_a.gap > margin) {
        cache.axis = face_of_first << 30 | of_a.face;
        return;
    }
    const face_axis of_b = find_best_face(pair.b, pair.a, pair.from_b);
    if (of_b.gap > margin) {
        cache.axis = face_of_second << 30 | of_b.face;
        return;
    }

    // Faces are preferred to edges, and a's to b's, unless the other is clearly better: otherwise the choice
    // would change from step to step in a stack.
    const scalar tolerance = tolerance_for(pair);
    const bool is_a = !(of_b.gap > of_a.gap + tolerance);
    const polyhedron& reference = is_a ? pair.a : pair.b;
    const polyhedron& incident = is_a ? pair.b : pair.a;
    const polyhedron_view& view = is_a ? pair.from_a : pair.from_b;
    const face_axis& best_face = is_a ? of_a : of_b;
    const convex_hull::face& reference_face = reference.faces[best_face.face];
    const vector3 direction = view.to_other * reference_face.normal;
    const std::uint32_t lowest = lowest_vertex(incident, direction);
    const face_pair faces{reference, incident, view, best_face.face,
                          lowest_face(incident, lowest, direction)};
    clipped_polygon polygon(faces, tolerance);

    // A distance of two points of the shapes, so that no gap is larger.
    const scalar distance =
        polygon.is_empty()
            ? length((transpose_multiply(view.to_other, incident.vertices[lowest]) + view.between) -
                     reference.vertices[reference.corners_of(reference_face)[0]])
            : polygon.smallest_height();
    const scalar reach = max(max(-of_a.gap, -of_b.gap), distance) + tolerance * 2;
    const edge_axis edges = find_best_edges(pair, of_a, of_b, reach);
    if (edges.gap > margin) {
        cache.axis = two_edges << 30 | edges.of_a << 15 | edges.of_b;
        return;
    }
    if (edges.gap > best_face.gap + tolerance) {
        add_edge_point(pair, edges, a, margin, found);
        return;
    }
    polygon.add_points(margin, is_a, found);
    if (found.count == 0) {
        // Clipping may leave nothing where edges cross or shapes are a little apart.
        if (edges.gap > best_face.gap) {
            add_edge_point(pair, edges, a, margin, found);
        }
        return;
    }
    const placed_shape& place = is_a ? a : b;
    const vector3 shift = is_a ? vector3{} : b.position - a.position;
    const vector3 normal = place.rotation * reference_face.normal;
    found.normal = is_a ? normal : -normal;
    for (std::uint32_t i = 0; i < found.count; ++i) {
        found.points[i].offset = shift + place.rotation * found.points[i].offset;
    }
}

} // namespace

void collide_hulls(const placed_shape& a, const placed_shape& b, scalar margin, collide_cache& cache,
                   manifold& found) noexcept {
    collide_pair(make_pair(view_of(*a.hull), a, view_of(*b.hull), b), a, b, margin, cache, found);
}

void collide_box_hull(const placed_shape& a, const placed_shape& b, scalar margin, collide_cache& cache,
                      manifold& found) noexcept {
    const box_polyhedron box(a.size);
    collide_pair(make_pair(box.view(), a, view_of(*b.hull), b), a, b, margin, cache, found);
}

} // namespace orrery::rigid::detail
