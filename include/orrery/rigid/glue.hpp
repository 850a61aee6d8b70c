// Bodies that are glued to others. An input (input::glue) or a rule (sticks_at) makes a dynamic body part of
// another one, its carrier, which is the body named second, whichever is heavier. Both remain entities with
// their keys:
//
// - The carrier, if it is dynamic, takes over the other's mass, inertia and shape: it has a compound of both,
//   moves on with their common momentum and angular momentum, and touches others with its own material.
// - The glued body keeps all its components, but moves with the carrier and no longer by itself. Its position
//   and velocities are those of its place in every frame. A sensor goes on sensing. Forces and impulses for
//   it, and joints at it, act on the carrier.
// - What is glued to the glued body, or to whom it is glued, all come to be glued to the one carrier.
//
// A carrier that is kinematic or fixed stays as it is; what is glued to it touches others with its own shape
// and material, as something that cannot be pushed.
//
// input::unglue gives a body back as it was, with the velocity of its place; so does the end of its carrier.
// Momentum and angular momentum are conserved both ways. Gluing n bodies to one costs memory for n compounds
// in the shape_store, of n parts in the end; the same ones glued again, as after going back, cost none.
#pragma once

#include <orrery/core/fields.hpp>
#include <orrery/core/math_fields.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/shapes/shape.hpp>

#include <cstdint>

namespace orrery::rigid {

// Where the frame of the body's shape is in the frame of the carrier's.
struct glued_to {
    entity carrier;
    vector3 position;
    quaternion orientation;
};

// What a dynamic body was like before others were glued to it.
struct carries {
    shape form;
    scalar mass = 1;
    rigid::inertia inertia;
    vector3 center_of_mass;
    std::uint32_t has_form = 0; // 0: it had no shape
    std::uint32_t unused = 0;
};

} // namespace orrery::rigid

namespace orrery {

template <>
inline constexpr auto description<rigid::glued_to> =
    describe<rigid::glued_to>("glued_to", field<&rigid::glued_to::carrier>("carrier"),
                              field<&rigid::glued_to::position>("position", {.about = "m"}),
                              field<&rigid::glued_to::orientation>("orientation"));
template <>
inline constexpr auto description<rigid::carries> =
    describe<rigid::carries>("carries", field<&rigid::carries::form>("form"),
                             field<&rigid::carries::mass>("mass", {.about = "kg", .minimum = 0}),
                             field<&rigid::carries::inertia>("inertia"),
                             field<&rigid::carries::center_of_mass>("center_of_mass", {.about = "m"}),
                             field<&rigid::carries::has_form>("has_form", {.maximum = 1}),
                             field<&rigid::carries::unused>("unused"));

} // namespace orrery
