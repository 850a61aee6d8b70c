// Hulls against hulls and boxes: the separating axis with the largest gap, then one face clipped to the
// other, or the point where two edges cross.
#include "rigid/collide/closest_points.hpp"
#include "rigid/collide/core_support.hpp"
#include "rigid/collide/narrow_phase.hpp"
#include "rigid/collide/polygon_clip.hpp"
#include "rigid/collide/polyhedron_axes.hpp"

#include <orrery/math/closest_point.hpp>

#include <algorithm>

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

// Of equally low ones the first.
[[nodiscard]] std::uint32_t lowest_vertex(const polyhedron& of, vector3 direction) noexcept {
    return static_cast<std::uint32_t>(farthest_vertex(of.vertices, -direction));
}

[[nodiscard]] bool has_corner(const polyhedron& of, const convex_hull::face& face,
                              std::uint32_t vertex) noexcept {
    const auto corners = of.corners_of(face);
    return std::find(corners.begin(), corners.end(), vertex) != corners.end();
}

// Of the faces round the vertex that reaches lowest, the one that looks most nearly down. Nearly always no
// other face does so more, and then one look at its corners is enough.
[[nodiscard]] std::uint32_t lowest_face(const polyhedron& of, std::uint32_t vertex,
                                        vector3 direction) noexcept {
    const auto find_lowest = [&](const auto& is_allowed) {
        std::uint32_t best = 0;
        scalar least = 2;
        for (std::uint32_t i = 0; i < of.faces.size(); ++i) {
            const scalar along = dot(of.faces[i].normal, direction);
            if (along < least && is_allowed(of.faces[i])) {
                least = along;
                best = i;
            }
        }
        return best;
    };
    const std::uint32_t lowest = find_lowest([](const convex_hull::face&) { return true; });
    const auto is_round_vertex = [&](const convex_hull::face& face) { return has_corner(of, face, vertex); };
    return is_round_vertex(of.faces[lowest]) ? lowest : find_lowest(is_round_vertex);
}

// One face that gives the plane and the border, and one that is cut along that border.
struct face_pair {
    const polyhedron& reference;
    const polyhedron& incident;
    const polyhedron_view& view; // from the reference
    const convex_hull::face& reference_face;
    const convex_hull::face& incident_face;
    tangent_basis<scalar> tangents; // of the reference face
};

// The tangents are turned into the incident frame, which is less work than turning every corner. The corners
// of the incident face are taken backwards, so that they, too, go counterclockwise.
void clip(const face_pair& faces, scalar tolerance, polygon_clip& polygon) noexcept {
    const polyhedron_view& view = faces.view;
    const vector3 along_u = view.to_other * faces.tangents.first;
    const vector3 along_v = view.to_other * faces.tangents.second;
    const vector3 up = view.to_other * faces.reference_face.normal;
    const scalar from_u = dot(faces.tangents.first, view.between);
    const scalar from_v = dot(faces.tangents.second, view.between);
    const scalar from_height = dot(faces.reference_face.normal, view.between) - faces.reference_face.offset;
    const auto incident_corners = faces.incident.corners_of(faces.incident_face);
    for (std::size_t i = incident_corners.size(); i-- > 0;) {
        const vector3 corner = faces.incident.vertices[incident_corners[i]];
        polygon.add_corner(dot(along_u, corner) + from_u, dot(along_v, corner) + from_v,
                           dot(up, corner) + from_height);
    }
    const auto corners = faces.reference.corners_of(faces.reference_face);
    std::array<scalar, convex_hull::max_vertices> border_u;
    std::array<scalar, convex_hull::max_vertices> border_v;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        border_u[i] = dot(faces.tangents.first, faces.reference.vertices[corners[i]]);
        border_v[i] = dot(faces.tangents.second, faces.reference.vertices[corners[i]]);
    }
    polygon.cut_along(std::span(border_u).first(corners.size()), std::span(border_v).first(corners.size()),
                      tolerance);
}

