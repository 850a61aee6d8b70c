#include "rigid/surface/collide_surface.hpp"
#include "rigid/surface/surface_shapes.hpp"

namespace orrery::rigid::detail {

std::uint32_t collide_surface(const placed_shape& convex, std::span<const surface_triangle> triangles,
                              scalar margin, bool has_materials,
                              std::array<surface_patch, max_patches>& found) noexcept {
    surface_patches patches(margin);
    switch (convex.kind) {
    case shape_kind::sphere:
        sphere_on_surface(convex, triangles, margin, patches);
        break;
    case shape_kind::capsule:
        capsule_on_surface(convex, triangles, margin, patches);
        break;
    case shape_kind::cylinder:
        cylinder_on_surface(convex, triangles, margin, patches);
        break;
    case shape_kind::box:
        box_on_surface(convex, triangles, margin, patches);
        break;
    case shape_kind::hull:
        hull_on_surface(convex, triangles, margin, patches);
        break;
    case shape_kind::plane:
    case shape_kind::compound:
    case shape_kind::mesh:
    case shape_kind::triangle:
        break;
    }
    return patches.finish(convex.position, triangles, has_materials, found);
}

} // namespace orrery::rigid::detail
