// The side that a shape turns towards another: a flat side, an edge or a point, whichever is nearly at right
// angles to the direction of contact; and where two such sides meet.
#pragma once

#include <orrery/rigid/shapes/convex_hull.hpp>
#include <orrery/rigid/shapes/manifold.hpp>
#include <orrery/rigid/shapes/placed_shape.hpp>

#include <array>

namespace orrery::rigid::detail {

// One point, two points, or a polygon that goes round counterclockwise seen from outside.
struct contact_side {
    static constexpr std::size_t capacity = convex_hull::max_vertices;

    std::array<vector3, capacity> points;
    std::array<std::uint16_t, capacity> vertex; // what each point is called in its shape
    std::array<std::uint16_t, capacity> edge;   // what the edge to the next point is called
    std::size_t count = 0;
    vector3 normal;    // of a polygon: outwards, of unit length
    vector3 middle;    // of a disc, whose rim the points lie on
    scalar radius = 0; // of a disc; zero for any other side

    void add(vector3 point, std::size_t vertex_name, std::size_t edge_name) noexcept {
        points[count] = point;
        vertex[count] = static_cast<std::uint16_t>(vertex_name);
        edge[count] = static_cast<std::uint16_t>(edge_name);
        ++count;
    }
};

// The side of a capsule, cylinder, box or hull that is farthest along a unit direction, everything in world
// axes; `position` is that of the shape from the point where offsets count from.
void find_side(const placed_shape& what, vector3 position, vector3 direction, contact_side& side) noexcept;

// The points, at most four, where one side is over the other, seen along the normal from a to b; none when
// the sides miss each other or are two points.
void add_side_points(const contact_side& a, const contact_side& b, vector3 normal, scalar tolerance,
                     scalar margin, manifold& found) noexcept;

// Where the sides come nearest to each other as seen along the normal: for sides that miss each other.
struct nearest_places {
    vector3 on_a;
    vector3 on_b;
    std::uint32_t name = 0;
};

[[nodiscard]] nearest_places find_nearest_places(const contact_side& a, const contact_side& b,
                                                 vector3 normal) noexcept;

} // namespace orrery::rigid::detail
