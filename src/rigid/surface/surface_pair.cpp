#include "rigid/surface/surface_pair.hpp"

namespace orrery::rigid::detail {

placed_shape surface_pair::local_convex() const noexcept {
    placed_shape local = convex_;
    local.position = transpose_multiply(mesh_.rotation, convex_.position - mesh_.position);
    local.rotation = transpose(mesh_.rotation) * convex_.rotation;
    return local;
}

vector3 surface_pair::local_direction(vector3 direction) const noexcept {
    return transpose_multiply(mesh_.rotation, direction);
}

std::uint32_t surface_pair::find_patches(scalar margin, near_triangles& near, surface_room& room,
                                         std::array<surface_patch, max_patches>& found) const {
    const placed_shape local = local_convex();
    const std::span<const surface_triangle> triangles =
        near.within(mesh(), inflate(box_of(local), margin), room);
    if (triangles.empty()) {
        return 0;
    }
    const std::uint32_t count = collide_surface(local, triangles, margin, mesh().has_materials(), found);
    for (std::uint32_t patch = 0; patch < count; ++patch) {
        manifold& where = found[patch].where;
        where.normal = mesh_.rotation * (is_mesh_first_ ? -where.normal : where.normal);
        for (std::uint32_t point = 0; point < where.count; ++point) {
            where.points[point].offset = mesh_.rotation * where.points[point].offset;
        }
    }
    return count;
}

} // namespace orrery::rigid::detail
