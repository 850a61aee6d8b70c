#include "rigid/collide/core_gap.hpp"
#include "rigid/collide/polyhedron.hpp"
#include "rigid/collide/rounded_axes.hpp"

#include <orrery/math/vector.hpp>

#include <array>

namespace orrery::rigid::detail {
namespace {

[[nodiscard]] std::uint32_t cap_count(const placed_shape& what) noexcept {
    return what.kind == shape_kind::cylinder ? 2 : 0;
}

[[nodiscard]] std::uint32_t side_count(const placed_shape& what) noexcept {
    switch (what.kind) {
    case shape_kind::box:
        return 6;
    case shape_kind::hull:
        return static_cast<std::uint32_t>(what.hull->faces().size());
    default:
        return cap_count(what);
    }
}

[[nodiscard]] bool has_rim(const rounded_pair& pair) noexcept {
    return pair.a.kind == shape_kind::cylinder || pair.b.kind == shape_kind::cylinder;
}

[[nodiscard]] bool is_round(const placed_shape& what) noexcept {
    return what.kind == shape_kind::capsule || what.kind == shape_kind::cylinder;
}

[[nodiscard]] rounded_axis side_axis(const rounded_pair& pair, std::uint32_t number) noexcept {
    const std::uint32_t caps = cap_count(pair.a);
    if (number < caps) {
        const vector3 axis = axis_of(pair.a);
        const vector3 normal = number == 0 ? axis : -axis;
        return {pair.gap_along(normal), normal};
    }
    const std::uint32_t side = number - caps;
    scalar offset = 0;
    vector3 outwards;
    if (pair.b.kind == shape_kind::hull) {
        const convex_hull::face& face = pair.b.hull->faces()[side];
        offset = face.offset;
        outwards = pair.b.rotation * face.normal;
    } else {
        const int axis = pair.b.kind == shape_kind::box ? static_cast<int>(side / 2) : 1;
        offset = pair.b.size[axis];
        outwards = pair.b.rotation.column(axis) * (side % 2 == 0 ? scalar(1) : scalar(-1));
    }
    const scalar nearest = dot(core_support(pair.a, -outwards) - pair.between, outwards);
    return {(nearest - offset) - core_radius(pair.a), -outwards};
}

// A cylinder without the outermost quarter has an edge that is rounded off when a radius is put around it.
[[nodiscard]] placed_shape core_of(const placed_shape& what) noexcept {
    placed_shape core = what;
    if (what.kind == shape_kind::cylinder) {
        const scalar less = thickness(what) * scalar(0.25);
        core.size = {what.size.x - less, what.size.y - less, 0};
    }
    return core;
}

// For shapes so deep in each other that their cores overlap: the directions at right angles to the axes and
// edges.
[[nodiscard]] rounded_axis find_deep_axis(const rounded_pair& pair) noexcept {
    rounded_axis best;
    const vector3 axis = axis_of(pair.a);
    const auto consider = [&](vector3 direction) { keep_better(pair, direction, pair.between, best); };
    consider(reject(pair.between, axis));
    if (pair.b.kind == shape_kind::hull) {
        const convex_hull& hull = *pair.b.hull;
        for (const std::uint16_t index : hull.relevant_edges()) {
            const convex_hull::edge& edge = hull.edges()[index];
            const vector3 along = pair.b.rotation * (hull.vertices()[edge.to] - hull.vertices()[edge.from]);
            consider(cross(axis, along));
        }
    } else if (pair.b.kind == shape_kind::box) {
        for (int i = 0; i < 3; ++i) {
            consider(cross(axis, pair.b.rotation.column(i)));
        }
    } else {
        consider(cross(axis, axis_of(pair.b)));
        consider(reject(pair.between, axis_of(pair.b)));
    }
    if (best.gap == std::numeric_limits<scalar>::lowest()) {
        consider(perpendicular(axis));
    }
    return best;
}

// The directions of the edges that meet where a shape is farthest along a direction, in world axes.
struct edge_directions {
    std::array<vector3, 8> along;
    std::size_t count = 0;

