#include "rigid/shape/orientation.hpp"
#include "rigid/shape/quickhull.hpp"

#include <algorithm>
#include <utility>

namespace orrery::rigid::detail {
namespace {

// Of the points with the largest measure the first.
template <typename Measure>
[[nodiscard]] std::uint32_t find_farthest(std::span<const vector3d> points, Measure&& measure) {
    std::uint32_t best = 0;
    double most = -1;
    for (std::uint32_t point = 0; point < points.size(); ++point) {
        const double value = measure(points[point]);
        if (value > most) {
            most = value;
            best = point;
        }
    }
    return best;
}

[[nodiscard]] std::size_t side_from(const hull_triangle& triangle, std::uint32_t corner) noexcept {
    return corner == triangle.corners[0] ? 0 : corner == triangle.corners[1] ? 1 : 2;
}

} // namespace

quickhull::quickhull(std::span<const vector3d> points, double tolerance)
    : points_(points)
    , tolerance_(tolerance)
    , next_outside_(points.size(), none)
    , cone_from_(points.size(), none) {}

std::vector<hull_triangle> quickhull::run(double thickness) {
    if (!start(thickness)) {
        return {};
    }
    while (!candidates_.empty()) {
        std::pop_heap(candidates_.begin(), candidates_.end());
        const candidate next = candidates_.back();
        candidates_.pop_back();
        if (triangles_[next.triangle].is_alive) {
            take_in(next.triangle);
        }
    }
    return compacted();
}

// A tetrahedron of points that are far from each other.
bool quickhull::start(double thickness) {
    if (points_.size() < 4) {
        return false;
    }
    const vector3d first = points_.front();
    const std::uint32_t a = 0;
    const std::uint32_t b = find_farthest(points_, [&](vector3d p) { return distance_squared(p, first); });
    const vector3d along = points_[b] - first;
    const std::uint32_t c =
        find_farthest(points_, [&](vector3d p) { return length_squared(cross(along, p - first)); });
    const auto normal = try_normalize(cross(along, points_[c] - first));
    if (!normal) {
        return false;
    }
    const std::uint32_t d = find_farthest(points_, [&](vector3d p) { return abs(dot(*normal, p - first)); });
    const bool is_thin_triangle = length(cross(along, points_[c] - first)) <= thickness * length(along);
    const double height = dot(*normal, points_[d] - first);
    if (is_thin_triangle || abs(height) <= thickness) {
        return false;
    }
    const auto [left, right] = height > 0 ? std::pair(c, b) : std::pair(b, c);
    // Seen from d, a-left-right runs clockwise.
    add_triangle({a, left, right});
    add_triangle({a, right, d});
    add_triangle({right, left, d});
    add_triangle({left, a, d});
    triangles_[0].triangle.neighbors = {3, 2, 1};
    triangles_[1].triangle.neighbors = {0, 2, 3};
    triangles_[2].triangle.neighbors = {0, 3, 1};
    triangles_[3].triangle.neighbors = {0, 1, 2};
    for (std::uint32_t point = 0; point < points_.size(); ++point) {
        assign(point, 0);
    }
    queue(0);
    return true;
}

std::uint32_t quickhull::add_triangle(std::array<std::uint32_t, 3> corners) {
    const vector3d a = points_[corners[0]];
    work added;
    added.triangle.corners = corners;
    added.triangle.normal = normalize_or(cross(points_[corners[1]] - a, points_[corners[2]] - a), vector3d{});
    added.triangle.offset = dot(added.triangle.normal, a);
    triangles_.push_back(added);
    return static_cast<std::uint32_t>(triangles_.size() - 1);
}

bool quickhull::sees(const hull_triangle& triangle, std::uint32_t point) const noexcept {
    const auto& [a, b, c] = triangle.corners;
    return is_above(points_[a], points_[b], points_[c], points_[point]);
}

// Gives a point into the care of that of the last triangles from which it is farthest, if it is outside at
// all.
void quickhull::assign(std::uint32_t point, std::uint32_t first_triangle) {
    std::uint32_t best = none;
    double most = tolerance_;
    for (std::uint32_t number = first_triangle; number < triangles_.size(); ++number) {
        const hull_triangle& triangle = triangles_[number].triangle;
        const double distance = dot(triangle.normal, points_[point]) - triangle.offset;
        if (distance > most) {
            most = distance;
            best = number;
        }
    }
    if (best == none) {
        return;
    }
    work& keeper = triangles_[best];
    next_outside_[point] = keeper.first_outside;
    keeper.first_outside = point;
    // Of equally far points the lowest, whatever the order of the list.
    if (most > keeper.distance || (most == keeper.distance && point < keeper.farthest)) {
        keeper.distance = most;
        keeper.farthest = point;
    }
}

void quickhull::queue(std::uint32_t first_triangle) {
    for (std::uint32_t number = first_triangle; number < triangles_.size(); ++number) {
        if (triangles_[number].farthest != none) {
            candidates_.push_back({triangles_[number].distance, number});
            std::push_heap(candidates_.begin(), candidates_.end());
        }
    }
}

void quickhull::take_in(std::uint32_t from) {
    const std::uint32_t apex = triangles_[from].farthest;
    if (!sees(triangles_[from].triangle, apex)) {
        return; // the normal of a sliver was wrong about it: it is no farther outside than rounding
    }
    find_visible(from, apex);
    const auto first_new = static_cast<std::uint32_t>(triangles_.size());
    for (const auto& [inner, side] : horizon_) {
        const hull_triangle seen = triangles_[inner].triangle;
        const std::uint32_t start = seen.corners[side];
        const std::uint32_t added = add_triangle({start, seen.corners[(side + 1) % 3], apex});
        cone_from_[start] = added;
        hull_triangle& outer = triangles_[seen.neighbors[side]].triangle;
        triangles_[added].triangle.neighbors[0] = seen.neighbors[side];
        // The outer triangle walks this side the other way: there it starts where the inner one ends.
        outer.neighbors[side_from(outer, seen.corners[(side + 1) % 3])] = added;
    }
    for (std::uint32_t number = first_new; number < triangles_.size(); ++number) {
        hull_triangle& cone = triangles_[number].triangle;
        const std::uint32_t following = cone_from_[cone.corners[1]];
        cone.neighbors[1] = following;
        triangles_[following].triangle.neighbors[2] = number;
    }
    for (const std::uint32_t number : visible_) {
        triangles_[number].is_alive = false;
        for (std::uint32_t point = triangles_[number].first_outside; point != none;) {
            const std::uint32_t next = next_outside_[point];
            assign(point, first_new);
            point = next;
        }
    }
    queue(first_new);
}

// All triangles that see the point; they hang together. Their outline goes into horizon_.
void quickhull::find_visible(std::uint32_t from, std::uint32_t point) {
    visible_.assign(1, from);
    horizon_.clear();
    triangles_[from].is_visible = true;
    for (std::size_t place = 0; place < visible_.size(); ++place) {
        for (const std::uint32_t number : triangles_[visible_[place]].triangle.neighbors) {
            work& neighbor = triangles_[number];
            if (!neighbor.is_visible && sees(neighbor.triangle, point)) {
                neighbor.is_visible = true;
                visible_.push_back(number);
            }
        }
    }
    for (const std::uint32_t number : visible_) {
        for (std::uint32_t side = 0; side < 3; ++side) {
            if (!triangles_[triangles_[number].triangle.neighbors[side]].is_visible) {
                horizon_.push_back({number, side});
            }
        }
    }
}

std::vector<hull_triangle> quickhull::compacted() const {
    std::vector<std::uint32_t> place(triangles_.size(), none);
    std::vector<hull_triangle> alive;
    for (std::size_t number = 0; number < triangles_.size(); ++number) {
        if (triangles_[number].is_alive) {
            place[number] = static_cast<std::uint32_t>(alive.size());
            alive.push_back(triangles_[number].triangle);
        }
    }
    for (hull_triangle& triangle : alive) {
        for (std::uint32_t& neighbor : triangle.neighbors) {
            neighbor = place[neighbor];
        }
    }
    return alive;
}

} // namespace orrery::rigid::detail
