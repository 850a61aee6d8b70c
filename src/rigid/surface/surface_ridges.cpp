#include "rigid/surface/surface_features.hpp"
#include "rigid/surface/surface_ridges.hpp"

#include <orrery/math/closest_point.hpp>

#include <limits>

namespace orrery::rigid::detail {
namespace {

// Of a hull: Euler's formula for triangles.
constexpr std::size_t max_sides = 2 * convex_hull::max_vertices - 4;
constexpr scalar lowest_gap = std::numeric_limits<scalar>::lowest();

// An axis in a cone of the triangle.
struct ridge_axis {
    enum class support : std::uint8_t { none, corner_on_side, edge_on_side, edges };

    scalar gap = lowest_gap;
    support rests_on = support::none;
    vector3 normal;        // of unit length, from the solid to the surface, in the solid's frame
    std::uint32_t own = 0; // side or edge of the solid
    std::size_t other = 0; // corner or edge of the triangle
};

// The triangle seen from the solid.
class local_search {
public:
    explicit local_search(const ridge_search& of) noexcept
        : of_(of)
        , least_gap_(of.terms.least_gap())
        , normal_(transpose_multiply(of.rotation, of.triangle.normal))
        , corners_{lane_of(of.corners, 0), lane_of(of.corners, 1), lane_of(of.corners, 2)} {}

    [[nodiscard]] ridge_answer run(surface_patches& found) noexcept {
        look_at_sides();
        // Where a side carries and hardly overlaps, no other direction can be better by much.
        if (!is_apart_ && best_.gap > of_.terms.tolerance * -2 && add_points(found)) {
            return {.is_carried = true, .side_gap = side_gap_};
        }
        const std::uint32_t ridges = of_.terms.ridges & ~beside_;
        for (std::size_t edge = 0; edge < 3 && !is_apart_; ++edge) {
            if ((ridges >> edge & 1) != 0) {
                look_at_edges(edge);
            }
        }
        ridge_answer answer{.is_apart = is_apart_, .side_gap = side_gap_};
        if (!is_apart_ && best_.rests_on != ridge_axis::support::none) {
            answer.is_carried = add_points(found);
        }
        return answer;
    }

private:
    void look_at_sides() noexcept {
        for (std::uint32_t number = 0; number < of_.solid.faces.size(); ++number) {
            const convex_hull::face& side = of_.solid.faces[number];
            const four heights = dot(of_.corners, four_vectors(side.normal));
            const scalar gap = -largest_of_three(-heights) - side.offset;
            const four of_edges = min(heights, shuffle<1, 2, 0, 3>(heights));
            beside_ |= (of_edges > four(side.offset + of_.margin)).bits();
            if (gap > of_.margin) {
                is_apart_ = true;
                return;
            }
            // What would be pushed through the triangle by it does not count.
            if (dot(side.normal, normal_) > cone_tolerance) {
                continue;
            }
            side_gap_ = max(side_gap_, gap);
            if (of_.terms.ridges != 0 && gap > max(best_.gap, least_gap_)) {
                consider_side(number, gap, heights);
            }
        }
    }

    // Which corner or edge of the triangle is nearest to the side, and whether the surface goes on behind it.
    void consider_side(std::uint32_t number, scalar gap, four heights) noexcept {
        const vector3 normal = of_.solid.faces[number].normal;
        const vector3 direction = of_.rotation * -normal;
        std::size_t near = 0;
        std::uint32_t level = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const scalar height = heights[static_cast<int>(i)];
            near = height < heights[static_cast<int>(near)] ? i : near;
            level |= height - (gap + of_.solid.faces[number].offset) < of_.terms.tolerance ? 1u << i : 0u;
        }
        if (level == 7) {
            return; // the side lies on the face
        }
        const bool is_edge = (level & (level - 1)) != 0;
        // Of edge i, corners i and the next are level.
        const std::size_t edge = level == 3 ? 0 : level == 6 ? 1 : 2;
        const bool is_allowed =
            is_edge ? of_.triangle.edge_allows(edge, direction) : of_.triangle.corner_allows(near, direction);
        if (is_allowed) {
            best_ = {gap, is_edge ? ridge_axis::support::edge_on_side : ridge_axis::support::corner_on_side,
                     normal, number, is_edge ? edge : near};
        }
    }

    // An edge of the solid and one of the triangle face each other when the arcs between the normals of their
    // sides cross, on the sphere of directions.
    void look_at_edges(std::size_t edge) noexcept {
        const vector3 from = corners_[edge];
        const vector3 along = corners_[next_corner(edge)] - from;
        const scalar squared = dot(along, along);
        std::array<scalar, max_sides> slopes;
        for (std::size_t i = 0; i < of_.solid.faces.size(); ++i) {
            slopes[i] = dot(of_.solid.faces[i].normal, along);
        }
        for (std::uint32_t number = 0; number < of_.solid.edges.size(); ++number) {
            const convex_hull::edge& own = of_.solid.edges[number];
            if (slopes[own.left] * slopes[own.right] >= 0) {
                continue;
            }
            const vector3 start = of_.solid.vertices[own.from];
            const vector3 own_along = of_.solid.vertices[own.to] - start;
            const vector3 across = cross(along, own_along);
            const scalar size = dot(across, across);
            if (size <= scalar(1e-6) * squared * dot(own_along, own_along)) {
                continue;
            }
            const scalar sign =
                dot(across, of_.solid.faces[own.left].normal + of_.solid.faces[own.right].normal) > 0
                    ? scalar(1)
                    : scalar(-1);
            const scalar times_length = dot(across, from - start) * sign;
            // Most are too deep, which can be told without their lengths.
            if (times_length < 0 && least_gap_ < 0 &&
                times_length * times_length > least_gap_ * least_gap_ * size) {
                continue;
            }
            const scalar unit = scalar(1) / sqrt(size);
            const vector3 normal = across * (sign * unit);
            const scalar gap = times_length * unit;
            if (!(gap > max(best_.gap, least_gap_)) ||
                !of_.triangle.edge_allows(edge, of_.rotation * -normal)) {
                continue;
            }
            if (gap > of_.margin) {
                is_apart_ = true;
                return;
            }
            // Sides carry more than one point, so they are preferred, too.
            const bool is_better =
                best_.rests_on == ridge_axis::support::edges || gap > best_.gap + of_.terms.tolerance;
            if (is_better) {
                best_ = {gap, ridge_axis::support::edges, normal, number, edge};
            }
        }
    }