    void add(vector3 direction) noexcept {
        if (count < along.size()) {
            along[count++] = direction;
        }
    }
};

void add_polyhedron_edges(const polyhedron& what, const matrix3& rotation, vector3 direction,
                          edge_directions& found) noexcept {
    const vector3 local = transpose_multiply(rotation, direction);
    std::uint32_t farthest = 0;
    for (std::uint32_t i = 1; i < what.vertices.size(); ++i) {
        farthest = dot(what.vertices[i] - what.vertices[farthest], local) > 0 ? i : farthest;
    }
    for (const convex_hull::edge& edge : what.edges) {
        if (edge.from == farthest || edge.to == farthest) {
            found.add(rotation * (what.vertices[edge.to] - what.vertices[edge.from]));
        }
    }
}

[[nodiscard]] edge_directions edges_at(const placed_shape& what, vector3 direction) noexcept {
    edge_directions found;
    switch (what.kind) {
    case shape_kind::capsule:
        found.add(axis_of(what));
        break;
    case shape_kind::cylinder:
        found.add(axis_of(what));
        found.add(cross(axis_of(what), direction)); // the tangent of the rim
        break;
    case shape_kind::box:
        add_polyhedron_edges(box_polyhedron(what.size).view(), what.rotation, direction, found);
        break;
    case shape_kind::hull:
        add_polyhedron_edges(view_of(*what.hull), what.rotation, direction, found);
        break;
    default:
        break;
    }
    return found;
}

// Where a rim meets an edge or another rim, the direction is at right angles to both. And where the points
// farthest along the direction are beside each other, the gap grows as the direction turns that way. Both
// change with the direction, so this is repeated while it helps.
[[nodiscard]] rounded_axis refine(const rounded_pair& pair, const rounded_axis& first) noexcept {
    rounded_axis best = first;
    const scalar size = thickness(pair.a) + thickness(pair.b);
    for (int round = 0; round < 8; ++round) {
        const vector3 before = best.normal;
        const vector3 aside = reject(pair.difference(before), before) / size;
        keep_better(pair, before + aside * scalar(0.25), before, best);
        keep_better(pair, before + aside, before, best);
        const edge_directions of_a = edges_at(pair.a, before);
        const edge_directions of_b = edges_at(pair.b, -before);
        for (std::size_t i = 0; i < of_a.count; ++i) {
            for (std::size_t j = 0; j < of_b.count; ++j) {
                keep_better(pair, cross(of_a.along[i], of_b.along[j]), before, best);
            }
        }
        if (best.normal == before) {
            break;
        }
    }
    return best;
}

[[nodiscard]] rounded_axis nearest_direction(const rounded_pair& pair, const placed_shape& core_a,
                                             const placed_shape& core_b, vector3 guess) noexcept {
    const core_gap cores = search_core_gap(core_a, core_b, vector_cast<double>(guess));
    const auto unit = try_normalize(vector_cast<scalar>(cores.normal));
    return cores.is_overlapping || !unit ? rounded_axis{} : rounded_axis{pair.gap_along(*unit), *unit};
}

} // namespace

scalar thickness(const placed_shape& what) noexcept {
    switch (what.kind) {
    case shape_kind::box:
        return smallest_component(what.size);
    case shape_kind::hull:
        return what.hull->inner_radius();
    case shape_kind::cylinder:
        return min(what.size.x, what.size.y);
    default:
        return what.size.x;
    }
}

std::uint32_t form_axis_count(const rounded_pair& pair) noexcept {
    return cap_count(pair.a) + side_count(pair.b) + (is_round(pair.b) ? 2 : 0);
}

rounded_axis form_axis(const rounded_pair& pair, std::uint32_t number) noexcept {
    const std::uint32_t sides = cap_count(pair.a) + side_count(pair.b);
    if (number < sides) {
        return side_axis(pair, number);
    }
    const vector3 axis = axis_of(pair.a);
    rounded_axis result;
    keep_better(pair, number == sides ? cross(axis, axis_of(pair.b)) : reject(pair.between, axis),
                pair.between, result);
    return result;
}

void keep_better(const rounded_pair& pair, vector3 direction, vector3 near, rounded_axis& best) noexcept {
    const auto unit = try_normalize(direction);
    if (unit) {
        const vector3 normal = dot(*unit, near) < 0 ? -*unit : *unit;
        const scalar gap = pair.gap_along(normal);
        best = gap > best.gap ? rounded_axis{gap, normal} : best;
    }
}

rounded_axis find_free_axis(const rounded_pair& pair, vector3 guess) noexcept {
    const rounded_axis apart = nearest_direction(pair, pair.a, pair.b, guess);
    if (apart.gap > std::numeric_limits<scalar>::lowest()) {
        return apart;
    }
    if (!has_rim(pair)) {
        return find_deep_axis(pair);
    }
    rounded_axis best = nearest_direction(pair, core_of(pair.a), core_of(pair.b), guess);
    if (best.gap == std::numeric_limits<scalar>::lowest()) {
        best = find_deep_axis(pair);
    }
    best = refine(pair, best);
    // Deep in each other there are several directions from which no turning helps.
    if (best.gap < (thickness(pair.a) + thickness(pair.b)) * scalar(-1.0 / 16)) {
        for (const vector3 start : {guess, normalize_or(pair.between, guess)}) {
            const rounded_axis other = refine(pair, {pair.gap_along(start), start});
            best = other.gap > best.gap ? other : best;
        }
    }
    return best;
}

} // namespace orrery::rigid::detail
