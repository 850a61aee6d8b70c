#include "rigid/contact_side.hpp"
#include "rigid/polygon_clip.hpp"

#include <orrery/math/closest_point.hpp>

namespace orrery::rigid::detail {
namespace {

// Edges at a smaller angle than about two degrees lie along each other and touch at two points.
constexpr scalar along_each_other = scalar(0.0009);

// Everything in coordinates along two tangents and the normal.
struct meeting {
    const contact_side& a;
    const contact_side& b;
    vector3 normal; // from a to b
    tangent_basis<scalar> tangents;
    scalar tolerance;
    scalar margin;

    [[nodiscard]] vector3 flat(vector3 point) const noexcept {
        return {dot(tangents.first, point), dot(tangents.second, point), dot(normal, point)};
    }

    void add(scalar u, scalar v, scalar height_a, scalar height_b, std::uint32_t name,
             manifold& found) const noexcept {
        const scalar separation = height_b - height_a;
        if (!(separation <= margin) || found.count == manifold::max_points) {
            return;
        }
        found.normal = normal;
        found.points[found.count] = {(tangents.first * u + tangents.second * v) +
                                         normal * ((height_a + height_b) * scalar(0.5)),
                                     separation, name};
        ++found.count;
    }
};

// The height of a flat side along the normal, as a function of the place.
struct sloping_plane {
    scalar at_origin;
    scalar per_u;
    scalar per_v;

    sloping_plane(const meeting& where, const contact_side& side) noexcept {
        const vector3 normal = where.flat(side.normal);
        const scalar inverse = scalar(1) / normal.z;
        at_origin = dot(side.normal, side.points[0]) * inverse;
        per_u = -normal.x * inverse;
        per_v = -normal.y * inverse;
    }