    [[nodiscard]] bool add_points(surface_patches& found) const noexcept {
        switch (best_.rests_on) {
        case ridge_axis::support::corner_on_side:
            return add_corner(found);
        case ridge_axis::support::edge_on_side:
            return add_edge(found);
        case ridge_axis::support::edges:
            return add_crossing(found);
        case ridge_axis::support::none:
            break;
        }
        return false;
    }

    // The part of the segment from a to b that is over a side, in shares of its length.
    [[nodiscard]] bool is_over_side(vector3 a, vector3 b, scalar& low, scalar& high, std::uint32_t& low_edge,
                                    std::uint32_t& high_edge) const noexcept {
        const convex_hull::face& side = of_.solid.faces[best_.own];
        const auto corners = of_.solid.corners_of(side);
        for (std::uint32_t i = 0; i < corners.size(); ++i) {
            const vector3 from = of_.solid.vertices[corners[i]];
            const vector3 to = of_.solid.vertices[corners[i + 1 == corners.size() ? 0 : i + 1]];
            const vector3 outwards = cross(to - from, side.normal);
            const scalar limit = of_.terms.tolerance * length(to - from);
            const scalar start = dot(outwards, a - from) - limit;
            const scalar end = dot(outwards, b - from) - limit;
            if (start > 0 && end > 0) {
                return false;
            }
            const scalar t = start / (start - end);
            if (start > 0 && t > low) {
                low = t;
                low_edge = of_.solid.edge_of(side, i);
            } else if (end > 0 && t < high) {
                high = t;
                high_edge = of_.solid.edge_of(side, i);
            }
        }
        return low <= high;
    }

    void add(vector3 point, scalar gap, std::uint32_t feature, surface_patches& found) const noexcept {
        found.add(of_.rotation * best_.normal, of_.rotation * (point - best_.normal * (gap * scalar(0.5))),
                  gap, feature, of_.triangle.index);
    }

    [[nodiscard]] bool add_corner(surface_patches& found) const noexcept {
        scalar low = 0;
        scalar high = 1;
        std::uint32_t no_edge = 0;
        const vector3 corner = corners_[best_.other];
        if (!is_over_side(corner, corner, low, high, no_edge, no_edge)) {
            return false;
        }
        add(corner, best_.gap, feature_of_surface_corner(of_.triangle.triangle->corners[best_.other]), found);
        return true;
    }

    [[nodiscard]] bool add_edge(surface_patches& found) const noexcept {
        constexpr std::uint32_t none = 0xffff'ffffu;
        const std::size_t other = next_corner(best_.other);
        const vector3 a = corners_[best_.other];
        const vector3 b = corners_[other];
        scalar low = 0;
        scalar high = 1;
        std::uint32_t low_edge = none;
        std::uint32_t high_edge = none;
        if (!is_over_side(a, b, low, high, low_edge, high_edge)) {
            return false;
        }
        const auto& named = of_.triangle.triangle->corners;
        const auto add_end = [&](scalar t, std::uint32_t own_edge, std::size_t corner) {
            const vector3 point = lerp(a, b, t);
            const scalar gap = dot(best_.normal, point) - of_.solid.faces[best_.own].offset;
            add(point, gap,
                own_edge == none ? feature_of_surface_corner(named[corner])
                                 : feature_of_surface_edge(own_edge, named[best_.other], named[other]),
                found);
        };
        add_end(low, low_edge, best_.other);
        add_end(high, high_edge, other);
        return true;
    }

    [[nodiscard]] bool add_crossing(surface_patches& found) const noexcept {
        const convex_hull::edge& own = of_.solid.edges[best_.own];
        const std::size_t other = next_corner(best_.other);
        const auto nearest = closest_of_segments(of_.solid.vertices[own.from], of_.solid.vertices[own.to],
                                                 corners_[best_.other], corners_[other]);
        // Edges that cross elsewhere, if at all, do not carry.
        const scalar farthest = abs(best_.gap) + of_.terms.tolerance * 2;
        if (distance_squared(nearest.on_a.point, nearest.on_b.point) > farthest * farthest) {
            return false;
        }
        const auto& named = of_.triangle.triangle->corners;
        const vector3 middle = (nearest.on_a.point + nearest.on_b.point) * scalar(0.5);
        found.add(of_.rotation * best_.normal, of_.rotation * middle, best_.gap,
                  feature_of_surface_edge(best_.own, named[best_.other], named[other]), of_.triangle.index);
        return true;
    }

    const ridge_search& of_;
    scalar least_gap_;
    vector3 normal_; // of the triangle, in the solid's frame
    std::array<vector3, 3> corners_;
    ridge_axis best_;
    scalar side_gap_ = lowest_gap;
    std::uint32_t beside_ = 0; // a bit for each edge that a side separates
    bool is_apart_ = false;
};

} // namespace

ridge_answer meet_ridges(const ridge_search& of, surface_patches& found) noexcept {
    return local_search(of).run(found);
}

} // namespace orrery::rigid::detail
