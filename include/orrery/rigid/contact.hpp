// Two bodies that touch: a component of an entity of its own, which exists for as long as they do. It holds
// what the next step needs from the last one, and so is all of a world's memory of its contacts. Listen to
// registry().on_construct<contact>() and on_destroy<contact>(), or read world::events().
#pragma once

#include <orrery/core/fields.hpp>
#include <orrery/core/math_fields.hpp>
#include <orrery/math/vector3.hpp>

#include <array>
#include <cstdint>

namespace orrery::rigid {

struct contact {
    entity a; // of the two bodies the one with the lower key
    entity b;
    std::uint16_t child_a = 0; // which part of a compound
    std::uint16_t child_b = 0;
    std::uint8_t is_sensor = 0; // one of them has no material: nothing is pushed
    // Of a mesh, which may be touched in several directions at once: patches of points, from the nearest on.
    // Each is a contact; only the first one's beginning and end are events.
    std::uint8_t patch = 0;
    std::uint16_t count = 0; // of points

    std::array<std::uint32_t, 4> features{};
    // What the last sub-step of the last step applied to b, and its opposite to a: N s.
    std::array<scalar, 4> normal_impulses{};
    vector3 friction_impulse;
    vector3 rolling_impulse;
    scalar spinning_impulse = 0;
#if ORRERY_DOUBLE_PRECISION
    std::uint32_t unused[2] = {};
#endif
};

} // namespace orrery::rigid

namespace orrery {

template <>
inline constexpr auto description<rigid::contact> = describe<rigid::contact>(
    "contact", field<&rigid::contact::a>("a"), field<&rigid::contact::b>("b"),
    field<&rigid::contact::child_a>("child_a"), field<&rigid::contact::child_b>("child_b"),
    field<&rigid::contact::is_sensor>("is_sensor", {.maximum = 1}),
    field<&rigid::contact::patch>("patch", {.maximum = 3}),
    field<&rigid::contact::count>("count", {.maximum = 4}), field<&rigid::contact::features>("features"),
    field<&rigid::contact::normal_impulses>("normal_impulses", {.about = "N s", .minimum = 0}),
    field<&rigid::contact::friction_impulse>("friction_impulse", {.about = "N s"}),
    field<&rigid::contact::rolling_impulse>("rolling_impulse", {.about = "N m s"}),
    field<&rigid::contact::spinning_impulse>("spinning_impulse", {.about = "N m s"})
#if ORRERY_DOUBLE_PRECISION
        ,
    field<&rigid::contact::unused>("unused")
#endif
);

} // namespace orrery
