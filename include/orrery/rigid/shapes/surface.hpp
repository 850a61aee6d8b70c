// What meshes of triangles have in common, whether all of one is in memory (triangle_mesh.hpp) or pages of it
// come and go (paged_mesh.hpp): the bodies' view of a landscape, which is asked for the triangles near a box.
// A surface is immutable as far as anybody can see and may be asked from any thread. Bodies with one are
// fixed or kinematic: it has no inside, and so no mass.
//
// Triangles are seen from one side only: from where their corners run counter-clockwise. What has come
// through to the other side is pushed back.
#pragma once

#include <orrery/math/aabb.hpp>
#include <orrery/math/ray.hpp>
#include <orrery/math/vector3.hpp>
#include <orrery/rigid/shapes/shape.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace orrery::rigid {

class triangle_mesh;

// What a surface does at one of its vertices; between them it is interpolated.
struct vertex_material {
    scalar friction = scalar(0.5);
    scalar restitution = 0;

    friend bool operator==(const vertex_material&, const vertex_material&) = default;
};

// One triangle, in the frame of the surface.
struct surface_triangle {
    std::array<vector3, 3> corners;
    vector3 normal; // of unit length
    // The normals of the triangles beyond the edges, from corner i to the next; -normal where there is none.
    // Contacts against an edge point between the two normals, so nothing is held up by an edge in a plane or
    // in a valley.
    std::array<vector3, 3> beyond;
    std::uint32_t number = 0;                   // in the surface, for good
    std::array<vertex_material, 3> materials{}; // of the corners, if the surface has any
};

struct surface_ray_hit {
    double t = 0; // in lengths of the ray's direction
    vector3 normal;
    std::uint32_t number = 0; // of the triangle
};

class surface;

namespace detail {
// What cast_ray does unless a surface knows better. The virtual function itself is in this header, so that
// programs with run-time type information can derive from a class of a library that has none.
[[nodiscard]] std::optional<surface_ray_hit> collect_along(const surface& what,
                                                           const basic_ray<double, 3>& ray, double farthest);
} // namespace detail

class surface {
public:
    surface() = default;
    surface(const surface&) = delete;
    surface& operator=(const surface&) = delete;
    virtual ~surface() = default;

    // A hash of the contents: the same in every world and on every machine.
    [[nodiscard]] virtual shape_id id() const noexcept = 0;

    // Around all triangles.
    [[nodiscard]] virtual const aabb3& bounds() const noexcept = 0;

    [[nodiscard]] virtual std::uint64_t triangle_count() const noexcept = 0;

    [[nodiscard]] virtual bool has_materials() const noexcept = 0;

    // Appends all triangles whose boxes meet the box, in ascending order of their numbers.
    virtual void collect(const aabb3& box, std::vector<surface_triangle>& found) const = 0;

    // Where a ray in the frame of the surface first meets the front of a triangle with t <= farthest; of
    // several at the same time the one with the lowest number. Unless a surface knows better, it collects
    // along the ray, piece by piece.
    [[nodiscard]] virtual std::optional<surface_ray_hit> cast_ray(const basic_ray<double, 3>& ray,
                                                                  double farthest) const {
        return detail::collect_along(*this, ray, farthest);
    }

    // Whoever is going to ask about this box soon says so; a paged surface begins to load what it needs.
    virtual void expect(const aabb3& /*box*/) const {}

    // The surface itself, if it is all in memory: a world is then saved with its triangles.
    [[nodiscard]] virtual const triangle_mesh* whole() const noexcept { return nullptr; }

    // A saved world has the id and the name of any other, by which a program finds it again.
    [[nodiscard]] virtual std::string_view name() const noexcept { return {}; }
};

} // namespace orrery::rigid
