#include "rigid/collide/polyhedron_axes.hpp"

#include <orrery/math/vector.hpp>

#include <bit>

namespace orrery::rigid::detail {
namespace {

// Edges whose angle has a smaller squared sine than this are taken as parallel: the faces tell more.
constexpr scalar parallel_sine_squared = scalar(1e-5);

constexpr std::size_t max_groups = convex_hull::max_vertices / 4;
constexpr std::size_t max_faces = 2 * convex_hull::max_vertices;

// Every polyhedron has four vertices and faces or more; the last group of four overlaps the one before it.
[[nodiscard]] std::size_t group_start(std::size_t group, std::size_t count) noexcept {
    return group * 4 + 4 <= count ? group * 4 : count - 4;
}

[[nodiscard]] std::size_t group_count(std::size_t count) noexcept {
    return (count + 3) / 4;
}

// The vertices as lanes, loaded once for many directions.
struct vertex_lanes {
    explicit vertex_lanes(std::span<const vector3> vertices) noexcept
        : count(group_count(vertices.size())) {
        for (std::size_t i = 0; i < count; ++i) {
            groups[i] = load_four(&vertices[group_start(i, vertices.size())]);
        }
    }

    std::array<four_vectors, max_groups> groups;
    std::size_t count;
};

[[nodiscard]] scalar smallest_of_four(four a) noexcept {
    return -largest_of_four(-a);
}

// How far limits on gaps are widened: by far more than rounding, so that nothing is left out that would have
// been better.
[[nodiscard]] scalar slack_of(const polyhedron& own, const polyhedron& other) noexcept {
    return (own.thickness + other.thickness) * scalar(1.0 / 1024);
}

// The point inside the other polyhedron, in one's own frame.
[[nodiscard]] vector3 middle_seen(const polyhedron& other, const polyhedron_view& view) noexcept {
    return view.between + transpose_multiply(view.to_other, other.middle);
}

using face_numbers = std::array<scalar, max_faces>;

// The height of a point over the plane of each face, and the largest of them.
scalar find_heights(std::span<const convex_hull::face> faces, vector3 point, face_numbers& heights) noexcept {
    const four_vectors at = point;
    four highest = std::numeric_limits<scalar>::lowest();
    for (std::size_t group = 0; group < group_count(faces.size()); ++group) {
        const std::size_t start = group_start(group, faces.size());
        const auto plane = [&](std::size_t i) { // the normal, and the offset that follows it
            return four::load(&faces[start + i].normal.x);
        };
        const auto planes = simd::target_128::transpose(
            simd::target_128::four<scalar, 4>{plane(0), plane(1), plane(2), plane(3)});
        const four height = dot(four_vectors(planes.x, planes.y, planes.z), at) - planes.w;
        height.store(&heights[start]);
        highest = max(highest, height);
    }
    return largest_of_four(highest);
}

// The parts of a face gap that do not depend on the vertices.
[[nodiscard]] scalar assemble_gap(const convex_hull::face& face, const polyhedron_view& view,
                                  scalar lowest) noexcept {
    return (dot(face.normal, view.between) + lowest) - face.offset;
}

template <typename Number>
struct edge_lanes {
    lane_vector<Number> point;
    lane_vector<Number> direction;
    lane_vector<Number> left;
    lane_vector<Number> right;
    Number length_squared;
};

// Whether the arcs between the faces' normals cross on the Gauss map: when each edge parts the normals of the
// other, and the normals of a look away from those of b.
template <typename Number>
[[nodiscard]] auto do_arcs_cross(const edge_lanes<Number>& a, const edge_lanes<Number>& b) noexcept {
    const Number b_left = dot(b.left, a.direction);
    const Number b_right = dot(b.right, a.direction);
    const Number a_left = dot(a.left, b.direction);
    const Number a_right = dot(a.right, b.direction);
    return (b_left * b_right < Number(0)) & (a_left * a_right < Number(0)) & (b_left * a_right < Number(0));
}

// For edges whose arcs cross; the lowest number when they are too nearly parallel.
template <typename Number>
[[nodiscard]] Number gap_of_edges(const edge_lanes<Number>& a, const edge_lanes<Number>& b,
                                  const lane_vector<Number>& normal) noexcept {
    const Number squared = dot(normal, normal);
    const Number sound = (a.length_squared * b.length_squared) * Number(parallel_sine_squared);
    const Number outwards = dot(normal, a.left + a.right);
    const Number distance = dot(normal, b.point - a.point);
    const Number gap = select(outwards < Number(0), -distance, distance) / sqrt(max(squared, sound));
    return select(squared > sound, gap, Number(std::numeric_limits<scalar>::lowest()));
}

[[nodiscard]] edge_lanes<scalar> edge_in_own_frame(const polyhedron& of, std::uint32_t index) noexcept {
    const convex_hull::edge& edge = of.edges[index];
    const vector3 from = of.vertices[edge.from];
    const vector3 direction = of.vertices[edge.to] - from;
    return {from, direction, of.faces[edge.left].normal, of.faces[edge.right].normal,
            dot(direction, direction)};
}

[[nodiscard]] edge_lanes<scalar> edge_seen_from_a(const polyhedron_pair& pair, std::uint32_t index) noexcept {
    const convex_hull::edge& edge = pair.b.edges[index];
    const matrix3& turn = pair.from_b.to_other;
    const vector3 from = pair.b.vertices[edge.from];
    const vector3 direction = turn * (pair.b.vertices[edge.to] - from);
    return {turn * from + pair.from_a.between, direction, turn * pair.b.faces[edge.left].normal,
            turn * pair.b.faces[edge.right].normal, dot(direction, direction)};
}

[[nodiscard]] vector3 oriented(const edge_lanes<scalar>& a, const lane_vector<scalar>& normal) noexcept {
    const vector3 along{normal.x, normal.y, normal.z};
    return dot(normal, a.left + a.right) < 0 ? -along : along;
}

constexpr std::size_t max_edges = 3 * convex_hull::max_vertices;

struct edge_list {
    std::array<std::uint16_t, max_edges> index;
    std::size_t count = 0;
};

// The edges that come close enough to the best face of their own polyhedron, and to that of the other.
[[nodiscard]] edge_list edges_near(const polyhedron& own, const convex_hull::face& own_face, scalar own_gap,
                                   const convex_hull::face& other_face, const polyhedron_view& other_view,
                                   scalar reach) noexcept {
    constexpr std::uint8_t is_high = 1;
    constexpr std::uint8_t is_near = 2;
    std::array<std::uint8_t, convex_hull::max_vertices> flags;
    const scalar lowest = (own_face.offset + own_gap) - reach;
    const vector3 towards_other = other_view.to_other * other_face.normal;
    const scalar farthest = (other_face.offset + reach) - dot(other_face.normal, other_view.between);
    for (std::size_t i = 0; i < group_count(own.vertices.size()); ++i) {
        const std::size_t start = group_start(i, own.vertices.size());
        const four_vectors vertices = load_four(&own.vertices[start]);
        const std::uint32_t high = (dot(vertices, four_vectors(own_face.normal)) >= four(lowest)).bits();
        const std::uint32_t near = (dot(vertices, four_vectors(towards_other)) <= four(farthest)).bits();
        for (std::size_t lane = 0; lane < 4; ++lane) {
            flags[start + lane] =
                static_cast<std::uint8_t>((high >> lane & 1) * is_high | (near >> lane & 1) * is_near);
        }
    }
    edge_list result;
    std::size_t count = 0;
    for (std::size_t i = 0; i < own.edges.size(); ++i) {
        const convex_hull::edge& edge = own.edges[i];
        result.index[count] = static_cast<std::uint16_t>(i);
        count += (flags[edge.from] | flags[edge.to]) == (is_high | is_near) ? 1 : 0;
    }
    result.count = count;
    return result;
}

// Leaves only those edges that can beat a gap of `least`. A direction in which an edge is farthest lies on
// the arc between the normals of its faces, and the gap there is at most the height of a point of the other
// polyhedron over the edge, less the radius of a ball around that point which it contains. That height is
// largest at an end of the arc or, where the point lies above the edge rather than above a face, straight
// away from the edge.
void drop_hopeless(const polyhedron& own, vector3 point, scalar radius, scalar least,
                   edge_list& edges) noexcept {
    const scalar height = least + radius;
    if (!(height > 0)) {
        return;
    }
    face_numbers over;
    find_heights(own.faces, point, over);
    const auto is_above = [&](const convex_hull::edge& edge) {
        const scalar left = over[edge.left];
        const scalar right = over[edge.right];
        const scalar cosine = dot(own.faces[edge.left].normal, own.faces[edge.right].normal);
        const vector3 from = own.vertices[edge.from];
        const vector3 along = own.vertices[edge.to] - from;
        return left > cosine * right && right > cosine * left &&
               length_squared(cross(along, point - from)) >= height * height * length_squared(along);
    };
    std::size_t count = 0;
    for (std::size_t i = 0; i < edges.count; ++i) {
        const std::uint16_t index = edges.index[i];
        const convex_hull::edge& edge = own.edges[index];
        if (max(over[edge.left], over[edge.right]) >= height || is_above(edge)) {
            edges.index[count++] = index;
        }
    }
    edges.count = count;
}

// The sums run as in a product of the matrix with a single vector.
[[nodiscard]] four_vectors turned(const matrix3& by, const four_vectors& a) noexcept {
    return {dot(four_vectors(by[0]), a), dot(four_vectors(by[1]), a), dot(four_vectors(by[2]), a)};
}

// Edges of b as seen from a, four in a group.
class edge_groups {
public:
    static constexpr std::size_t capacity = 64;

