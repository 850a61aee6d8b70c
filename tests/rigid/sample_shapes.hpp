// Shapes of every convex kind at random, with a point test written down from their definition, for properties
// that hold whatever the shape.
#pragma once

#include "tests/rigid/point_clouds.hpp"

#include <orrery/rigid/shapes/convex_hull.hpp>
#include <orrery/rigid/shapes/placed_shape.hpp>

#include <array>

namespace orrery::rigid::test {

inline constexpr std::array convex_kinds{shape_kind::sphere, shape_kind::capsule, shape_kind::cylinder,
                                         shape_kind::box, shape_kind::hull};

// Measures between 0.2 and 1.2 m. Hulls are one of a few that live as long as the program.
inline placed_shape sample_shape(xoshiro256& source, shape_kind kind, const transform3& where = {}) {
    static const std::array hulls{
        random_hull(1, 8, {1, 1, 1}), random_hull(2, 30, {1, scalar(0.4), 1}),
        convex_hull::from_points(box_corners({scalar(0.5), 1, scalar(0.3)})).value()};
    const vector3 size =
        uniform_point(source, aabb3{vector3::filled(scalar(0.2)), vector3::filled(scalar(1.2))});
    const convex_hull* hull =
        kind == shape_kind::hull ? &hulls[uniform_below(source, hulls.size())] : nullptr;
    return place({.size = size, .kind = kind}, where, hull);
}

inline transform3 sample_place(xoshiro256& source, scalar reach) {
    const vector3 position = uniform_point(source, aabb3{vector3::filled(-reach), vector3::filled(reach)});
    return {position, unit_quaternion<scalar>(source)};
}

inline const char* name_for_test(shape_kind kind) {
    return name_of(kind).data();
}

// A point well inside.
inline vector3 middle_of(const placed_shape& what) {
    return what.kind == shape_kind::hull ? what.position + what.rotation * what.hull->center_of_mass()
                                         : what.position;
}

// How far a point is outside, as seen from the shape's definition: negative inside. For boxes, cylinders and
// hulls a lower bound of the distance, with the right sign.
inline scalar outside_by(const placed_shape& what, vector3 point) {
    const vector3 local = transpose_multiply(what.rotation, point - what.position);
    switch (what.kind) {
    case shape_kind::sphere:
        return length(local) - what.size.x;
    case shape_kind::capsule: {
        const vector3 on_axis{0, clamp(local.y, -what.size.y, what.size.y), 0};
        return distance(local, on_axis) - what.size.x;
    }
    case shape_kind::cylinder:
        return max(sqrt(local.x * local.x + local.z * local.z) - what.size.x, abs(local.y) - what.size.y);
    case shape_kind::box:
        return largest_component(abs(local) - what.size);
    case shape_kind::hull: {
        scalar most = -std::numeric_limits<scalar>::infinity();
        for (const auto& face : what.hull->faces()) {
            most = max(most, dot(face.normal, local) - face.offset);
        }
        return most;
    }
    case shape_kind::plane:
        return local.y;
    case shape_kind::compound:
    case shape_kind::mesh:
    case shape_kind::triangle:
        break;
    }
    return 0;
}

} // namespace orrery::rigid::test