[[nodiscard]] std::uint32_t name_of(const face_pair& faces, const polygon_clip& polygon, std::size_t corner,
                                    bool is_reference_first) noexcept {
    const auto reference_corners = faces.reference.corners_of(faces.reference_face);
    const auto incident_corners = faces.incident.corners_of(faces.incident_face);
    const auto count = static_cast<std::uint32_t>(incident_corners.size());
    // Corner i was corner count - 1 - i before it was turned round, and its edge ends there.
    return polygon.name(
        corner, is_reference_first, [&](std::uint32_t i) { return std::uint32_t{reference_corners[i]}; },
        [&](std::uint32_t i) { return faces.reference.edge_of(faces.reference_face, i); },
        [&](std::uint32_t i) { return std::uint32_t{incident_corners[count - 1 - i]}; },
        [&](std::uint32_t i) {
            return faces.incident.edge_of(faces.incident_face, (2 * count - 2 - i) % count);
        });
}

void add_face_points(const face_pair& faces, polygon_clip& polygon, bool is_reference_first,
                     const placed_shape& a, const placed_shape& b, scalar margin, manifold& found) noexcept {
    const chosen_points chosen = polygon.choose(margin);
    if (chosen.count == 0) {
        return;
    }
    const placed_shape& place = is_reference_first ? a : b;
    const vector3 shift = is_reference_first ? vector3{} : b.position - a.position;
    const vector3 normal = place.rotation * faces.reference_face.normal;
    found.normal = is_reference_first ? normal : -normal;
    for (int i = 0; i < chosen.count; ++i) {
        const auto corner = static_cast<std::size_t>(chosen.index[static_cast<std::size_t>(i)]);
        const scalar separation = polygon.height(corner);
        const vector3 local =
            (faces.tangents.first * polygon.u(corner) + faces.tangents.second * polygon.v(corner)) +
            faces.reference_face.normal * (faces.reference_face.offset + separation * scalar(0.5));
        found.points[found.count] = {shift + place.rotation * local, separation,
                                     name_of(faces, polygon, corner, is_reference_first)};
        ++found.count;
    }
}

// The nearest points of two edges, in the frame of a.
[[nodiscard]] auto nearest_points(const polyhedron_pair& pair, const edge_axis& axis) noexcept {
    const convex_hull::edge& edge_a = pair.a.edges[axis.of_a];
    const convex_hull::edge& edge_b = pair.b.edges[axis.of_b];
    const auto seen_from_a = [&](std::uint32_t vertex) {
        return pair.from_b.to_other * pair.b.vertices[vertex] + pair.from_a.between;
    };
    const vector3 from_b = seen_from_a(edge_b.from);
    const vector3 to_b = seen_from_a(edge_b.to);
    return closest_of_segments(pair.a.vertices[edge_a.from], pair.a.vertices[edge_a.to], from_b, to_b);
}

[[nodiscard]] scalar distance_of_edges(const polyhedron_pair& pair, const edge_axis& axis) noexcept {
    const auto nearest = nearest_points(pair, axis);
    return length(nearest.on_b.point - nearest.on_a.point);
}

void add_edge_point(const polyhedron_pair& pair, const edge_axis& axis, const placed_shape& a,
                    const placed_shape& b, scalar margin, manifold& found) noexcept {
    if (!(axis.gap <= margin)) {
        return;
    }
    const auto nearest = nearest_points(pair, axis);
    const vector3 normal = a.rotation * normalize(axis.normal);
    // Edges that are nearest to each other at an end are not what separates the shapes.
    if (axis.gap > 0 && length(nearest.on_b.point - nearest.on_a.point) > axis.gap + tolerance_for(pair)) {
        use_closest_points(a, b, normal, margin, found);
        return;
    }
    found.normal = normal;
    found.points[0] = {a.rotation * ((nearest.on_a.point + nearest.on_b.point) * scalar(0.5)), axis.gap,
                       feature_of_edges(axis.of_a, axis.of_b)};
    found.count = 1;
}

// Whether the shapes are apart and the vertex nearest to the reference face does not lie over it, so that the
// points that clipping has left are not the closest ones.
[[nodiscard]] bool is_nearest_vertex_aside(const face_pair& faces, std::uint32_t lowest, scalar tolerance,
                                           const manifold& found) noexcept {
    const vector3 vertex =
        transpose_multiply(faces.view.to_other, faces.incident.vertices[lowest]) + faces.view.between;
    const scalar gap = dot(faces.reference_face.normal, vertex) - faces.reference_face.offset;
    return gap > 0 && least_separation(found) > gap + tolerance;
}

