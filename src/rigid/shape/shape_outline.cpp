#include "rigid/shape/shape_outline.hpp"

#include <orrery/math/elementary.hpp>
#include <orrery/rigid/shapes/convex_hull.hpp>
#include <orrery/rigid/shapes/surface.hpp>

#include <array>
#include <numbers>
#include <span>
#include <vector>

namespace orrery::rigid::detail {
namespace {

constexpr int segments = 24; // of a circle
constexpr int meridians = 4;
constexpr int grid_lines = 8;                // of a plane, between its borders
constexpr std::uint64_t small_mesh = 10'000; // triangles

[[nodiscard]] sine_and_cosine<scalar> around(int segment) noexcept {
    return sin_cos(2 * std::numbers::pi_v<scalar> * static_cast<scalar>(segment) / segments);
}

// What turned about the y axis gives a round shape: from its top to its bottom.
class profile {
public:
    struct point {
        scalar radius = 0;
        scalar height = 0;
        bool has_ring = false; // among the edges
    };

    [[nodiscard]] static profile of(const placed_shape& what) noexcept {
        profile result;
        if (what.kind == shape_kind::cylinder) {
            result.add({0, what.size.y, false});
            result.add({what.size.x, what.size.y, true});
            result.add({what.size.x, -what.size.y, true});
            result.add({0, -what.size.y, false});
            return result;
        }
        const scalar half_height = what.kind == shape_kind::capsule ? what.size.y : scalar(0);
        constexpr int quarter = segments / 4;
        for (int segment = 0; segment <= quarter; ++segment) {
            const auto angle = around(segment);
            result.add({what.size.x * angle.sin, half_height + what.size.x * angle.cos, segment == quarter});
        }
        for (int segment = half_height > 0 ? quarter : quarter + 1; segment <= 2 * quarter; ++segment) {
            const auto angle = around(segment);
            result.add({what.size.x * angle.sin, -half_height + what.size.x * angle.cos, segment == quarter});
        }
        return result;
    }

    [[nodiscard]] std::span<const point> points() const noexcept { return std::span(points_).first(count_); }

private:
    void add(const point& next) noexcept { points_[count_++] = next; }

    std::array<point, segments / 2 + 2> points_{};
    std::size_t count_ = 0;
};

// Draws in the frame of a shape.
class local_pen {
public:
    local_pen(const placed_shape& frame, debug_drawer& drawer, color32 color)
        : frame_(frame)
        , drawer_(drawer)
        , color_(color) {}

    void line(vector3 from, vector3 to) const { drawer_.draw_line(in_world(from), in_world(to), color_); }

    void triangle(vector3 a, vector3 b, vector3 c) const {
        drawer_.draw_triangle(in_world(a), in_world(b), in_world(c), color_);
    }

private:
    [[nodiscard]] vector3 in_world(vector3 local) const noexcept {
        return frame_.position + frame_.rotation * local;
    }

