#include "apps/orrery/output/drawn_mesh.hpp"
#include "apps/studio/session/rigid/surface_picture.hpp"

#include <orrery/core/text.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/shapes/convex_hull.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>

namespace orrery::command {
namespace {

constexpr std::uint32_t segments = 24; // around what is round
constexpr std::uint32_t rings = 6;     // from the equator of a ball to its pole
constexpr std::size_t most_triangles =
    200'000; // of a surface; programs that draw want less than all of a land

// Around the y axis, from +z towards +x.
[[nodiscard]] vector3 around(std::uint32_t segment) {
    const double angle = 2 * std::numbers::pi * segment / segments;
    return {static_cast<scalar>(std::sin(angle)), 0, static_cast<scalar>(std::cos(angle))};
}

// A point of the outline that is turned around the y axis, with its normal in that plane.
struct outline_point {
    double radius = 0;
    double height = 0;
    double normal_out = 0;
    double normal_up = 0;
};

// The surface of an outline from bottom to top.
[[nodiscard]] drawn_mesh turned(std::span<const outline_point> outline) {
    drawn_mesh mesh;
    for (const outline_point& point : outline) {
        for (std::uint32_t segment = 0; segment <= segments; ++segment) {
            const vector3 out = around(segment);
            mesh.corners.push_back(out * static_cast<scalar>(point.radius) +
                                   vector3{0, static_cast<scalar>(point.height), 0});
            mesh.normals.push_back(out * static_cast<scalar>(point.normal_out) +
                                   vector3{0, static_cast<scalar>(point.normal_up), 0});
        }
    }
    for (std::uint32_t row = 0; row + 1 < outline.size(); ++row) {
        // An edge is there twice, with the normals of both of its sides.
        if (outline[row].radius == outline[row + 1].radius &&
            outline[row].height == outline[row + 1].height) {
            continue;
        }
        for (std::uint32_t segment = 0; segment < segments; ++segment) {
            const std::uint32_t here = row * (segments + 1) + segment;
            const std::uint32_t above = here + segments + 1;
            // Where the outline meets the axis, one of the two triangles has no area.
            if (outline[row].radius > 0) {
                mesh.indices.insert(mesh.indices.end(), {here, here + 1, above + 1});
            }
            if (outline[row + 1].radius > 0) {
                mesh.indices.insert(mesh.indices.end(), {here, above + 1, above});
            }
        }
    }
    return mesh;
}

// Two halves of a ball, moved apart by a cylinder of this half height.
[[nodiscard]] drawn_mesh capsule_mesh(double radius, double half_height) {
    std::vector<outline_point> outline;
    const auto add = [&](double angle, double middle) {
        const double out = std::cos(angle);
        const double up = std::sin(angle);
        outline.push_back({radius * out, middle + radius * up, out, up});
    };
    for (std::uint32_t ring = 0; ring <= rings; ++ring) {
        add(-std::numbers::pi / 2 * (rings - ring) / rings, -half_height);
    }
    for (std::uint32_t ring = half_height > 0 ? 0 : 1; ring <= rings; ++ring) {
        add(std::numbers::pi / 2 * ring / rings, half_height);
    }
    outline.front().radius = 0;
    outline.back().radius = 0;
    return turned(outline);
}

[[nodiscard]] drawn_mesh cylinder_mesh() {
    return turned(std::array<outline_point, 6>{
        {{0, -1, 0, -1}, {1, -1, 0, -1}, {1, -1, 1, 0}, {1, 1, 1, 0}, {1, 1, 0, 1}, {0, 1, 0, 1}}});
}

// A flat polygon, counterclockwise seen from where its normal points.
void add_polygon(drawn_mesh& mesh, std::span<const vector3> corners, vector3 normal) {
    const auto first = static_cast<std::uint32_t>(mesh.corners.size());
    for (const vector3& corner : corners) {
        mesh.corners.push_back(corner);
        mesh.normals.push_back(normal);
    }
    for (std::uint32_t corner = 2; corner < corners.size(); ++corner) {
        mesh.indices.insert(mesh.indices.end(), {first, first + corner - 1, first + corner});
    }
}

[[nodiscard]] drawn_mesh box_mesh() {
    drawn_mesh mesh;
    constexpr std::array<vector3, 3> axes{vector3{1, 0, 0}, vector3{0, 1, 0}, vector3{0, 0, 1}};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const scalar side : {scalar(-1), scalar(1)}) {
            const vector3 normal = axes[axis] * side;
            const vector3 right = axes[(axis + 1) % 3] * side;
            const vector3 up = axes[(axis + 2) % 3];
            const std::array<vector3, 4> corners{normal - right - up, normal + right - up,
                                                 normal + right + up, normal - right + up};
            add_polygon(mesh, corners, normal);
        }
    }
    return mesh;
}