    edge_groups(const polyhedron_pair& pair, std::span<const std::uint16_t> indices) noexcept
        : count_((indices.size() + 3) / 4) {
        rows point;
        rows direction;
        rows left;
        rows right;
        for (std::size_t group = 0; group < count_; ++group) {
            for (std::size_t lane = 0; lane < 4; ++lane) {
                const std::size_t i = std::min(group * 4 + lane, indices.size() - 1);
                const edge_lanes<scalar> edge = edge_in_own_frame(pair.b, indices[i]);
                put(edge.point, point, lane);
                put(edge.direction, direction, lane);
                put(edge.left, left, lane);
                put(edge.right, right, lane);
            }
            const matrix3& turn = pair.from_b.to_other;
            const four_vectors along = turned(turn, get(direction));
            groups_[group] = {turned(turn, get(point)) + four_vectors(pair.from_a.between), along,
                              turned(turn, get(left)), turned(turn, get(right)), dot(along, along)};
        }
    }

    [[nodiscard]] std::size_t size() const noexcept { return count_; }

    [[nodiscard]] const edge_lanes<four>& operator[](std::size_t group) const noexcept {
        return groups_[group];
    }

private:
    struct rows {
        alignas(32) std::array<scalar, 4> x;
        alignas(32) std::array<scalar, 4> y;
        alignas(32) std::array<scalar, 4> z;
    };

