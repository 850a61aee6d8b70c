#include "rigid/collide/box_features.hpp"
#include "rigid/collide/contact_features.hpp"
#include "rigid/collide/narrow_phase.hpp"

#include <orrery/math/vector.hpp>

namespace orrery::rigid::detail {

// The corners of the face that is most nearly parallel to the plane.
void collide_box_plane(const placed_shape& a, const placed_shape& b, scalar margin, collide_cache& /*cache*/,
                       manifold& found) noexcept {
    const vector3 up = b.rotation.column(1);
    const scalar height = dot(a.position - b.position, up);
    const vector3 slope = transpose_multiply(a.rotation, up);
    const vector3 steps = component_product(abs(slope), a.size);
    if (height - ((steps.x + steps.y) + steps.z) > margin) {
        return;
    }
    const int axis = largest_axis(abs(slope));
    const int axis1 = next_axis(axis);
    const int axis2 = next_axis(axis1);
    vector3 corner;
    corner[axis] = slope[axis] > 0 ? -a.size[axis] : a.size[axis];
    found.normal = -up;
    for (std::uint32_t i = 0; i < 4; ++i) {
        corner[axis1] = (i & 1) != 0 ? a.size[axis1] : -a.size[axis1];
        corner[axis2] = (i & 2) != 0 ? a.size[axis2] : -a.size[axis2];
        const scalar separation = height + dot(corner, slope);
        if (separation <= margin) {
            const vector3 offset = a.rotation * corner - up * (separation * scalar(0.5));
            found.points[found.count] = {offset, separation, feature_of_first_vertex(corner_number(corner))};
            ++found.count;
        }
    }
}

} // namespace orrery::rigid::detail
