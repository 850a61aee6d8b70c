// The part of one polyhedron's face that lies over a face of another: where two flat sides may touch.
#pragma once

#include "rigid/polyhedron_axes.hpp"

namespace orrery::rigid::detail {

// One face that gives the plane and the border, and one that is cut along that border.
struct face_pair {
    const polyhedron& reference;
    const polyhedron& incident;
    const polyhedron_view& view; // from the reference
    std::uint32_t reference_face;
    std::uint32_t incident_face;
};

// A polygon over the reference face: corners as coordinates along its tangents (from the origin of the
// reference's frame) and height above it.
class clipped_polygon {
public:
    // The border is moved outwards by `tolerance`, so that corners on it do not come and go with rounding.
    clipped_polygon(const face_pair& faces, scalar tolerance) noexcept;

    [[nodiscard]] bool is_empty() const noexcept { return count_ == 0; }

    // The smallest distance, up or down, of a corner from the plane of the reference face.
    [[nodiscard]] scalar smallest_height() const noexcept;

    // Adds up to four points within the margin to a manifold, with offsets in the reference's frame, midway
    // between the faces. Points are named after the first and second polyhedron of the pair.
    void add_points(scalar margin, bool is_reference_first, manifold& found) noexcept;

private:
    static constexpr std::size_t capacity = 2 * convex_hull::max_vertices + 8;

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

    void load_incident_face(corner_list& to) const noexcept;
    [[nodiscard]] border border_from(std::uint32_t corner, scalar tolerance) const noexcept;
    static void cut(const corner_list& from, const border& along, corner_list& to) noexcept;
    [[nodiscard]] std::uint32_t name_of_corner(std::size_t index, bool is_reference_first) const noexcept;

    const face_pair& faces_;
    const convex_hull::face& reference_;
    const convex_hull::face& incident_;
    tangent_basis<scalar> tangents_;
    std::array<corner_list, 2> lists_;
    corner_list* corners_ = nullptr;
    std::size_t count_ = 0;
};

} // namespace orrery::rigid::detail
