#include "rigid/collide/contact_side.hpp"
#include "rigid/collide/polygon_clip.hpp"

#include <orrery/math/closest_point.hpp>

#include <limits>

namespace orrery::rigid::detail {
namespace {

// Edges at a smaller angle than about two degrees lie along each other and touch at two points.
constexpr scalar edges_along_each_other = scalar(0.0009);

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

// A part of a segment, from 0 to 1, and what its ends are called.
struct segment_part {
    scalar begin = 0;
    scalar end = 1;
    std::uint32_t begin_name = 0;
    std::uint32_t end_name = 0;

    void begin_at(scalar t, std::uint32_t name) noexcept {
        begin_name = t > begin ? name : begin_name;
        begin = max(t, begin);
    }

    void end_at(scalar t, std::uint32_t name) noexcept {
        end_name = t < end ? name : end_name;
        end = min(t, end);
    }

    void vanish() noexcept { end = -1; }
};

// Cyrus and Beck, "Generalized two- and three-dimensional clipping", 1978.
void cut_along_polygon(const meeting& where, const contact_side& polygon, vector3 from, vector3 step,
                       scalar turn, std::span<const std::uint32_t> names, segment_part& part) noexcept {
    for (std::size_t i = 0; i < polygon.count; ++i) {
        const vector3 corner = where.flat(polygon.points[i]);
        const vector3 along = where.flat(polygon.points[i + 1 == polygon.count ? 0 : i + 1]) - corner;
        const scalar unit = turn / sqrt(along.x * along.x + along.y * along.y);
        const scalar inwards_u = -along.y * unit;
        const scalar inwards_v = along.x * unit;
        const scalar inside =
            ((from.x - corner.x) * inwards_u + (from.y - corner.y) * inwards_v) + where.tolerance;
        const scalar change = step.x * inwards_u + step.y * inwards_v;
        if (inside < 0 && inside + change < 0) {
            part.vanish();
        } else if (inside < 0) {
            part.begin_at(inside / -change, names[i]);
        } else if (inside + change < 0) {
            part.end_at(inside / -change, names[i]);
        }
    }
}

void cut_along_rim(const meeting& where, const contact_side& disc, vector3 from, vector3 step,
                   std::span<const std::uint32_t> names, segment_part& part) noexcept {
    const vector3 middle = where.flat(disc.middle);
    const vector3 start{from.x - middle.x, from.y - middle.y, 0};
    const scalar radius = disc.radius + where.tolerance;
    const scalar squared = step.x * step.x + step.y * step.y;
    const scalar half = start.x * step.x + start.y * step.y;
    const scalar outside = dot(start, start) - radius * radius;
    const scalar discriminant = half * half - squared * outside;
    if (!(squared > 0) || !(discriminant > 0)) {
        if (outside > 0) {
            part.vanish();
        }
        return;
    }
    const scalar root = sqrt(discriminant);
    part.begin_at((-half - root) / squared, names[0]);
    part.end_at((root - half) / squared, names[1]);
}

// Where a segment or a point is over a polygon or a disc: at the ends of the segment, or where it crosses the
// border.
void add_segment_points(const meeting& where, bool is_segment_of_a, manifold& found) noexcept {
    const contact_side& segment = is_segment_of_a ? where.a : where.b;
    const contact_side& polygon = is_segment_of_a ? where.b : where.a;
    const sloping_plane plane(where, polygon);
    const std::size_t last = segment.count - 1;
    const vector3 from = where.flat(segment.points[0]);
    const vector3 step = where.flat(segment.points[last]) - from;
    std::array<std::uint32_t, contact_side::capacity> names;
    for (std::size_t i = 0; i < polygon.count; ++i) {
        names[i] = is_segment_of_a ? feature_of_edges(segment.edge[0], polygon.edge[i])
                                   : feature_of_edges(polygon.edge[i], segment.edge[0]);
    }
    segment_part part{.begin_name = feature_of_vertex(segment.vertex[0], is_segment_of_a),
                      .end_name = feature_of_vertex(segment.vertex[last], is_segment_of_a)};
    if (polygon.radius > 0) {
        cut_along_rim(where, polygon, from, step, names, part);
    } else {
        // Seen along the normal, the polygon of b goes round the other way.
        cut_along_polygon(where, polygon, from, step, is_segment_of_a ? scalar(-1) : scalar(1), names, part);
    }
    if (!(part.begin <= part.end)) {
        return;
    }
    const auto add = [&](scalar t, std::uint32_t name) {
        const vector3 point = from + step * t;
        const scalar height = plane.height(point.x, point.y);
        where.add(point.x, point.y, is_segment_of_a ? point.z : height, is_segment_of_a ? height : point.z,
                  name, found);
    };
    add(part.begin, part.begin_name);
    if (segment.count == 2) {
        add(part.end, part.end_name);
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
    const nearest_places crossing = find_nearest_places(where.a, where.b, where.normal);
    const vector3 on_a = where.flat(crossing.on_a);
    const vector3 on_b = where.flat(crossing.on_b);
    const vector3 miss{on_b.x - on_a.x, on_b.y - on_a.y, 0};
    if (dot(miss, miss) > where.tolerance * where.tolerance) {
        return;
    }
    const vector3 from_a = where.flat(where.a.points[0]);
    const vector3 along_a = where.flat(where.a.points[1]) - from_a;
    const vector3 from_b = where.flat(where.b.points[0]);
    const vector3 along_b = where.flat(where.b.points[1]) - from_b;
    const scalar across = along_a.x * along_b.y - along_a.y * along_b.x;
    const scalar lengths = dot(along_a, along_a) * dot(along_b, along_b);
    if (across * across < edges_along_each_other * lengths) {
        add_parallel_points(where, from_a, along_a, from_b, along_b, found);
    }
    if (found.count < 2) {
        found.count = 0;
        where.add((on_a.x + on_b.x) * scalar(0.5), (on_a.y + on_b.y) * scalar(0.5), on_a.z, on_b.z,
                  crossing.name, found);
    }
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

nearest_places find_nearest_places(const contact_side& a, const contact_side& b, vector3 normal) noexcept {
    const auto level = [&](vector3 point) { return point - normal * dot(point, normal); };
    const auto edge_count = [](const contact_side& side) { return side.count > 2 ? side.count : 1; };
    const auto next = [](const contact_side& side, std::size_t i) { return i + 1 < side.count ? i + 1 : 0; };
    nearest_places best;
    scalar least = std::numeric_limits<scalar>::max();
    for (std::size_t i = 0; i < edge_count(a); ++i) {
        const vector3 from_a = a.points[i];
        const vector3 to_a = a.points[next(a, i)];
        for (std::size_t j = 0; j < edge_count(b); ++j) {
            const vector3 from_b = b.points[j];
            const vector3 to_b = b.points[next(b, j)];
            const auto nearest = closest_of_segments(level(from_a), level(to_a), level(from_b), level(to_b));
            const scalar squared = distance_squared(nearest.on_a.point, nearest.on_b.point);
            if (squared < least) {
                least = squared;
                best = {lerp(from_a, to_a, nearest.on_a.t), lerp(from_b, to_b, nearest.on_b.t),
                        feature_of_edges(a.edge[i], b.edge[j])};
            }
        }
    }
    return best;
}

} // namespace orrery::rigid::detail
