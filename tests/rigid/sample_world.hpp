// A small world with a bit of everything: all shapes, joints, a sensor, things that fall, rest and sleep.
#pragma once

#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/joints/ball_joint.hpp>
#include <orrery/rigid/world.hpp>

#include <array>

namespace orrery::rigid {

inline entity add_floor(world& where) {
    return make_body(where, {.kind = body_kind::fixed, .shape = plane()}).value();
}

inline void add_stack(world& where, int count, vector3 at) {
    for (int number = 0; number < count; ++number) {
        const auto height = scalar(0.5) + static_cast<scalar>(number);
        (void)make_body(where, {.position = at + vector3{0, height, 0},
                                .shape = box({scalar(0.5), scalar(0.5), scalar(0.5)})})
            .value();
    }
}

// Where the i-th thing falls from: far enough from the others to begin with, near enough to meet them.
inline vector3 drop_place(int number) {
    return {scalar(0.9) * static_cast<scalar>(number % 3), 2 + static_cast<scalar>(number),
            scalar(0.8) * static_cast<scalar>(number % 2)};
}

inline void add_everything(world& where) {
    add_floor(where);
    add_stack(where, 3, {-4, 0, 0});
    const std::array<vector3, 4> corners{vector3{0, 0, 0}, vector3{1, 0, 0}, vector3{0, 1, 0},
                                         vector3{0, 0, 1}};
    const shape hull = where.shapes().add_hull(corners).value();
    const std::array<compound::child, 2> parts{
        compound::child{.what = box({scalar(0.5), scalar(0.1), scalar(0.1)}), .where = {}},
        compound::child{.what = hull, .where = {.position = {0, scalar(0.3), 0}, .rotation = {}}}};
    const shape both = where.shapes().add_compound(parts).value();
    const std::array<shape, 6> forms{sphere(scalar(0.4)),
                                     capsule(scalar(0.3), scalar(0.3)),
                                     cylinder(scalar(0.4), scalar(0.3)),
                                     box({scalar(0.4), scalar(0.3), scalar(0.2)}),
                                     hull,
                                     both};
    std::array<entity, 6> made{};
    for (int number = 0; number < 6; ++number) {
        made[number] = make_body(where, {.position = drop_place(number), .shape = forms[number]}).value();
    }
    (void)make_body(
        where,
        {.kind = body_kind::fixed, .position = {0, 1, 0}, .shape = sphere(1), .material = std::nullopt})
        .value();
    orrery::registry& registry = where.registry();
    ball_joint hinge;
    hinge.a = made[0];
    hinge.b = made[1];
    hinge.pivot_a = {0, scalar(0.6), 0};
    hinge.pivot_b = {0, scalar(-0.6), 0};
    registry.emplace<ball_joint>(registry.create(), hinge);
}

} // namespace orrery::rigid
