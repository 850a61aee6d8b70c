#include "circles/walls/side_of_line.hpp"

#include <orrery/circles/wall.hpp>
#include <orrery/core/text.hpp>
#include <orrery/math/aabb.hpp>
#include <orrery/spatial/box_query.hpp>
#include <orrery/spatial/static_tree.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <tuple>

namespace orrery::circles {

namespace {

// Speeds beyond it are cut by rules::max_speed in any case.
constexpr scalar max_kick = max_velocity;

[[nodiscard]] status check_circle(const wall& what) {
    if (!(what.radius > 0 && what.radius <= max_position)) {
        return error{text("radius is ", what.radius, ", expected more than 0 and at most ", max_position)};
    }
    if (what.is_closed) {
        return error{"is_closed is true, expected false for a circle: it has only one point"};
    }
    return {};
}

[[nodiscard]] status check_point(const wall& what, std::size_t place) {
    for (int axis = 0; axis < 2; ++axis) {
        const scalar value = what.points[place][axis];
        if (!(abs(value) <= max_position)) {
            return error{text("points[", place, "].", axis == 0 ? "x" : "y", " is ", value, ", expected ",
                              -max_position, " to ", max_position)};
        }
    }
    return {};
}

// The edges of a chain, by the number of the point that they begin at.
class chain {
public:
    explicit chain(const wall& of) noexcept
        : points_(of.points)
        , is_closed_(of.is_closed) {}

    [[nodiscard]] std::size_t edges() const noexcept { return points_.size() - (is_closed_ ? 0 : 1); }

    [[nodiscard]] std::size_t end_of(std::size_t edge) const noexcept {
        return edge + 1 < points_.size() ? edge + 1 : 0;
    }

    [[nodiscard]] vector2 begin_point(std::size_t edge) const noexcept { return points_[edge]; }

    [[nodiscard]] vector2 end_point(std::size_t edge) const noexcept { return points_[end_of(edge)]; }

    [[nodiscard]] aabb2 box(std::size_t edge) const noexcept {
        return aabb2::around(begin_point(edge), end_point(edge));
    }

    // "points[3] to points[4]"
    [[nodiscard]] std::string name(std::size_t edge) const {
        return text("points[", edge, "] to points[", end_of(edge), "]");
    }

private:
    const std::vector<vector2>& points_;
    bool is_closed_;
};

[[nodiscard]] status check_lengths(const wall& what) {
    const chain edges(what);
    for (std::size_t edge = 0; edge < edges.edges(); ++edge) {
        if (edges.begin_point(edge) != edges.end_point(edge)) {
            continue;
        }
        if (edges.end_of(edge) == 0) {
            return error{text("points[", edge,
                              "] is where points[0] is, expected another place: the last "
                              "point of a closed chain is joined to the first")};
        }
        return error{text("points[", edge + 1, "] is where points[", edge,
                          "] is, expected edges that are longer than 0")};
    }
    return {};
}

[[nodiscard]] status check_corners(const wall& what) {
    std::vector<std::size_t> order(what.points.size());
    for (std::size_t place = 0; place < order.size(); ++place) {
        order[place] = place;
    }
    // total order: no two places are equal
    std::sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
        const vector2 a = what.points[left];
        const vector2 b = what.points[right];
        return std::tuple(a.x, a.y, left) < std::tuple(b.x, b.y, right);
    });
    std::optional<std::size_t> again;
    for (std::size_t place = 1; place < order.size(); ++place) {
        if (what.points[order[place]] == what.points[order[place - 1]] &&
            (!again || order[place] < order[*again])) {
            again = place;
        }
    }
    if (again) {
        return error{text("points[", order[*again], "] is where points[", order[*again - 1],
                          "] is, expected that a chain comes to a place once")};
    }
    return {};
}

// Of neighbours that lie on one line: whether the second goes back from where the first has ended.
[[nodiscard]] bool folds_back(vector2 begin, vector2 corner, vector2 end) noexcept {
    if (detail::side_of_line(begin, corner, end) != 0) {
        return false;
    }
    const int axis = begin.x != corner.x ? 0 : 1;
    return (begin[axis] < corner[axis]) == (end[axis] < corner[axis]);
}

