// Worlds of random bodies of every kind of shape, for properties of what looks at worlds.
#pragma once

#include "tests/rigid/point_clouds.hpp"

#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/world.hpp>

#include <array>

namespace orrery::rigid::test {

inline shape sample_form(xoshiro256& source, shape_store& shapes, shape_kind kind) {
    const vector3 size =
        uniform_point(source, aabb3{vector3::filled(scalar(0.2)), vector3::filled(scalar(0.8))});
    switch (kind) {
    case shape_kind::hull:
        return shapes.add_hull(random_cloud(source, 12, size)).value();
    case shape_kind::compound: {
        std::vector<compound::child> children;
        for (const shape_kind part : {shape_kind::box, shape_kind::sphere, shape_kind::hull}) {
            children.push_back(
                {sample_form(source, shapes, part),
                 {uniform_point(source, aabb3{vector3::filled(-1), vector3::filled(1)}),
                  part == shape_kind::sphere ? quaternion{} : unit_quaternion<scalar>(source)}});
        }
        return shapes.add_compound(children).value();
    }
    case shape_kind::plane:
        return plane();
    default:
        return {.size = size, .kind = kind};
    }
}

// One body of random kind, filter and place; every fifth is a sensor.
inline entity add_sample_body(world& where, xoshiro256& source, shape_kind kind, scalar reach) {
    body_definition what;
    what.shape = sample_form(source, where.shapes(), kind);
    what.kind = kind == shape_kind::plane ? body_kind::fixed : body_kind(uniform_below(source, 3));
    what.position = uniform_point(source, aabb3{vector3::filled(-reach), vector3::filled(reach)});
    what.orientation = unit_quaternion<scalar>(source);
    what.linear_velocity = uniform_point(source, aabb3{vector3::filled(-2), vector3::filled(2)});
    what.filter.groups = 1u << uniform_below(source, 3);
    if (uniform_below(source, 5) == 0) {
        what.material.reset();
    }
    return make_body(where, what).value();
}

inline constexpr std::array all_shape_kinds{shape_kind::sphere, shape_kind::capsule, shape_kind::cylinder,
                                            shape_kind::box,    shape_kind::hull,    shape_kind::compound};

// `count` bodies of the convex kinds and compounds in turn, and a slanting plane below.
inline void crowd(world& where, xoshiro256& source, std::size_t count, scalar reach) {
    for (std::size_t number = 0; number < count; ++number) {
        (void)add_sample_body(where, source, all_shape_kinds[number % all_shape_kinds.size()], reach);
    }
    const auto slanting = quaternion::from_rotation_vector({scalar(0.1), 0, scalar(0.2)});
    (void)make_body(
        where,
        {.kind = body_kind::fixed, .position = {0, -reach, 0}, .orientation = slanting, .shape = plane()})
        .value();
}

} // namespace orrery::rigid::test
