// The narrow phase between a convex shape and the triangles of a surface that are near it. The points are
// sorted into patches by the direction in which they push: each is a manifold for the solver, so a box that
// lies on twenty triangles of a plane has one patch of four points, and one in a corner has three.
#pragma once

#include <orrery/rigid/shapes/manifold.hpp>
#include <orrery/rigid/shapes/placed_shape.hpp>
#include <orrery/rigid/shapes/surface.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace orrery::rigid::detail {

inline constexpr std::uint32_t max_patches = 4;

struct surface_patch {
    manifold where;           // normal from the convex shape to the surface, offsets from the convex shape
    vertex_material material; // in the middle of its points, if the surface has materials
};

// Everything is in the frame of the surface. Triangles come in ascending order of their numbers. Patches come
// in the order of their deepest points, and so the first is there whenever any is. A feature names what meets
// in a point in all patches of the pair, and stays the same while a corner of the convex shape slides from
// one triangle onto the next.
[[nodiscard]] std::uint32_t collide_surface(const placed_shape& convex,
                                            std::span<const surface_triangle> triangles, scalar margin,
                                            bool has_materials,
                                            std::array<surface_patch, max_patches>& found) noexcept;

} // namespace orrery::rigid::detail