[[nodiscard]] status check_turns(const wall& what) {
    const chain edges(what);
    for (std::size_t edge = 0; edge < edges.edges(); ++edge) {
        const std::size_t next = edges.end_of(edge);
        if (next < edges.edges() &&
            folds_back(edges.begin_point(edge), edges.begin_point(next), edges.end_point(next))) {
            return error{text(edges.name(next), " goes back along ", edges.name(edge),
                              ", expected edges that meet only where one ends and the next begins")};
        }
    }
    return {};
}

enum class meeting { none, touch, cross };

[[nodiscard]] meeting how_they_meet(vector2 a, vector2 b, vector2 c, vector2 d) noexcept {
    const int side_c = detail::side_of_line(a, b, c);
    const int side_d = detail::side_of_line(a, b, d);
    if (side_c * side_d > 0) {
        return meeting::none;
    }
    const int side_a = detail::side_of_line(c, d, a);
    const int side_b = detail::side_of_line(c, d, b);
    if (side_a * side_b > 0) {
        return meeting::none;
    }
    if (side_a * side_b < 0 && side_c * side_d < 0) {
        return meeting::cross;
    }
    const aabb2 first = aabb2::around(a, b);
    const aabb2 second = aabb2::around(c, d);
    const bool is_touched = (side_c == 0 && contains(first, c)) || (side_d == 0 && contains(first, d)) ||
                            (side_a == 0 && contains(second, a)) || (side_b == 0 && contains(second, b));
    return is_touched ? meeting::touch : meeting::none;
}

// Edges that are not neighbours must not meet at all. By boxes, so that only those that are near each other
// are compared.
[[nodiscard]] status check_crossings(const wall& what) {
    const chain edges(what);
    std::vector<aabb2> boxes;
    boxes.reserve(edges.edges());
    for (std::size_t edge = 0; edge < edges.edges(); ++edge) {
        boxes.push_back(edges.box(edge));
    }
    spatial::static_tree<aabb2> tree;
    tree.build(boxes);
    for (std::size_t edge = 0; edge < edges.edges(); ++edge) {
        std::size_t first = edges.edges();
        meeting how = meeting::none;
        spatial::for_each_intersecting(tree, boxes[edge], [&](std::uint32_t other, const aabb2&) {
            if (other <= edge + 1 || other >= first || edges.end_of(other) == edge) {
                return;
            }
            const meeting found = how_they_meet(edges.begin_point(edge), edges.end_point(edge),
                                                edges.begin_point(other), edges.end_point(other));
            if (found != meeting::none) {
                first = other;
                how = found;
            }
        });
        if (how != meeting::none) {
            return error{text(edges.name(edge), how == meeting::cross ? " crosses " : " touches ",
                              edges.name(first),
                              ", expected edges that meet only where one ends and the next begins")};
        }
    }
    return {};
}

[[nodiscard]] status check_chain(const wall& what) {
    if (what.radius != 0) {
        return error{
            text("radius is ", what.radius, ", expected 0 for a chain of ", what.points.size(), " points")};
    }
    if (what.is_closed && what.points.size() < 3) {
        return error{text("points has ", what.points.size(),
                          " entries, expected at least 3 for a closed "
                          "chain")};
    }
    for (const auto check_one : {check_lengths, check_corners, check_turns, check_crossings}) {
        if (const status answer = check_one(what); !answer) {
            return answer;
        }
    }
    return {};
}

} // namespace

status check(const wall& what) {
    if (what.points.empty()) {
        return error{"points is empty, expected one for a circle, or more for a chain"};
    }
    for (std::size_t place = 0; place < what.points.size(); ++place) {
        if (const status answer = check_point(what, place); !answer) {
            return answer;
        }
    }
    if (const status answer = what.points.size() == 1 ? check_circle(what) : check_chain(what); !answer) {
        return answer;
    }
    if (!(what.kick >= 0 && what.kick <= max_kick)) {
        return error{text("kick is ", what.kick, ", expected 0 to ", max_kick)};
    }
    return check(what.surface);
}

} // namespace orrery::circles
