// The part of a flat side of a convex shape that is over a triangle: a polygon, a segment or a point, cut
// along the three edges (Sutherland and Hodgman, "Reentrant Polygon Clipping", 1974). The distances of a
// point from the edges and from the plane are four lanes, which are interpolated together.
#pragma once

#include "rigid/collide/four_lanes.hpp"
#include "rigid/surface/near_triangle.hpp"
#include "rigid/surface/surface_patches.hpp"

#include <orrery/rigid/shapes/convex_hull.hpp>

namespace orrery::rigid::detail {

// A side of a convex shape that looks at a surface: a point, a segment or a polygon, counted from the shape's
// position. Plain numbers, which nobody sets to zero before they are filled in.
struct facing_side {
    static constexpr std::size_t capacity = convex_hull::max_vertices;

    std::array<scalar, capacity> x;
    std::array<scalar, capacity> y;
    std::array<scalar, capacity> z;
    std::array<std::uint16_t, capacity> vertex; // what each point is called in its shape
    std::array<std::uint16_t, capacity> edge;   // what the edge to the next point is called
    std::size_t count = 0;

    void add(vector3 point, std::size_t vertex_name, std::size_t edge_name) noexcept {
        x[count] = point.x;
        y[count] = point.y;
        z[count] = point.z;
        vertex[count] = static_cast<std::uint16_t>(vertex_name);
        edge[count] = static_cast<std::uint16_t>(edge_name);
        ++count;
    }
};

class triangle_clip {
public:
    // The edges are moved outwards by the tolerance, so that corners on them do not come and go.
    triangle_clip(const near_triangle& triangle, scalar tolerance) noexcept;
    triangle_clip(const triangle_clip&) = delete;
    triangle_clip& operator=(const triangle_clip&) = delete;

    // False when nothing of the side is over the triangle. The side must outlive it.
    [[nodiscard]] bool cut(const facing_side& side) noexcept;

    // Bit i: some of the side, before it was cut, is beyond edge i.
    [[nodiscard]] std::uint32_t crossed_edges() const noexcept { return crossed_; }

    // Of what is left, over the plane.
    [[nodiscard]] scalar smallest_height() const noexcept;

    // Points that push along the triangle's normal.
    void add_points(scalar margin, surface_patches& found) const noexcept;

private:
    // Each cut adds at most one corner.
    static constexpr std::size_t capacity = facing_side::capacity + 4;
    // Lines are numbered by the corner at which they begin, those of the triangle apart.
    static constexpr std::uint32_t of_triangle = 1u << 16;

    struct corner_list {
        std::array<four, capacity> heights; // beyond the edges, and over the plane
        std::array<four, capacity> places;
        std::array<std::uint32_t, capacity> line; // on which the edge to the next corner lies
        std::size_t count = 0;

        void add(four height, four place, std::uint32_t next_line) noexcept {
            heights[count] = height;
            places[count] = place;
            line[count] = next_line;
            ++count;
        }
    };

    template <int Edge>
    void cut_along() noexcept;
    [[nodiscard]] std::uint32_t name_of(std::size_t corner) const noexcept;

    const near_triangle& triangle_;
    const facing_side* side_ = nullptr;
    four x_, y_, z_; // of the four directions: out over the edges, and up
    four origin_;
    std::uint32_t crossed_ = 0;
    std::array<corner_list, 2> lists_;
    corner_list* corners_ = lists_.data();
    corner_list* spare_ = lists_.data() + 1;
};

} // namespace orrery::rigid::detail
