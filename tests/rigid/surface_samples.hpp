// Surfaces for tests: a floor of triangles, a wavy landscape, a closed ball, and what is near a shape.
#pragma once

#include "src/rigid/surface/collide_surface.hpp"

#include <orrery/math/quaternion.hpp>
#include <orrery/rigid/shapes/distance.hpp>
#include <orrery/rigid/shapes/triangle_mesh.hpp>

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace orrery::rigid::test {

using mesh_pointer = std::shared_ptr<const triangle_mesh>;

// Cells of this size around the origin, turned as a whole; height(x, z) before that.
inline mesh_pointer landscape(int cells, scalar spacing, const std::function<scalar(scalar, scalar)>& height,
                              const quaternion& turned = {}) {
    mesh_definition what;
    for (int row = 0; row <= cells; ++row) {
        for (int column = 0; column <= cells; ++column) {
            const scalar x = (scalar(column) - scalar(cells) / 2) * spacing;
            const scalar z = (scalar(row) - scalar(cells) / 2) * spacing;
            what.vertices.push_back(rotate(turned, {x, height(x, z), z}));
        }
    }
    const auto at = [&](int row, int column) {
        return static_cast<std::uint32_t>(row * (cells + 1) + column);
    };
    for (int row = 0; row < cells; ++row) {
        for (int column = 0; column < cells; ++column) {
            const std::uint32_t a = at(row, column);
            const std::uint32_t b = at(row, column + 1);
            const std::uint32_t c = at(row + 1, column);
            const std::uint32_t d = at(row + 1, column + 1);
            // Diagonals both ways.
            if ((row + column) % 2 == 0) {
                what.triangles.push_back({a, c, b});
                what.triangles.push_back({b, c, d});
            } else {
                what.triangles.push_back({a, c, d});
                what.triangles.push_back({a, d, b});
            }
        }
    }
    return triangle_mesh::from(what).value();
}

inline mesh_pointer flat_floor(int cells, scalar spacing, const quaternion& turned = {}) {
    return landscape(cells, spacing, [](scalar, scalar) { return scalar(0); }, turned);
}

// An octahedron whose triangles are cut into four `rounds` times and blown up.
inline mesh_pointer ball_mesh(scalar radius, int rounds) {
    mesh_definition what;
    what.vertices = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    what.triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    for (int round = 0; round < rounds; ++round) {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
        const auto middle = [&](std::uint32_t a, std::uint32_t b) {
            const auto [place, is_new] =
                middles.try_emplace(std::minmax(a, b), static_cast<std::uint32_t>(what.vertices.size()));
            if (is_new) {
                what.vertices.push_back(normalize(what.vertices[a] + what.vertices[b]));
            }
            return place->second;
        };
        std::vector<std::array<std::uint32_t, 3>> finer;
        for (const auto& [a, b, c] : what.triangles) {
            const std::uint32_t ab = middle(a, b);
            const std::uint32_t bc = middle(b, c);
            const std::uint32_t ca = middle(c, a);
            finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
        }
        what.triangles = finer;
    }
    for (vector3& vertex : what.vertices) {
        vertex *= radius;
    }
    return triangle_mesh::from(what).value();
}

struct surface_touch {
    std::array<detail::surface_patch, detail::max_patches> patches;
    std::uint32_t count = 0;

    [[nodiscard]] scalar deepest() const {
        scalar least = std::numeric_limits<scalar>::infinity();
        for (std::uint32_t patch = 0; patch < count; ++patch) {
            for (std::uint32_t i = 0; i < patches[patch].where.count; ++i) {
                least = min(least, patches[patch].where.points[i].separation);
            }
        }
        return least;
    }
};

inline surface_touch touch_surface(const surface& what, const placed_shape& convex,
                                   scalar margin = scalar(0.02)) {
    std::vector<surface_triangle> near;
    what.collect(inflate(box_of(convex), margin), near);
    surface_touch touch;
    touch.count = detail::collide_surface(convex, near, margin, what.has_materials(), touch.patches);
    return touch;
}

// A triangle of a surface as a shape of its own.
inline placed_shape shape_of(const surface_triangle& triangle) {
    placed_shape placed;
    placed.kind = shape_kind::triangle;
    placed.triangle = &triangle;
    return placed;
}

} // namespace orrery::rigid::test
