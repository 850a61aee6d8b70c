// The narrow-phase functions, one for each pair of kinds, the lower kind first. Each finds an empty manifold
// and fills in the normal and the points, offsets counted from `a`.
#pragma once

#include <orrery/rigid/shapes/collide.hpp>

namespace orrery::rigid::detail {

using collide_function = void(const placed_shape& a, const placed_shape& b, scalar margin,
                              collide_cache& cache, manifold& found) noexcept;

collide_function collide_spheres;
collide_function collide_sphere_capsule;
collide_function collide_sphere_cylinder;
collide_function collide_sphere_box;
collide_function collide_sphere_hull;
collide_function collide_sphere_plane;
collide_function collide_capsules;
collide_function collide_capsule_cylinder;
collide_function collide_capsule_box;
collide_function collide_capsule_hull;
collide_function collide_capsule_plane;
collide_function collide_cylinders;
collide_function collide_cylinder_box;
collide_function collide_cylinder_hull;
collide_function collide_cylinder_plane;
collide_function collide_boxes;
collide_function collide_box_hull;
collide_function collide_box_plane;
collide_function collide_hulls;
collide_function collide_hull_plane;

} // namespace orrery::rigid::detail