    static void put(const lane_vector<scalar>& from, rows& to, std::size_t lane) noexcept {
        to.x[lane] = from.x;
        to.y[lane] = from.y;
        to.z[lane] = from.z;
    }

    [[nodiscard]] static four_vectors get(const rows& from) noexcept {
        return {four::load(from.x.data()), four::load(from.y.data()), four::load(from.z.data())};
    }

    std::array<edge_lanes<four>, capacity / 4> groups_;
    std::size_t count_;
};

[[nodiscard]] edge_lanes<four> broadcast(const edge_lanes<scalar>& edge) noexcept {
    const auto spread = [](const lane_vector<scalar>& a) {
        return four_vectors(four(a.x), four(a.y), four(a.z));
    };
    return {spread(edge.point), spread(edge.direction), spread(edge.left), spread(edge.right),
            four(edge.length_squared)};
}

} // namespace

polyhedron_pair make_pair(const polyhedron& a, const placed_shape& place_a, const polyhedron& b,
                          const placed_shape& place_b) noexcept {
    const vector3 between = place_b.position - place_a.position;
    const auto seen_from_a = [&](int axis) {
        return transpose_multiply(place_a.rotation, place_b.rotation.column(axis));
    };
    const matrix3 b_to_a = matrix3::from_columns(seen_from_a(0), seen_from_a(1), seen_from_a(2));
    return {a,
            b,
            {transpose(b_to_a), transpose_multiply(place_a.rotation, between)},
            {b_to_a, -transpose_multiply(place_b.rotation, between)}};
}

scalar face_gap(const convex_hull::face& face, const polyhedron& other,
                const polyhedron_view& view) noexcept {
    const four_vectors direction = view.to_other * face.normal;
    four lowest = std::numeric_limits<scalar>::max();
    for (std::size_t i = 0; i < group_count(other.vertices.size()); ++i) {
        const std::size_t start = group_start(i, other.vertices.size());
        lowest = min(lowest, dot(load_four(&other.vertices[start]), direction));
    }
    return assemble_gap(face, view, smallest_of_four(lowest));
}

// The ball inside the other polyhedron limits what the gap of a face can be, so after the most promising face
// most others need no look at the vertices.
face_axis find_best_face(const polyhedron& own, const polyhedron& other, const polyhedron_view& view,
                         scalar interest) noexcept {
    const scalar slack = slack_of(own, other) - other.thickness;
    face_numbers limits;
    const scalar highest = find_heights(own.faces, middle_seen(other, view), limits);
    std::size_t most_promising = 0;
    while (most_promising + 1 < own.faces.size() && limits[most_promising] != highest) {
        ++most_promising;
    }
    const vertex_lanes vertices(other.vertices);
    const auto gap_of = [&](const convex_hull::face& face) {
        const four_vectors direction = view.to_other * face.normal;
        four lowest = std::numeric_limits<scalar>::max();
        for (std::size_t group = 0; group < vertices.count; ++group) {
            lowest = min(lowest, dot(vertices.groups[group], direction));
        }
        return assemble_gap(face, view, smallest_of_four(lowest));
    };
    face_axis best{gap_of(own.faces[most_promising]), static_cast<std::uint32_t>(most_promising)};
    scalar second = best.gap - interest;
    const auto is_promising = [&](std::size_t i) {
        return limits[i] + slack >= best.gap - interest && i != most_promising;
    };
    const auto look_at = [&](std::size_t i) {
        const scalar gap = gap_of(own.faces[i]);
        if (gap > best.gap || (gap == best.gap && i < best.face)) {
            second = best.gap;
            best = {gap, static_cast<std::uint32_t>(i)};
        } else {
            second = max(second, gap);
        }
    };
    for (std::size_t group = 0; group < group_count(own.faces.size()); ++group) {
        const std::size_t start = group_start(group, own.faces.size());
        const four in_group = four::load(&limits[start]) + four(slack);
        const std::uint32_t known = (1u << (group * 4 - start)) - 1; // from the group before
        std::uint32_t left = (in_group >= four(best.gap - interest)).bits() & ~known;
        for (; left != 0; left &= left - 1) {
            const std::size_t i = start + static_cast<std::size_t>(std::countr_zero(left));
            if (is_promising(i)) {
                look_at(i);
            }
        }
    }
    // Faces that were not looked at are at least so far behind the first best, and so behind this one.
    best.lead = min(best.gap - second, interest);
    return best;
}

edge_axis edge_gap(const polyhedron_pair& pair, std::uint32_t of_a, std::uint32_t of_b) noexcept {
    const edge_lanes<scalar> a = edge_in_own_frame(pair.a, of_a);
    const edge_lanes<scalar> b = edge_seen_from_a(pair, of_b);
    if (!do_arcs_cross(a, b)) {
        return {};
    }
    const lane_vector<scalar> normal = cross(a.direction, b.direction);
    return {gap_of_edges(a, b, normal), of_a, of_b, oriented(a, normal)};
}

edge_axis find_best_edges(const polyhedron_pair& pair, const face_axis& face_of_a, const face_axis& face_of_b,
                          scalar reach) noexcept {
    const convex_hull::face& face_a = pair.a.faces[face_of_a.face];
    const convex_hull::face& face_b = pair.b.faces[face_of_b.face];
    edge_list edges_a = edges_near(pair.a, face_a, face_of_a.gap, face_b, pair.from_b, reach);
    edge_list edges_b = edges_near(pair.b, face_b, face_of_b.gap, face_a, pair.from_a, reach);
    const scalar least = min(face_of_a.gap, face_of_b.gap) - slack_of(pair.a, pair.b);
    drop_hopeless(pair.a, middle_seen(pair.b, pair.from_a), pair.b.thickness, least, edges_a);
    drop_hopeless(pair.b, middle_seen(pair.a, pair.from_b), pair.a.thickness, least, edges_b);
    scalar best = std::numeric_limits<scalar>::lowest();
    std::uint32_t best_a = 0;
    std::uint32_t best_b = 0;
    for (std::size_t first = 0; first < edges_b.count; first += edge_groups::capacity) {
        const std::size_t count = std::min(edge_groups::capacity, edges_b.count - first);
        const edge_groups groups(pair, std::span(edges_b.index).subspan(first, count));
        for (std::size_t i = 0; i < edges_a.count; ++i) {
            const edge_lanes<four> a = broadcast(edge_in_own_frame(pair.a, edges_a.index[i]));
            for (std::size_t group = 0; group < groups.size(); ++group) {
                const edge_lanes<four>& b = groups[group];
                const auto is_crossing = do_arcs_cross(a, b);
                if (is_crossing.bits() == 0) {
                    continue;
                }
                const four gaps = select(is_crossing, gap_of_edges(a, b, cross(a.direction, b.direction)),
                                         four(std::numeric_limits<scalar>::lowest()));
                if ((gaps > four(best)).bits() != 0) {
                    best = largest_of_four(gaps);
                    const auto lane = static_cast<std::size_t>(std::countr_zero((gaps == four(best)).bits()));
                    best_a = edges_a.index[i];
                    best_b = edges_b.index[std::min(first + group * 4 + lane, edges_b.count - 1)];
                }
            }
        }
    }
    return best > std::numeric_limits<scalar>::lowest() ? edge_gap(pair, best_a, best_b) : edge_axis{};
}

} // namespace orrery::rigid::detail