[[nodiscard]] face_pair make_face_pair(const polyhedron_pair& pair, bool is_a, std::uint32_t face,
                                       std::uint32_t& lowest) noexcept {
    const polyhedron& reference = is_a ? pair.a : pair.b;
    const polyhedron& incident = is_a ? pair.b : pair.a;
    const polyhedron_view& view = is_a ? pair.from_a : pair.from_b;
    const convex_hull::face& reference_face = reference.faces[face];
    const vector3 direction = view.to_other * reference_face.normal;
    lowest = lowest_vertex(incident, direction);
    return {reference,
            incident,
            view,
            reference_face,
            incident.faces[lowest_face(incident, lowest, direction)],
            make_tangent_basis(reference_face.normal)};
}

// No point of b has moved farther than this, as seen from a, since the cache was written.
[[nodiscard]] scalar motion_since(const polyhedron_pair& pair, const collide_cache& cache) noexcept {
    const scalar dx = length(pair.from_b.to_other[0] - cache.turn_x);
    const scalar dy = length(pair.from_b.to_other[1] - cache.turn_y);
    // The third row is the product of the other two, so it has turned by no more than both together.
    return length(pair.from_a.between - cache.between) + scalar(2) * (dx + dy) * pair.b.reach;
}

void note_place(const polyhedron_pair& pair, const face_axis& of_a, const face_axis& of_b,
                collide_cache& cache) noexcept {
    cache.faces = of_a.face | of_b.face << 16;
    cache.between = pair.from_a.between;
    cache.turn_x = pair.from_b.to_other[0];
    cache.turn_y = pair.from_b.to_other[1];
}

// A gap along a fixed direction changes by no more than the motion, and so does the largest of all gaps. As
// long as twice the motion is less than every lead by which the search was decided, it would be decided the
// same way again.
void note_face(const polyhedron_pair& pair, bool is_a, const face_axis& of_a, const face_axis& of_b,
               const edge_axis& edges, scalar tolerance, collide_cache& cache) noexcept {
    const face_axis& best = is_a ? of_a : of_b;
    const scalar between_faces = is_a ? (of_a.gap + tolerance) - of_b.gap : of_b.gap - (of_a.gap + tolerance);
    const scalar over_edges = tolerance - max(edges.gap - best.gap, scalar(0));
    const scalar rounding = tolerance * scalar(1.0 / 16);
    note_place(pair, of_a, of_b, cache);
    cache.rests_on = is_a ? collide_cache::support::face_of_first : collide_cache::support::face_of_second;
    cache.gap = max(max(of_a.gap, of_b.gap), edges.gap) + rounding;
    cache.slack = min(min(best.lead, between_faces), over_edges) - rounding;
}

void note_edges(const polyhedron_pair& pair, const face_axis& of_a, const face_axis& of_b,
                const edge_axis& edges, scalar tolerance, collide_cache& cache) noexcept {
    note_place(pair, of_a, of_b, cache);
    cache.rests_on = collide_cache::support::edges;
    cache.edges = edges.of_a | edges.of_b << 16;
    cache.gap = max(of_a.gap, of_b.gap) + tolerance * scalar(1.0 / 16);
}

// Whether the shapes still rest on the face they rested on, and the points if they do.
[[nodiscard]] bool rest_on_face(const polyhedron_pair& pair, const placed_shape& a, const placed_shape& b,
                                scalar margin, scalar motion, const collide_cache& cache,
                                manifold& found) noexcept {
    if (!(scalar(2) * motion < cache.slack) || !(cache.gap + motion < margin)) {
        return false;
    }
    const bool is_a = cache.rests_on == collide_cache::support::face_of_first;
    std::uint32_t lowest = 0;
    const face_pair faces =
        make_face_pair(pair, is_a, is_a ? cache.faces & 0xffffu : cache.faces >> 16, lowest);
    polygon_clip polygon;
    clip(faces, tolerance_for(pair) * scalar(0.5), polygon);
    add_face_points(faces, polygon, is_a, a, b, margin, found);
    if (found.count > 0 && is_nearest_vertex_aside(faces, lowest, tolerance_for(pair), found)) {
        found = {};
    }
    return found.count > 0;
}

