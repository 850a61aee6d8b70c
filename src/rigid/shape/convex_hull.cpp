#include "rigid/shape/face_merging.hpp"
#include "rigid/shape/hull_builder.hpp"
#include "rigid/shape/quickhull.hpp"

#include <orrery/core/text.hpp>
#include <orrery/rigid/shapes/convex_hull.hpp>

#include <algorithm>
#include <limits>
#include <tuple>

namespace orrery::rigid {
namespace {

// A point and its place in a grid of whole numbers around the middle of the cloud: there quickhull decides
// without rounding.
struct grid_point {
    vector3d place;
    vector3 original;

    friend bool operator<(const grid_point& a, const grid_point& b) noexcept {
        const auto key = [](const grid_point& p) {
            return std::tuple(p.place.x, p.place.y, p.place.z, p.original.x, p.original.y, p.original.z);
        };
        return key(a) < key(b);
    }
};

[[nodiscard]] aabb3d box_around(std::span<const vector3> points) noexcept {
    aabb3d box = aabb3d::empty();
    for (const vector3 point : points) {
        box = merge(box, vector_cast<double>(point));
    }
    return box;
}

// The power of two that brings a length below 2^31 and not below 2^30.
[[nodiscard]] double grid_scale(double length) noexcept {
    double scale = 1;
    while (length * scale >= 2147483648.0) {
        scale *= 0.5;
    }
    while (length * scale < 1073741824.0) {
        scale *= 2;
    }
    return scale;
}

// Sorted, so that the hull does not depend on the order of the points, and each place of the grid once.
[[nodiscard]] std::vector<grid_point> to_grid(std::span<const vector3> points, vector3d middle,
                                              double scale) {
    std::vector<grid_point> placed;
    placed.reserve(points.size());
    for (const vector3 point : points) {
        const vector3d at = (vector_cast<double>(point) - middle) * scale;
        // Adding zero turns -0 into 0, which has other bytes.
        placed.push_back({{round_even(at.x), round_even(at.y), round_even(at.z)}, point + vector3{}});
    }
    std::sort(placed.begin(), placed.end()); // total order: by all coordinates
    const auto is_same_place = [](const grid_point& a, const grid_point& b) { return a.place == b.place; };
    placed.erase(std::unique(placed.begin(), placed.end(), is_same_place), placed.end());
    return placed;
}

// The points that are corners of at least three faces, and the faces with their corners numbered among these.
struct corner_choice {
    std::vector<grid_point> kept;
    std::vector<detail::polygon> faces;
    bool is_final = false; // no corner was lost
};

[[nodiscard]] corner_choice choose_corners(std::span<const grid_point> points,
                                           std::vector<detail::polygon> faces,
                                           std::span<const detail::hull_triangle> triangles) {
    std::vector<std::uint32_t> faces_around(points.size(), 0);
    for (const detail::polygon& face : faces) {
        for (const std::uint32_t corner : face) {
            ++faces_around[corner];
        }
    }
    corner_choice chosen{.kept = {}, .faces = std::move(faces), .is_final = true};
    std::vector<std::uint32_t> number(points.size(), 0);
    for (std::size_t point = 0; point < points.size(); ++point) {
        if (faces_around[point] >= 3) {
            number[point] = static_cast<std::uint32_t>(chosen.kept.size());
            chosen.kept.push_back(points[point]);
        }
    }
    for (const detail::hull_triangle& triangle : triangles) {
        for (const std::uint32_t corner : triangle.corners) {
            chosen.is_final = chosen.is_final && faces_around[corner] >= 3;
        }
    }
    for (detail::polygon& face : chosen.faces) {
        for (std::uint32_t& corner : face) {
            corner = number[corner];
        }
    }
    return chosen;
}

// In metres.
struct tolerances {
    double inside;    // points no farther outside than this are dropped
    double coplanar;  // triangles that part by no more become one face
    double thickness; // what is no thicker has no volume
};

// A few times the rounding of the coordinates, and of the grid.
[[nodiscard]] tolerances tolerances_for(const aabb3d& box) noexcept {
    const vector3d reach = max(abs(box.min), abs(box.max));
    const vector3d extent = size(box);
    const double inside = 4.0 * std::numeric_limits<scalar>::epsilon() * (reach.x + reach.y + reach.z) +
                          0x1p-29 * (extent.x + extent.y + extent.z);
    return {.inside = inside, .coplanar = 3 * inside, .thickness = 6 * inside};
}

[[nodiscard]] status check_points(std::span<const vector3> points) {
    if (points.size() < 4) {
        return error{text("A hull has ", points.size(), points.size() == 1 ? " point" : " points",
                          ", expected four or more.")};
    }
    for (std::size_t number = 0; number < points.size(); ++number) {
        const vector3 point = points[number];
        if (!all_less_equal(abs(point), vector3::filled(convex_hull::max_coordinate))) {
            return error{text("Point ", number, " of a hull is (", point.x, ", ", point.y, ", ", point.z,
                              "), expected numbers of at most ", convex_hull::max_coordinate,
                              " m either way.")};
        }
    }
    return {};
}

[[nodiscard]] error no_volume(double thickness) {
    return {text("The points of a hull lie in a plane within ", static_cast<scalar>(thickness),
                 " m, expected a volume.")};
}

template <typename Part>
[[nodiscard]] auto parts_of(std::span<const grid_point> points, Part grid_point::* part) {
    std::vector<Part> parts;
    parts.reserve(points.size());
    for (const grid_point& point : points) {
        parts.push_back(point.*part);
    }
    return parts;
}

[[nodiscard]] result<convex_hull> hull_around(std::span<const vector3> points) {
    const aabb3d box = box_around(points);
    const tolerances allowed = tolerances_for(box);
    const double extent = largest_component(size(box));
    if (!(extent > allowed.thickness)) {
        return no_volume(allowed.thickness);
    }
    const double scale = grid_scale(extent);
    std::vector<grid_point> kept = to_grid(points, center(box), scale);
    // A corner that a merged face swallowed may have held up others: the hull of the rest is made afresh.
    for (;;) {
        const std::vector<vector3d> places = parts_of(kept, &grid_point::place);
        const auto triangles =
            detail::quickhull(places, allowed.inside * scale).run(allowed.thickness * scale);
        if (triangles.empty()) {
            return no_volume(allowed.thickness);
        }
        auto faces = detail::merge_coplanar(places, triangles, allowed.coplanar * scale);
        corner_choice chosen = choose_corners(kept, std::move(faces), triangles);
        kept = std::move(chosen.kept);
        if (chosen.is_final && kept.size() > convex_hull::max_vertices) {
            return error{text("A hull has ", kept.size(), " vertices, expected at most ",
                              convex_hull::max_vertices, ".")};
        }
        if (chosen.is_final) {
            return hull_builder::build(parts_of(kept, &grid_point::original), std::move(chosen.faces),
                                       allowed.coplanar);
        }
    }
}

} // namespace

result<convex_hull> convex_hull::from_points(std::span<const vector3> points) {
    if (const status checked = check_points(points); !checked) {
        return checked.reason();
    }
    // Points that are dropped have had a say in tolerances and faces. The hull must follow from its vertices
    // alone, because these are what its id stands for and what is saved of it.
    std::vector<vector3> left(points.begin(), points.end());
    for (;;) {
        result<convex_hull> made = hull_around(left);
        if (!made || made->vertices().size() == left.size()) {
            return made;
        }
        left.assign(made->vertices().begin(), made->vertices().end());
    }
}

} // namespace orrery::rigid
