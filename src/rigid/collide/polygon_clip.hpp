// The part of one flat side that lies over another: a convex polygon cut along the border of a second one
// (Sutherland and Hodgman, "Reentrant Polygon Clipping", 1974). Both are given by two coordinates in a common
// plane and go round counterclockwise; the polygon that is cut, the incident one, carries a height over the
// other, the reference.
#pragma once

#include "rigid/collide/choose_points.hpp"
#include "rigid/collide/contact_features.hpp"

#include <orrery/rigid/shapes/convex_hull.hpp>

#include <array>
#include <span>

namespace orrery::rigid::detail {

class polygon_clip {
public:
    polygon_clip() = default;
    polygon_clip(const polygon_clip&) = delete;
    polygon_clip& operator=(const polygon_clip&) = delete;

    void add_corner(scalar u, scalar v, scalar height) noexcept {
        corners_->add(u, v, height, static_cast<std::uint32_t>(corners_->count));
    }

    // The border is moved outwards by `tolerance`, so that corners on it do not come and go with rounding.
    void cut_along(std::span<const scalar> u, std::span<const scalar> v, scalar tolerance) noexcept;

    [[nodiscard]] bool is_empty() const noexcept { return corners_->count == 0; }

    // Of all corners, up or down.
    [[nodiscard]] scalar smallest_height() const noexcept;

    [[nodiscard]] chosen_points choose(scalar margin) noexcept;

    [[nodiscard]] scalar u(std::size_t corner) const noexcept { return corners_->u[corner]; }

    [[nodiscard]] scalar v(std::size_t corner) const noexcept { return corners_->v[corner]; }

    [[nodiscard]] scalar height(std::size_t corner) const noexcept { return corners_->height[corner]; }

    // A corner where two edges of one polygon meet is a vertex of it; otherwise an edge of each cross there.
    // The functions turn the index of a corner as it was given, or of the edge from there to the next, into
    // the number it has in its shape.
    template <typename Vertex, typename Edge, typename OtherVertex, typename OtherEdge>
    [[nodiscard]] std::uint32_t name(std::size_t corner, bool is_reference_first, Vertex reference_vertex,
                                     Edge reference_edge, OtherVertex incident_vertex,
                                     OtherEdge incident_edge) const noexcept {
        const std::uint32_t before = corners_->line[corner == 0 ? corners_->count - 1 : corner - 1];
        const std::uint32_t after = corners_->line[corner];
        if ((before & after & of_reference) != 0) {
            return feature_of_vertex(reference_vertex(after & ~of_reference), is_reference_first);
        }
        if (((before | after) & of_reference) == 0) {
            return feature_of_vertex(incident_vertex(after), !is_reference_first);
        }
        const bool is_before = (before & of_reference) != 0;
        const std::uint32_t of_border = reference_edge((is_before ? before : after) & ~of_reference);
        const std::uint32_t of_incident = incident_edge(is_before ? after : before);
        return is_reference_first ? feature_of_edges(of_border, of_incident)
                                  : feature_of_edges(of_incident, of_border);
    }

private:
    // Each cut adds at most one corner; the padding makes groups of four.
    static constexpr std::size_t capacity = 2 * convex_hull::max_vertices + 4;
    // Lines are numbered by the corner at which they begin, those of the reference apart.
    static constexpr std::uint32_t of_reference = 1u << 16;

    struct corner_list {
        std::array<scalar, capacity> u;
        std::array<scalar, capacity> v;
        std::array<scalar, capacity> height;
        std::array<std::uint32_t, capacity> line; // on which the edge to the next corner lies
        std::size_t count = 0;

        void add(scalar at_u, scalar at_v, scalar at_height, std::uint32_t next_line) noexcept {
            u[count] = at_u;
            v[count] = at_v;
            height[count] = at_height;
            line[count] = next_line;
            ++count;
        }
    };

    struct border {
        scalar u;
        scalar v;
        scalar normal_u; // inwards, of unit length
        scalar normal_v;
        std::uint32_t line;
    };

    static void cut(const corner_list& from, const border& along, corner_list& to) noexcept;

    std::array<corner_list, 2> lists_;
    corner_list* corners_ = lists_.data();
};

} // namespace orrery::rigid::detail