// The same for edges. They are searched again, but not the faces: none of these can have come near the best
// edges, which is all that matters of them.
[[nodiscard]] bool rest_on_edges(const polyhedron_pair& pair, const placed_shape& a, const placed_shape& b,
                                 scalar margin, scalar motion, collide_cache& cache,
                                 manifold& found) noexcept {
    const scalar tolerance = tolerance_for(pair);
    if (!(cache.gap + motion < margin)) {
        return false;
    }
    const edge_axis before = edge_gap(pair, cache.edges & 0xffffu, cache.edges >> 16);
    if (!(before.gap > (cache.gap + motion) + tolerance)) {
        return false;
    }
    const std::uint32_t face_a = cache.faces & 0xffffu;
    const std::uint32_t face_b = cache.faces >> 16;
    const face_axis of_a{face_gap(pair.a.faces[face_a], pair.b, pair.from_a), face_a};
    const face_axis of_b{face_gap(pair.b.faces[face_b], pair.a, pair.from_b), face_b};
    const scalar reach = max(max(-of_a.gap, -of_b.gap), distance_of_edges(pair, before)) + tolerance * 2;
    const edge_axis edges = find_best_edges(pair, of_a, of_b, reach);
    if (edges.gap > margin) {
        return false;
    }
    cache.edges = edges.of_a | edges.of_b << 16;
    add_edge_point(pair, edges, a, b, margin, found);
    return true;
}

// Whether what the cache knows is enough to find the points.
[[nodiscard]] bool rest_as_before(const polyhedron_pair& pair, const placed_shape& a, const placed_shape& b,
                                  scalar margin, collide_cache& cache, manifold& found) noexcept {
    if (cache.rests_on == collide_cache::support::none) {
        return false;
    }
    const scalar motion = motion_since(pair, cache);
    return cache.rests_on == collide_cache::support::edges
               ? rest_on_edges(pair, a, b, margin, motion, cache, found)
               : rest_on_face(pair, a, b, margin, motion, cache, found);
}

void collide_pair(const polyhedron_pair& pair, const placed_shape& a, const placed_shape& b, scalar margin,
                  collide_cache& cache, manifold& found) noexcept {
    if (is_apart_as_before(pair, cache.axis, margin) || rest_as_before(pair, a, b, margin, cache, found)) {
        return;
    }
    cache.axis = 0;
    cache.rests_on = collide_cache::support::none;
    const scalar tolerance = tolerance_for(pair);
    const face_axis of_a = find_best_face(pair.a, pair.b, pair.from_a, tolerance);
    if (of_a.gap > margin) {
        cache.axis = face_of_first << 30 | of_a.face;
        return;
    }
    const face_axis of_b = find_best_face(pair.b, pair.a, pair.from_b, tolerance);
    if (of_b.gap > margin) {
        cache.axis = face_of_second << 30 | of_b.face;
        return;
    }

    // Faces are preferred to edges, and a's to b's, unless the other is clearly better: otherwise the choice
    // would change from step to step in a stack.
    const bool is_a = !(of_b.gap > of_a.gap + tolerance);
    const face_axis& best_face = is_a ? of_a : of_b;
    std::uint32_t lowest = 0;
    const face_pair faces = make_face_pair(pair, is_a, best_face.face, lowest);
    polygon_clip polygon;
    clip(faces, tolerance * scalar(0.5), polygon);

    // A distance of two points of the shapes, so that no gap is larger.
    const scalar distance =
        polygon.is_empty()
            ? length((transpose_multiply(faces.view.to_other, faces.incident.vertices[lowest]) +
                      faces.view.between) -
                     faces.reference.vertices[faces.reference.corners_of(faces.reference_face)[0]])
            : polygon.smallest_height();
    const scalar reach = max(max(-of_a.gap, -of_b.gap), distance) + tolerance * 2;
    const edge_axis edges = find_best_edges(pair, of_a, of_b, reach);
    if (edges.gap > margin) {
        cache.axis = two_edges << 30 | edges.of_a << 15 | edges.of_b;
        return;
    }
    if (edges.gap > best_face.gap + tolerance) {
        add_edge_point(pair, edges, a, b, margin, found);
        note_edges(pair, of_a, of_b, edges, tolerance, cache);
        return;
    }
    add_face_points(faces, polygon, is_a, a, b, margin, found);
    if (is_nearest_vertex_aside(faces, lowest, tolerance, found)) {
        const vector3 outwards = (is_a ? a : b).rotation * faces.reference_face.normal;
        use_closest_points(a, b, is_a ? outwards : -outwards, margin, found);
    } else if (found.count > 0) {
        note_face(pair, is_a, of_a, of_b, edges, tolerance, cache);
    } else if (edges.gap > best_face.gap) {
        // Clipping may leave nothing where edges cross.
        add_edge_point(pair, edges, a, b, margin, found);
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