[[nodiscard]] drawn_mesh hull_mesh(const rigid::convex_hull& hull) {
    drawn_mesh mesh;
    std::vector<vector3> corners;
    for (const rigid::convex_hull::face& face : hull.faces()) {
        corners.clear();
        for (const std::uint16_t corner : hull.corners(face)) {
            corners.push_back(hull.vertices()[corner]);
        }
        add_polygon(mesh, corners, face.normal);
    }
    return mesh;
}

[[nodiscard]] drawn_mesh surface_mesh(const rigid::surface& surface) {
    const studio::surface_picture picture = studio::picture_of(surface, most_triangles);
    drawn_mesh mesh;
    for (const auto& [a, b, c] : picture.triangles) {
        const std::array<vector3, 3> corners{picture.vertices[a], picture.vertices[b], picture.vertices[c]};
        add_polygon(mesh, corners, normalize(cross(corners[1] - corners[0], corners[2] - corners[0])));
    }
    return mesh;
}

} // namespace

void drawn_mesh::append(const drawn_mesh& other, const transform3& where, vector3 scale) {
    const auto first = static_cast<std::uint32_t>(corners.size());
    for (std::size_t corner = 0; corner < other.corners.size(); ++corner) {
        const vector3 normal = other.normals[corner];
        const vector3 stretched{normal.x / scale.x, normal.y / scale.y, normal.z / scale.z};
        corners.push_back(transform_point(where, component_product(other.corners[corner], scale)));
        normals.push_back(rotate(where.rotation, normalize(stretched)));
    }
    for (const std::uint32_t index : other.indices) {
        indices.push_back(first + index);
    }
}

std::optional<drawn_shape> mesh_of(const rigid::shape& what, const rigid::shape_store& shapes,
                                   scalar plane_size) {
    const vector3 size = what.size;
    switch (what.kind) {
    case rigid::shape_kind::sphere:
        return drawn_shape{.name = "ball", .mesh = capsule_mesh(1, 0), .scale = {size.x, size.x, size.x}};
    case rigid::shape_kind::capsule:
        return drawn_shape{text("capsule ", size.x, " ", size.y),
                           capsule_mesh(static_cast<double>(size.x), static_cast<double>(size.y))};
    case rigid::shape_kind::cylinder:
        return drawn_shape{.name = "cylinder", .mesh = cylinder_mesh(), .scale = {size.x, size.y, size.x}};
    case rigid::shape_kind::box:
        return drawn_shape{.name = "box", .mesh = box_mesh(), .scale = size};
    case rigid::shape_kind::plane: {
        drawn_shape square{.name = "plane", .scale = {plane_size, 1, plane_size}};
        add_polygon(square.mesh, std::array<vector3, 4>{{{-1, 0, 1}, {1, 0, 1}, {1, 0, -1}, {-1, 0, -1}}},
                    {0, 1, 0});
        return square;
    }
    case rigid::shape_kind::hull:
        if (const rigid::convex_hull* const hull = shapes.find_hull(what.id)) {
            return drawn_shape{text("hull ", static_cast<std::uint64_t>(what.id)), hull_mesh(*hull)};
        }
        return {};
    case rigid::shape_kind::compound:
        if (const rigid::compound* const whole = shapes.find_compound(what.id)) {
            drawn_shape all{.name = text("compound ", static_cast<std::uint64_t>(what.id))};
            for (const rigid::compound::child& child : whole->children()) {
                if (const auto part = mesh_of(child.what, shapes, plane_size)) {
                    all.mesh.append(part->mesh, child.where, part->scale);
                }
            }
            return all;
        }
        return {};
    case rigid::shape_kind::mesh:
        if (const rigid::surface* const surface = shapes.find_surface(what.id)) {
            return drawn_shape{text("mesh ", static_cast<std::uint64_t>(what.id)), surface_mesh(*surface)};
        }
        return {};
    case rigid::shape_kind::triangle:
        return {};
    }
    return {};
}

} // namespace orrery::command