    [[nodiscard]] scalar height(scalar u, scalar v) const noexcept {
        return at_origin + (per_u * u + per_v * v);
    }
};

// The square of the distance from the first corner to the farthest.
[[nodiscard]] scalar extent(const contact_side& side) noexcept {
    scalar most = 0;
    for (std::size_t i = 1; i < side.count; ++i) {
        most = max(most, distance_squared(side.points[0], side.points[i]));
    }
    return most;
}

// The smaller side is cut along the border of the larger one, so that its corners stay where they are.
void add_polygon_points(const meeting& where, manifold& found) noexcept {
    const bool is_reference_a = !(extent(where.b) > extent(where.a));
    const contact_side& reference = is_reference_a ? where.a : where.b;
    const contact_side& incident = is_reference_a ? where.b : where.a;
    const sloping_plane plane(where, reference);
    // Seen along the normal, a goes round counterclockwise and b clockwise; in a mirror it is the other way.
    const scalar mirror = is_reference_a ? scalar(1) : scalar(-1);
    std::array<scalar, contact_side::capacity> border_u;
    std::array<scalar, contact_side::capacity> border_v;
    for (std::size_t i = 0; i < reference.count; ++i) {
        const vector3 corner = where.flat(reference.points[i]);
        border_u[i] = corner.x;
        border_v[i] = corner.y * mirror;
    }
    polygon_clip polygon;
    for (std::size_t i = incident.count; i-- > 0;) {
        const vector3 corner = where.flat(incident.points[i]);
        polygon.add_corner(corner.x, corner.y * mirror,
                           (corner.z - plane.height(corner.x, corner.y)) * mirror);
    }
    polygon.cut_along(std::span(border_u).first(reference.count), std::span(border_v).first(reference.count),
                      where.tolerance);
    const chosen_points chosen = polygon.choose(where.margin);
    const auto count = static_cast<std::uint32_t>(incident.count);
    for (int i = 0; i < chosen.count; ++i) {
        const auto corner = static_cast<std::size_t>(chosen.index[static_cast<std::size_t>(i)]);
        const scalar u = polygon.u(corner);
        const scalar v = polygon.v(corner) * mirror;
        const scalar on_reference = plane.height(u, v);
        const scalar on_incident = on_reference + polygon.height(corner) * mirror;
        // The incident corners were taken backwards, so their edges end where they began.
        const std::uint32_t name = polygon.name(
            corner, is_reference_a, [&](std::uint32_t k) { return std::uint32_t{reference.vertex[k]}; },
            [&](std::uint32_t k) { return std::uint32_t{reference.edge[k]}; },
            [&](std::uint32_t k) { return std::uint32_t{incident.vertex[count - 1 - k]}; },
            [&](std::uint32_t k) { return std::uint32_t{incident.edge[(2 * count - 2 - k) % count]}; });
        where.add(u, v, is_reference_a ? on_reference : on_incident,
                  is_reference_a ? on_incident : on_reference, name, found);
    }
}

// Where a segment or a point is over a polygon (Cyrus and Beck, 1978): at the ends of the segment, or where
// it crosses an edge.
void add_segment_points(const meeting& where, bool is_segment_of_a, manifold& found) noexcept {
    const contact_side& segment = is_segment_of_a ? where.a : where.b;
    const contact_side& polygon = is_segment_of_a ? where.b : where.a;
    const sloping_plane plane(where, polygon);
    const vector3 from = where.flat(segment.points[0]);
    const std::size_t last = segment.count - 1;
    const vector3 step = where.flat(segment.points[last]) - from;
    scalar begin = 0;
    scalar end = 1;
    std::uint32_t begin_name = feature_of_vertex(segment.vertex[0], is_segment_of_a);
    std::uint32_t end_name = feature_of_vertex(segment.vertex[last], is_segment_of_a);
    // Seen along the normal, the polygon of b goes round the other way.
    const scalar turn = is_segment_of_a ? scalar(-1) : scalar(1);
    for (std::size_t i = 0; i < polygon.count; ++i) {
        const vector3 corner = where.flat(polygon.points[i]);
        const vector3 along = where.flat(polygon.points[i + 1 == polygon.count ? 0 : i + 1]) - corner;
        const scalar unit = turn / sqrt(along.x * along.x + along.y * along.y);
        const scalar inwards_u = -along.y * unit;
        const scalar inwards_v = along.x * unit;
        const scalar inside =
            ((from.x - corner.x) * inwards_u + (from.y - corner.y) * inwards_v) + where.tolerance;
        const scalar change = step.x * inwards_u + step.y * inwards_v;
        const std::uint32_t name = is_segment_of_a ? feature_of_edges(segment.edge[0], polygon.edge[i])
                                                   : feature_of_edges(polygon.edge[i], segment.edge[0]);
        if (inside < 0 && inside + change < 0) {
            return;
        }
        if (inside < 0) {
            const scalar crossing = inside / -change;
            begin_name = crossing > begin ? name : begin_name;
            begin = max(crossing, begin);
        } else if (inside + change < 0) {
            const scalar crossing = inside / -change;
            end_name = crossing < end ? name : end_name;
            end = min(crossing, end);
        }
    }
    if (!(begin <= end)) {
        return;
    }
    const auto add = [&](scalar t, std::uint32_t name) {
        const vector3 point = from + step * t;
        const scalar height = plane.height(point.x, point.y);
        where.add(point.x, point.y, is_segment_of_a ? point.z : height, is_segment_of_a ? height : point.z,
                  name, found);
    };
    add(begin, begin_name);
    if (segment.count == 2) {
        add(end, end_name);
    }
}

// Two points where edges lie along each other.
void add_parallel_points(const meeting& where, vector3 from_a, vector3 along_a, vector3 from_b,
                         vector3 along_b, manifold& found) noexcept {
    const scalar squared = along_a.x * along_a.x + along_a.y * along_a.y;
    const auto place = [&](vector3 point) {
        return ((point.x - from_a.x) * along_a.x + (point.y - from_a.y) * along_a.y) / squared;
    };
    const scalar first = place(from_b);
    const scalar second = place(from_b + along_b);
    const bool is_opposite = second < first;
    const scalar low = is_opposite ? second : first;
    const scalar high = is_opposite ? first : second;
    const std::size_t low_end = is_opposite ? 1 : 0;
    const scalar begin = max(low, scalar(0));
    const scalar end = min(high, scalar(1));
    if (!(begin <= end)) {
        return;
    }
    const auto add = [&](scalar t, std::uint32_t name) {
        const vector3 on_a = from_a + along_a * t;
        const vector3 on_b = from_b + along_b * clamp((t - first) / (second - first), scalar(0), scalar(1));
        where.add(on_a.x, on_a.y, on_a.z, on_b.z, name, found);
    };
    add(begin, low > 0 ? feature_of_second_vertex(where.b.vertex[low_end])
                       : feature_of_first_vertex(where.a.vertex[0]));
    add(end, high < 1 ? feature_of_second_vertex(where.b.vertex[1 - low_end])
                      : feature_of_first_vertex(where.a.vertex[1]));
}

void add_edge_points(const meeting& where, manifold& found) noexcept {
    const vector3 from_a = where.flat(where.a.points[0]);
    const vector3 along_a = where.flat(where.a.points[1]) - from_a;
    const vector3 from_b = where.flat(where.b.points[0]);
    const vector3 along_b = where.flat(where.b.points[1]) - from_b;
    const scalar across = along_a.x * along_b.y - along_a.y * along_b.x;
    const scalar lengths = dot(along_a, along_a) * dot(along_b, along_b);
    if (across * across < along_each_other * lengths) {
        add_parallel_points(where, from_a, along_a, from_b, along_b, found);
        return;
    }
    // Where they cross, seen along the normal, or come nearest to that.
    const auto level = [](vector3 point) { return vector3{point.x, point.y, 0}; };
    const auto crossing =
        closest_of_segments(level(from_a), level(from_a + along_a), level(from_b), level(from_b + along_b));
    const vector3 point = (crossing.on_a.point + crossing.on_b.point) * scalar(0.5);
    where.add(point.x, point.y, from_a.z + along_a.z * crossing.on_a.t,
              from_b.z + along_b.z * crossing.on_b.t, feature_of_edges(where.a.edge[0], where.b.edge[0]),
              found);
}

} // namespace

void add_side_points(const contact_side& a, const contact_side& b, vector3 normal, scalar tolerance,
                     scalar margin, manifold& found) noexcept {
    const meeting where{a, b, normal, make_tangent_basis(normal), tolerance, margin};
    if (a.count > 2 && b.count > 2) {
        add_polygon_points(where, found);
    } else if (a.count > 2 || b.count > 2) {
        add_segment_points(where, b.count > 2, found);
    } else if (a.count == 2 && b.count == 2) {
        add_edge_points(where, found);
    }
}

void add_nearest_point(const contact_side& a, const contact_side& b, vector3 normal, scalar gap,
                       scalar margin, manifold& found) noexcept {
    const meeting where{a, b, normal, make_tangent_basis(normal), 0, margin};
    const vector3 point_a = where.flat(a.points[0]);
    const vector3 point_b = where.flat(b.points[0]);
    if (a.count == 1 && b.count == 1) {
        where.add((point_a.x + point_b.x) * scalar(0.5), (point_a.y + point_b.y) * scalar(0.5), point_a.z,
                  point_b.z, feature_of_edges(a.vertex[0], b.vertex[0]), found);
        return;
    }
    const bool is_of_a = a.count <= b.count;
    const contact_side& side = is_of_a ? a : b;
    std::size_t nearest = 0;
    for (std::size_t i = 1; i < side.count; ++i) {
        const scalar ahead = dot(side.points[i] - side.points[nearest], normal);
        nearest = (is_of_a ? ahead > 0 : ahead < 0) ? i : nearest;
    }
    const vector3 point = where.flat(side.points[nearest]);
    where.add(point.x, point.y, is_of_a ? point.z : point.z - gap, is_of_a ? point.z + gap : point.z,
              feature_of_vertex(side.vertex[nearest], is_of_a), found);
}

} // namespace orrery::rigid::detail