    const placed_shape& frame_;
    debug_drawer& drawer_;
    color32 color_;
};

[[nodiscard]] vector3 on_ring(const profile::point& at, int segment) noexcept {
    const auto angle = around(segment);
    return {at.radius * angle.cos, at.height, at.radius * angle.sin};
}

void draw_round_edges(const profile& form, const local_pen& pen) {
    const std::span<const profile::point> points = form.points();
    for (std::size_t number = 0; number < points.size(); ++number) {
        for (int segment = 0; points[number].has_ring && segment < segments; ++segment) {
            pen.line(on_ring(points[number], segment), on_ring(points[number], segment + 1));
        }
        for (int meridian = 0; number + 1 < points.size() && meridian < meridians; ++meridian) {
            const int segment = meridian * segments / meridians;
            pen.line(on_ring(points[number], segment), on_ring(points[number + 1], segment));
        }
    }
}

void draw_round_surface(const profile& form, const local_pen& pen) {
    const std::span<const profile::point> points = form.points();
    for (std::size_t number = 0; number + 1 < points.size(); ++number) {
        const profile::point& upper = points[number];
        const profile::point& lower = points[number + 1];
        const bool is_top = number == 0;
        const bool is_bottom = number + 2 == points.size();
        for (int segment = 0; segment < segments; ++segment) {
            // At the poles one side of the square has no length.
            if (!is_top) {
                pen.triangle(on_ring(upper, segment), on_ring(upper, segment + 1), on_ring(lower, segment));
            }
            if (!is_bottom) {
                pen.triangle(on_ring(upper, segment + 1), on_ring(lower, segment + 1),
                             on_ring(lower, segment));
            }
        }
    }
}

// Corner number i has the sign of its bits.
[[nodiscard]] vector3 corner_of(vector3 half, int number) noexcept {
    return {(number & 1) != 0 ? half.x : -half.x, (number & 2) != 0 ? half.y : -half.y,
            (number & 4) != 0 ? half.z : -half.z};
}

void draw_box_edges(vector3 half, const local_pen& pen) {
    for (int corner = 0; corner < 8; ++corner) {
        for (int bit = 1; bit < 8; bit *= 2) {
            if ((corner & bit) == 0) {
                pen.line(corner_of(half, corner), corner_of(half, corner | bit));
            }
        }
    }
}

void draw_box_surface(vector3 half, const local_pen& pen) {
    for (int axis = 0; axis < 3; ++axis) {
        const int out = 1 << axis;
        const int right = 1 << (axis + 1) % 3;
        const int up = 1 << (axis + 2) % 3;
        pen.triangle(corner_of(half, out), corner_of(half, out | right), corner_of(half, out | right | up));
        pen.triangle(corner_of(half, out), corner_of(half, out | right | up), corner_of(half, out | up));
        pen.triangle(corner_of(half, 0), corner_of(half, right | up), corner_of(half, right));
        pen.triangle(corner_of(half, 0), corner_of(half, up), corner_of(half, right | up));
    }
}

void draw_hull_edges(const convex_hull& hull, const local_pen& pen) {
    for (const convex_hull::edge& edge : hull.edges()) {
        pen.line(hull.vertices()[edge.from], hull.vertices()[edge.to]);
    }
}

void draw_hull_surface(const convex_hull& hull, const local_pen& pen) {
    for (const convex_hull::face& face : hull.faces()) {
        const std::span<const std::uint16_t> corners = hull.corners(face);
        for (std::size_t number = 2; number < corners.size(); ++number) {
            pen.triangle(hull.vertices()[corners[0]], hull.vertices()[corners[number - 1]],
                         hull.vertices()[corners[number]]);
        }
    }
}

void draw_plane_grid(scalar size, const local_pen& pen) {
    for (int number = 0; number <= grid_lines; ++number) {
        const scalar at = size * (scalar(2) * static_cast<scalar>(number) / grid_lines - 1);
        pen.line({at, 0, -size}, {at, 0, size});
        pen.line({-size, 0, at}, {size, 0, at});
    }
}

// Of a mesh that is small all, of a larger one those near its origin.
template <typename Visit>
void for_each_triangle(const surface& mesh, scalar reach, Visit&& visit) {
    const bool is_small = mesh.triangle_count() <= small_mesh;
    std::vector<surface_triangle> triangles;
    mesh.collect(is_small ? mesh.bounds() : aabb3::from_center({}, vector3::filled(reach)), triangles);
    for (const surface_triangle& triangle : triangles) {
        visit(triangle);
    }
}

// Of the two triangles at an edge, one draws it.
void draw_triangle_edges(const surface_triangle& triangle, const local_pen& pen) {
    for (std::size_t i = 0; i < 3; ++i) {
        const vector3 from = triangle.corners[i];
        const vector3 to = triangle.corners[(i + 1) % 3];
        const bool is_first = from.x != to.x ? from.x < to.x : from.y != to.y ? from.y < to.y : from.z < to.z;
        if (is_first || triangle.beyond[i] == -triangle.normal) {
            pen.line(from, to);
        }
    }
}

} // namespace

void draw_edges(const placed_shape& what, scalar plane_size, debug_drawer& drawer, color32 color) {
    const local_pen pen(what, drawer, color);
    switch (what.kind) {
    case shape_kind::sphere:
    case shape_kind::capsule:
    case shape_kind::cylinder:
        draw_round_edges(profile::of(what), pen);
        break;
    case shape_kind::box:
        draw_box_edges(what.size, pen);
        break;
    case shape_kind::hull:
        draw_hull_edges(*what.hull, pen);
        break;
    case shape_kind::plane:
        draw_plane_grid(plane_size, pen);
        break;
    case shape_kind::mesh:
        for_each_triangle(*what.mesh, plane_size,
                          [&](const surface_triangle& triangle) { draw_triangle_edges(triangle, pen); });
        break;
    case shape_kind::compound:
    case shape_kind::triangle:
        break;
    }
}

void draw_surface(const placed_shape& what, scalar plane_size, debug_drawer& drawer, color32 color) {
    const local_pen pen(what, drawer, color);
    switch (what.kind) {
    case shape_kind::sphere:
    case shape_kind::capsule:
    case shape_kind::cylinder:
        draw_round_surface(profile::of(what), pen);
        break;
    case shape_kind::box:
        draw_box_surface(what.size, pen);
        break;
    case shape_kind::hull:
        draw_hull_surface(*what.hull, pen);
        break;
    case shape_kind::plane: {
        const scalar size = plane_size;
        pen.triangle({-size, 0, -size}, {-size, 0, size}, {size, 0, size});
        pen.triangle({-size, 0, -size}, {size, 0, size}, {size, 0, -size});
        break;
    }
    case shape_kind::mesh:
        for_each_triangle(*what.mesh, plane_size, [&](const surface_triangle& triangle) {
            pen.triangle(triangle.corners[0], triangle.corners[1], triangle.corners[2]);
        });
        break;
    case shape_kind::compound:
    case shape_kind::triangle:
        break;
    }
}

void draw_box(const aabb3& box, debug_drawer& drawer, color32 color) {
    const placed_shape frame{.kind = shape_kind::box, .size = {}, .position = center(box)};
    draw_box_edges(size(box) * scalar(0.5), local_pen(frame, drawer, color));
}

} // namespace orrery::rigid::detail
