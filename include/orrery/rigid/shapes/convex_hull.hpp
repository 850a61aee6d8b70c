// The convex polyhedron around some points: immutable once made, so that any number of bodies, worlds and
// threads share one. Coplanar triangles are merged into faces, each edge is listed once with the two faces it
// joins, and of parallel normals and edges one is marked as standing for all, so that separating axes are
// looked at once.
#pragma once

#include <orrery/core/result.hpp>
#include <orrery/math/aabb.hpp>
#include <orrery/math/matrix3.hpp>
#include <orrery/rigid/shapes/shape.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid {

class convex_hull {
public:
    static constexpr std::size_t max_vertices = 256;
    static constexpr scalar max_coordinate = largest_measure;
    static constexpr std::uint16_t backwards = 0x8000; // see borders()

    struct face {
        vector3 normal; // outwards, of unit length
        scalar offset;  // dot(normal, p) for the points p of the face
        std::uint32_t first_corner = 0;
        std::uint32_t corner_count = 0;
    };

    // From vertex `from` to vertex `to` as the left face is walked round; the right face walks it the other
    // way.
    struct edge {
        std::uint16_t from = 0;
        std::uint16_t to = 0;
        std::uint16_t left = 0;
        std::uint16_t right = 0;
    };

    // The hull of the points (Barber, Dobkin and Huhdanpaa, "The Quickhull Algorithm", 1996). Points that are
    // nearer than the rounding of their coordinates to the hull of the others are dropped. The hull depends
    // on the set of points, not on their order. An error when they are fewer than four, are not finite or
    // beyond max_coordinate, have no volume, or when more than max_vertices are left.
    [[nodiscard]] static result<convex_hull> from_points(std::span<const vector3> points);

    [[nodiscard]] std::span<const vector3> vertices() const noexcept {
        return {vertices_.data(), vertices_.size()};
    }

    [[nodiscard]] std::span<const face> faces() const noexcept { return {faces_.data(), faces_.size()}; }

    // The vertices of a face, counterclockwise seen from outside.
    [[nodiscard]] std::span<const std::uint16_t> corners(const face& of) const noexcept {
        return {corners_.data() + of.first_corner, of.corner_count};
    }

    // The edges along a face, in the order of its corners: edge i goes from corner i to the next one. An
    // index into edges(), with the bit `backwards` set where the face walks the edge from `to` to `from`.
    [[nodiscard]] std::span<const std::uint16_t> borders(const face& of) const noexcept {
        return {borders_.data() + of.first_corner, of.corner_count};
    }

    [[nodiscard]] std::span<const edge> edges() const noexcept { return {edges_.data(), edges_.size()}; }

    // One face of each set with parallel normals (opposite ones are not parallel here), and one edge of each
    // set with parallel directions (opposite ones are).
    [[nodiscard]] std::span<const std::uint16_t> relevant_faces() const noexcept {
        return {relevant_faces_.data(), relevant_faces_.size()};
    }

    [[nodiscard]] std::span<const std::uint16_t> relevant_edges() const noexcept {
        return {relevant_edges_.data(), relevant_edges_.size()};
    }

    [[nodiscard]] const aabb3& box() const noexcept { return box_; }

    [[nodiscard]] scalar volume() const noexcept { return volume_; }

    [[nodiscard]] vector3 center_of_mass() const noexcept { return center_of_mass_; }

    // About the centre of mass, for a density of one.
    [[nodiscard]] const matrix3& inertia() const noexcept { return inertia_; }

    // The distance from the centre of mass to the nearest face, and from the origin to the farthest vertex.
    [[nodiscard]] scalar inner_radius() const noexcept { return inner_radius_; }

    [[nodiscard]] scalar outer_radius() const noexcept { return outer_radius_; }

    // A hash of the vertices: what the hull is called everywhere.
    [[nodiscard]] shape_id id() const noexcept { return id_; }

private:
    convex_hull() = default;

    std::vector<vector3> vertices_;
    std::vector<face> faces_;
    std::vector<std::uint16_t> corners_;
    std::vector<std::uint16_t> borders_;
    std::vector<edge> edges_;
    std::vector<std::uint16_t> relevant_faces_;
    std::vector<std::uint16_t> relevant_edges_;
    aabb3 box_;
    scalar volume_ = 0;
    vector3 center_of_mass_;
    matrix3 inertia_;
    scalar inner_radius_ = 0;
    scalar outer_radius_ = 0;
    shape_id id_ = shape_id::none;

    friend class hull_builder;
};

} // namespace orrery::rigid
