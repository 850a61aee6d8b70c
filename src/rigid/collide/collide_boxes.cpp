// Box against box: the separating axis with the largest gap, then the corners of one face clipped to the
// other, or the point where two edges cross.
#include "rigid/collide/box_axes.hpp"
#include "rigid/collide/choose_points.hpp"
#include "rigid/collide/closest_points.hpp"
#include "rigid/collide/contact_features.hpp"
#include "rigid/collide/narrow_phase.hpp"

#include <orrery/math/vector.hpp>

#include <bit>

namespace orrery::rigid::detail {
namespace {

// The two boxes as each other sees them.
struct box_view {
    lane_rows axes; // lane i of x is component i of the other's axis x in one's own frame
    four between;   // from one's own centre to the other's, in one's own frame
};

// The best of some axes: its number in the cache, or nothing when all were left out.
struct best_axis {
    scalar gap;
    std::uint32_t number;
};

[[nodiscard]] best_axis best_of_three(four gaps, std::uint32_t first) noexcept {
    const scalar gap = largest_of_three(gaps);
    const std::uint32_t bits = (gaps == four(gap)).bits();
    return {gap, first + static_cast<std::uint32_t>(std::countr_zero(bits))};
}

[[nodiscard]] four to_own_frame(const lane_rows& rotation, vector3 direction) noexcept {
    return (rotation.x * four(direction.x) + rotation.y * four(direction.y)) + rotation.z * four(direction.z);
}

[[nodiscard]] best_axis best_edge_pair(const box_view& from_a, four half_a, vector3 half_b) noexcept {
    const four between1 = shuffle<1, 2, 0, 3>(from_a.between);
    const four between2 = shuffle<2, 0, 1, 3>(from_a.between);
    const four half1 = shuffle<1, 2, 0, 3>(half_a);
    const four half2 = shuffle<2, 0, 1, 3>(half_a);
    const auto gaps = [&](four along, four across1, four across2, scalar other1, scalar other2) {
        return edge_gap(shuffle<1, 2, 0, 3>(along), shuffle<2, 0, 1, 3>(along), between1, between2, half1,
                        half2, across1, across2, four(other1), four(other2));
    };
    const lane_rows& b = from_a.axes;
    const four of_x = gaps(b.x, b.y, b.z, half_b.y, half_b.z);
    const four of_y = gaps(b.y, b.z, b.x, half_b.z, half_b.x);
    const four of_z = gaps(b.z, b.x, b.y, half_b.x, half_b.y);
    const scalar gap = largest_of_three(max(of_x, max(of_y, of_z)));
    const std::uint32_t bits = ((of_x == four(gap)).bits() & 7) | ((of_y == four(gap)).bits() & 7) << 3 |
                               ((of_z == four(gap)).bits() & 7) << 6;
    return {gap, 7 + static_cast<std::uint32_t>(std::countr_zero(bits))};
}

// A face of one box, and the box that lies over it.
struct face_over {
    const placed_shape& reference;
    const placed_shape& incident;
    const box_view& view; // of the incident box from the reference box
    int axis;             // of the reference face
    scalar tolerance;
    bool is_first; // whether the reference is the pair's first box
};

// The axes of the two faces: w across the reference face and u, v along it, k across the incident face and
// k1, k2 along it.
struct face_axes {
    int w;
    int u;
    int v;
    int k;
    int k1;
    int k2;
    bool is_reference_positive; // on which side of its box the face is
    bool is_incident_positive;
};

constexpr int group = 4;

// The corners of the incident face and where its edges enter and leave the reference face (in groups of four,
// one for each edge), and the corners of the reference face that lie over the incident one.
struct clipped_face {
    alignas(32) scalar u[3 * group];
    alignas(32) scalar v[3 * group];
    alignas(32) scalar separation[3 * group];
    alignas(32) scalar enter[group];    // along each edge; zero where it begins inside
    alignas(32) scalar side[2 * group]; // which side of the reference face an edge crosses, 0 to 3
};

// Where four segments are within -limit and limit.
struct slab {
    four enter;
    four leave;
};

[[nodiscard]] slab clip_to_slab(four start, four step, scalar limit) noexcept {
    // A step of zero would make zero times infinity.
    const four safe = select(abs(step) > four(scalar(1e-30)), step, four(scalar(1e-30)));
    const four inverse = four(1) / safe;
    const four low = (four(-limit) - start) * inverse;
    const four high = (four(limit) - start) * inverse;
    return {min(low, high), max(low, high)};
}

// The signs of the corners of a face along its two axes, as one walks round it.
[[nodiscard]] four first_sign() noexcept {
    return make_four(-1, 1, 1, -1);
}

[[nodiscard]] four second_sign() noexcept {
    return make_four(-1, -1, 1, 1);
}

// Which corner of its box corner i of a face is, in that order.
[[nodiscard]] std::uint32_t corner_of_face(std::size_t i, int axis1, int axis2, std::uint32_t face) noexcept {
    const std::uint32_t bit1 = i == 1 || i == 2 ? 1u << axis1 : 0u;
    const std::uint32_t bit2 = i >= 2 ? 1u << axis2 : 0u;
    return bit1 | bit2 | face;
}

face_axes clip(const face_over& faces, clipped_face& points) noexcept {
    alignas(32) scalar axes[3][4];
    faces.view.axes.x.store(axes[0]);
    faces.view.axes.y.store(axes[1]);
    faces.view.axes.z.store(axes[2]);
    alignas(32) scalar center[4];
    faces.view.between.store(center);
    const scalar half[3] = {faces.reference.size.x, faces.reference.size.y, faces.reference.size.z};
    const scalar other[3] = {faces.incident.size.x, faces.incident.size.y, faces.incident.size.z};

    const int w = faces.axis;
    const int u = next_axis(w);
    const int v = next_axis(u);
    const scalar up = center[w] < 0 ? scalar(-1) : scalar(1);
    // The incident face is the one that looks most nearly down.
    const int k = largest_axis(abs(vector3{axes[0][w], axes[1][w], axes[2][w]}));
    const int k1 = next_axis(k);
    const int k2 = next_axis(k1);
    const bool is_positive = axes[k][w] * up < 0;
    const scalar outwards = is_positive ? other[k] : -other[k];
    const scalar middle_u = center[u] + axes[k][u] * outwards;
    const scalar middle_v = center[v] + axes[k][v] * outwards;
    const scalar middle_w = (center[w] + axes[k][w] * outwards) * up - half[w];
    const scalar first_u = axes[k1][u] * other[k1];
    const scalar first_v = axes[k1][v] * other[k1];
    const scalar first_w = axes[k1][w] * other[k1] * up;
    const scalar second_u = axes[k2][u] * other[k2];
    const scalar second_v = axes[k2][v] * other[k2];
    const scalar second_w = axes[k2][w] * other[k2] * up;

    const four sign1 = first_sign();
    const four sign2 = second_sign();
    const four start_u = four(middle_u) + (four(first_u) * sign1 + four(second_u) * sign2);
    const four start_v = four(middle_v) + (four(first_v) * sign1 + four(second_v) * sign2);
    const four start_w = four(middle_w) + (four(first_w) * sign1 + four(second_w) * sign2);
    const four along1 = make_four(2, 0, -2, 0);
    const four along2 = make_four(0, 2, 0, -2);
    const four step_u = four(first_u) * along1 + four(second_u) * along2;
    const four step_v = four(first_v) * along1 + four(second_v) * along2;
    const four step_w = four(first_w) * along1 + four(second_w) * along2;

    // The reference face is widened a little: a corner that lies on its border, as when equal boxes are
    // stacked, is inside at every step and does not come and go with rounding.
    const scalar widening = faces.tolerance * scalar(0.5);
    const scalar limit_u = half[u] + widening;
    const scalar limit_v = half[v] + widening;
    const slab in_u = clip_to_slab(start_u, step_u, limit_u);
    const slab in_v = clip_to_slab(start_v, step_v, limit_v);
    const four enter = max(max(in_u.enter, in_v.enter), four(0));
    const four leave = min(min(in_u.leave, in_v.leave), four(1));
    const four nowhere = std::numeric_limits<scalar>::max();
    const auto is_inside = enter <= leave;
    (start_u + step_u * enter).store(points.u);
    (start_v + step_v * enter).store(points.v);
    select(is_inside, start_w + step_w * enter, nowhere).store(points.separation);
    (start_u + step_u * leave).store(points.u + group);
    (start_v + step_v * leave).store(points.v + group);
    // An edge that ends inside ends where the next one begins.
    select(is_inside & (leave < four(1)), start_w + step_w * leave, nowhere).store(points.separation + group);
    enter.store(points.enter);
    const four on_u = select(step_u > four(0), four(0), four(1));
    const four on_v = select(step_v > four(0), four(2), four(3));
    select(in_u.enter > in_v.enter, on_u, on_v).store(points.side);
    select(in_u.leave < in_v.leave, four(1) - on_u, four(5) - on_v).store(points.side + group);

    // Corners of the reference face in the coordinates of the incident one.
    const four corner_u = four(limit_u) * sign1;
    const four corner_v = four(limit_v) * sign2;
    const four from_u = corner_u - four(middle_u);
    const four from_v = corner_v - four(middle_v);
    const scalar area = scalar(1) / (first_u * second_v - first_v * second_u);
    const four part1 = (from_u * four(second_v) - from_v * four(second_u)) * four(area);
    const four part2 = (from_v * four(first_u) - from_u * four(first_v)) * four(area);
    // The corner of a face and the edge that crosses there must not both be lost to rounding.
    const four whole = scalar(1) + scalar(64) * std::numeric_limits<scalar>::epsilon();
    corner_u.store(points.u + 2 * group);
    corner_v.store(points.v + 2 * group);
    select((abs(part1) <= whole) & (abs(part2) <= whole),
           four(middle_w) + (four(first_w) * part1 + four(second_w) * part2), nowhere)
        .store(points.separation + 2 * group);
    return {w, u, v, k, k1, k2, up > 0, is_positive};
}

[[nodiscard]] std::uint32_t name_of_point(const face_axes& axes, const clipped_face& points,
                                          std::size_t index, bool is_reference_first) noexcept {
    const std::uint32_t incident_face = axes.is_incident_positive ? 1u << axes.k : 0u;
    const std::uint32_t reference_face = axes.is_reference_positive ? 1u << axes.w : 0u;
    const std::size_t lane = index % group;
    if (index >= 2 * group) {
        return feature_of_vertex(corner_of_face(lane, axes.u, axes.v, reference_face), is_reference_first);
    }
    const std::uint32_t corner = corner_of_face(lane, axes.k1, axes.k2, incident_face);
    if (index < group && !(points.enter[index] > 0)) {
        return feature_of_vertex(corner, !is_reference_first);
    }
    const std::uint32_t incident_edge = edge_number(lane % 2 == 0 ? axes.k1 : axes.k2, corner);
    const scalar side = points.side[index];
    const std::uint32_t positive_u = side == 1 ? 1u << axes.u : 0u;
    const std::uint32_t positive_v = side == 3 ? 1u << axes.v : 0u;
    const std::uint32_t reference_edge =
        edge_number(side < 2 ? axes.v : axes.u, positive_u | positive_v | reference_face);
    return is_reference_first ? feature_of_edges(reference_edge, incident_edge)
                              : feature_of_edges(incident_edge, reference_edge);
}

// Returns false if the boxes are apart and the corner nearest to the reference face does not lie over it:
// then there are closer points than these.
[[nodiscard]] bool add_face_points(const face_over& faces, scalar gap, scalar margin,
                                   manifold& found) noexcept {
    clipped_face points;
    const face_axes axes = clip(faces, points);
    const chosen_points chosen = choose_points({points.u, points.v, points.separation, 3 * group}, margin);
    if (chosen.count == 0) {
        return !(gap > 0);
    }
    const vector3 along_u = faces.reference.rotation.column(axes.u);
    const vector3 along_v = faces.reference.rotation.column(axes.v);
    const vector3 across = faces.reference.rotation.column(axes.w);
    const vector3 normal = axes.is_reference_positive ? across : -across;
    found.normal = faces.is_first ? normal : -normal;
    // Offsets count from the first box.
    const vector3 middle = normal * faces.reference.size[axes.w];
    const vector3 base =
        faces.is_first ? middle : (faces.reference.position - faces.incident.position) + middle;
    for (int i = 0; i < chosen.count; ++i) {
        const auto index = static_cast<std::size_t>(chosen.index[static_cast<std::size_t>(i)]);
        const scalar separation = points.separation[index];
        const vector3 offset = (base + normal * (separation * scalar(0.5))) +
                               (along_u * points.u[index] + along_v * points.v[index]);
        found.points[found.count] = {offset, separation, name_of_point(axes, points, index, faces.is_first)};
        ++found.count;
    }
    return !(gap > 0 && least_separation(found) > gap + faces.tolerance);
}

// The nearest points of the two edges that are farthest along the axis.
void add_edge_point(const placed_shape& a, const placed_shape& b, std::uint32_t axis, scalar gap,
                    scalar margin, scalar tolerance, manifold& found) noexcept {
    if (!(gap <= margin)) {
        return;
    }
    const int i = static_cast<int>(axis - 7) % 3;
    const int j = static_cast<int>(axis - 7) / 3;
    const vector3 between = b.position - a.position;
    const vector3 along_a = a.rotation.column(i);
    const vector3 along_b = b.rotation.column(j);
    vector3 normal = normalize(cross(along_a, along_b));
    if (dot(normal, between) < 0) {
        normal = -normal;
    }
    const auto farthest = [](const placed_shape& box, vector3 direction, int along) {
        const vector3 slope = transpose_multiply(box.rotation, direction);
        vector3 corner{slope.x < 0 ? -box.size.x : box.size.x, slope.y < 0 ? -box.size.y : box.size.y,
                       slope.z < 0 ? -box.size.z : box.size.z};
        const std::uint32_t number = edge_number(along, corner_number(corner));
        corner[along] = 0;
        return std::pair{box.rotation * corner, number};
    };
    const auto [on_a, edge_a] = farthest(a, normal, i);
    const auto [from_b, edge_b] = farthest(b, -normal, j);
    const vector3 apart = (between + from_b) - on_a;
    // Where the line of a's edge is nearest to that of b's: both directions have unit length.
    const scalar cosine = dot(along_a, along_b);
    const scalar place = (dot(apart, along_a) - dot(apart, along_b) * cosine) / (scalar(1) - cosine * cosine);
    const scalar within = clamp(place, -a.size[i], a.size[i]);
    const scalar place_b = place * cosine - dot(apart, along_b);
    // Edges that are nearest to each other at an end are not what separates the boxes.
    if (gap > 0 && (abs(place) > a.size[i] + tolerance || abs(place_b) > b.size[j] + tolerance)) {
        use_closest_points(a, b, normal, margin, found);
        return;
    }
    found.normal = normal;
    found.points[0] = {on_a + along_a * within + normal * (gap * scalar(0.5)), gap,
                       feature_of_edges(edge_a, edge_b)};
    found.count = 1;
}

} // namespace

void collide_boxes(const placed_shape& a, const placed_shape& b, scalar margin, collide_cache& cache,
                   manifold& found) noexcept {
    if (cache.axis - 1 < 15 && box_gap(a, b, cache.axis) > margin) {
        return;
    }
    const vector3 between = b.position - a.position;
    const lane_rows rows_a = rows_of(a.rotation);
    const four half_a = make_four(a.size);
    const four half_b = make_four(b.size);
    const box_view from_a{{to_own_frame(rows_a, b.rotation.column(0)),
                           to_own_frame(rows_a, b.rotation.column(1)),
                           to_own_frame(rows_a, b.rotation.column(2))},
                          to_own_frame(rows_a, between)};
    const box_view from_b{transpose(from_a.axes), -to_own_frame(rows_of(b.rotation), between)};

    const best_axis of_a =
        best_of_three(face_gap(from_a.between, half_a, from_a.axes.x, from_a.axes.y, from_a.axes.z,
                               four(b.size.x), four(b.size.y), four(b.size.z)),
                      1);
    const best_axis of_b =
        best_of_three(face_gap(from_b.between, half_b, from_b.axes.x, from_b.axes.y, from_b.axes.z,
                               four(a.size.x), four(a.size.y), four(a.size.z)),
                      4);
    // Faces are preferred to edges, and a's to b's, unless the other is clearly better: otherwise the choice
    // would change from step to step in a stack.
    const scalar tolerance = min(smallest_component(a.size), smallest_component(b.size)) * scalar(1.0 / 128);
    const best_axis face = of_b.gap > of_a.gap + tolerance ? of_b : of_a;
    if (max(of_a.gap, of_b.gap) > margin) {
        cache.axis = of_a.gap > of_b.gap ? of_a.number : of_b.number;
        return;
    }
    const best_axis edge = best_edge_pair(from_a, half_a, b.size);
    if (edge.gap > margin) {
        cache.axis = edge.number;
        return;
    }
    cache.axis = 0;
    if (edge.gap > face.gap + tolerance) {
        add_edge_point(a, b, edge.number, edge.gap, margin, tolerance, found);
        return;
    }
    const bool is_of_a = face.number <= 3;
    const face_over faces =
        is_of_a ? face_over{a, b, from_a, static_cast<int>(face.number - 1), tolerance, true}
                : face_over{b, a, from_b, static_cast<int>(face.number - 4), tolerance, false};
    if (!add_face_points(faces, face.gap, margin, found)) {
        const vector3 along = faces.reference.rotation.column(faces.axis);
        use_closest_points(a, b, dot(along, between) < 0 ? -along : along, margin, found);
    } else if (found.count == 0 && edge.gap > face.gap) {
        // Clipping may leave nothing where edges cross.
        add_edge_point(a, b, edge.number, edge.gap, margin, tolerance, found);
    }
}

} // namespace orrery::rigid::detail
