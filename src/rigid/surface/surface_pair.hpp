// A convex shape and a mesh somewhere in the world, in whichever order they come.
#pragma once

#include "rigid/surface/collide_surface.hpp"
#include "rigid/surface/surface_room.hpp"

namespace orrery::rigid::detail {

class surface_pair {
public:
    // One of them is a mesh. Both must stay where they are.
    surface_pair(const placed_shape& a, const placed_shape& b) noexcept
        : convex_(a.mesh != nullptr ? b : a)
        , mesh_(a.mesh != nullptr ? a : b)
        , is_mesh_first_(a.mesh != nullptr) {}

    [[nodiscard]] const placed_shape& convex() const noexcept { return convex_; }

    [[nodiscard]] const surface& mesh() const noexcept { return *mesh_.mesh; }

    [[nodiscard]] bool is_mesh_first() const noexcept { return is_mesh_first_; }

    // The convex shape in the frame of the mesh, and a direction of the world.
    [[nodiscard]] placed_shape local_convex() const noexcept;
    [[nodiscard]] vector3 local_direction(vector3 direction) const noexcept;

    // The patches in which they are nearer to each other than the margin, in the world: normals from the
    // first to the second, offsets from the convex shape's position. `near` may know the triangles from
    // before.
    [[nodiscard]] std::uint32_t find_patches(scalar margin, near_triangles& near, surface_room& room,
                                             std::array<surface_patch, max_patches>& found) const;

private:
    const placed_shape& convex_;
    const placed_shape& mesh_;
    bool is_mesh_first_;
};

} // namespace orrery::rigid::detail
