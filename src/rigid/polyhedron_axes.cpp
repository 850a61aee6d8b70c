#include "rigid/polyhedron_axes.hpp"

#include <orrery/math/vector.hpp>

#include <bit>

namespace orrery::rigid::detail {
namespace {

// Edges whose angle has a smaller squared sine than this are taken as parallel: the faces tell more.
constexpr scalar parallel_sine_squared = scalar(1e-5);

constexpr std::size_t max_groups = convex_hull::max_vertices / 4;

// Every hull has four vertices or more; the last group of four overlaps the one before it.
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

// The arcs of the faces' normals on the Gauss map cross when each edge parts the normals of the other, and
// the normals of a look away from those of b.
template <typename Number>
[[nodiscard]] Number gap_of_edges(const edge_lanes<Number>& a, const edge_lanes<Number>& b,
                                  lane_vector<Number>& normal) noexcept {
    const Number b_left = dot(b.left, a.direction);
    const Number b_right = dot(b.right, a.direction);
    const Number a_left = dot(a.left, b.direction);
    const Number a_right = dot(a.right, b.direction);
    normal = cross(a.direction, b.direction);
    const Number squared = dot(normal, normal);
    const Number sound = (a.length_squared * b.length_squared) * Number(parallel_sine_squared);
    const Number outwards = dot(normal, a.left + a.right);
    const Number distance = dot(normal, b.point - a.point);
    const Number gap = select(outwards < Number(0), -distance, distance) / sqrt(max(squared, sound));
    const auto is_crossing = (b_left * b_right < Number(0)) & (a_left * a_right < Number(0)) &
                             (b_left * a_right < Number(0)) & (squared > sound);
    return select(is_crossing, gap, Number(std::numeric_limits<scalar>::lowest()));
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
    for (std::size_t i = 0; i < own.edges.size(); ++i) {
        const convex_hull::edge& edge = own.edges[i];
        result.index[result.count] = static_cast<std::uint16_t>(i);
        result.count += (flags[edge.from] | flags[edge.to]) == (is_high | is_near) ? 1 : 0;
    }
    return result;
}

// Edges of b as seen from a, four in a group.
class edge_groups {
public:
    static constexpr std::size_t capacity = 64;

    edge_groups(const polyhedron_pair& pair, std::span<const std::uint16_t> indices) noexcept
        : count_((indices.size() + 3) / 4) {
        for (std::size_t i = 0; i < count_ * 4; ++i) {
            const edge_lanes<scalar> edge =
                edge_seen_from_a(pair, indices[i < indices.size() ? i : indices.size() - 1]);
            put(edge.point, point_, i);
            put(edge.direction, direction_, i);
            put(edge.left, left_, i);
            put(edge.right, right_, i);
            length_squared_[i] = edge.length_squared;
        }
    }

    [[nodiscard]] std::size_t size() const noexcept { return count_; }

    [[nodiscard]] edge_lanes<four> operator[](std::size_t group) const noexcept {
        return {get(point_, group), get(direction_, group), get(left_, group), get(right_, group),
                four::load(&length_squared_[group * 4])};
    }

private:
    struct rows {
        alignas(32) std::array<scalar, capacity> x;
        alignas(32) std::array<scalar, capacity> y;
        alignas(32) std::array<scalar, capacity> z;
    };

    static void put(lane_vector<scalar> from, rows& to, std::size_t i) noexcept {
        to.x[i] = from.x;
        to.y[i] = from.y;
        to.z[i] = from.z;
    }

    [[nodiscard]] static four_vectors get(const rows& from, std::size_t group) noexcept {
        return {four::load(&from.x[group * 4]), four::load(&from.y[group * 4]),
                four::load(&from.z[group * 4])};
    }

    rows point_;
    rows direction_;
    rows left_;
    rows right_;
    alignas(32) std::array<scalar, capacity> length_squared_;
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
    const matrix3 b_to_a = transpose(place_a.rotation) * place_b.rotation;
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

face_axis find_best_face(const polyhedron& own, const polyhedron& other,
                         const polyhedron_view& view) noexcept {
    const vertex_lanes vertices(other.vertices);
    face_axis best;
    for (std::size_t i = 0; i < own.faces.size(); ++i) {
        const convex_hull::face& face = own.faces[i];
        const four_vectors direction = view.to_other * face.normal;
        four lowest = std::numeric_limits<scalar>::max();
        for (std::size_t group = 0; group < vertices.count; ++group) {
            lowest = min(lowest, dot(vertices.groups[group], direction));
        }
        const scalar gap = assemble_gap(face, view, smallest_of_four(lowest));
        if (gap > best.gap) {
            best = {gap, static_cast<std::uint32_t>(i)};
        }
    }
    return best;
}

edge_axis edge_gap(const polyhedron_pair& pair, std::uint32_t of_a, std::uint32_t of_b) noexcept {
    const edge_lanes<scalar> a = edge_in_own_frame(pair.a, of_a);
    const edge_lanes<scalar> b = edge_seen_from_a(pair, of_b);
    lane_vector<scalar> normal;
    const scalar gap = gap_of_edges(a, b, normal);
    return {gap, of_a, of_b, oriented(a, normal)};
}

edge_axis find_best_edges(const polyhedron_pair& pair, const face_axis& face_of_a, const face_axis& face_of_b,
                          scalar reach) noexcept {
    const convex_hull::face& face_a = pair.a.faces[face_of_a.face];
    const convex_hull::face& face_b = pair.b.faces[face_of_b.face];
    const edge_list edges_a = edges_near(pair.a, face_a, face_of_a.gap, face_b, pair.from_b, reach);
    const edge_list edges_b = edges_near(pair.b, face_b, face_of_b.gap, face_a, pair.from_a, reach);
    scalar best = std::numeric_limits<scalar>::lowest();
    std::uint32_t best_a = 0;
    std::uint32_t best_b = 0;
    for (std::size_t first = 0; first < edges_b.count; first += edge_groups::capacity) {
        const std::size_t count = std::min(edge_groups::capacity, edges_b.count - first);
        const edge_groups groups(pair, std::span(edges_b.index).subspan(first, count));
        for (std::size_t i = 0; i < edges_a.count; ++i) {
            const edge_lanes<four> a = broadcast(edge_in_own_frame(pair.a, edges_a.index[i]));
            for (std::size_t group = 0; group < groups.size(); ++group) {
                four_vectors normal;
                const four gaps = gap_of_edges(a, groups[group], normal);
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
