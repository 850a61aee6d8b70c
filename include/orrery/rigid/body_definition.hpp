// All there is to say about a new body, with defaults that are already right, and the one call that makes it.
//
//   const entity crate = make_body(world, {.position = {0, 3, 0}, .shape = box({0.5f, 0.5f, 0.5f})}).value();
#pragma once

#include <orrery/core/result.hpp>
#include <orrery/math/transform.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/material.hpp>
#include <orrery/rigid/shapes/shape.hpp>

#include <optional>

namespace orrery::rigid {

class world;

struct body_definition {
    body_kind kind = body_kind::dynamic;
    // Of the shape's frame: the centre of mass follows from it.
    vector3 position{};
    quaternion orientation{};
    vector3 linear_velocity{}; // of the centre of mass
    vector3 angular_velocity{};

    std::optional<rigid::shape> shape{};                         // none: meets nothing
    std::optional<rigid::material> material = rigid::material{}; // none: a sensor

    // From the shape and the density where they are not given.
    scalar density = 1000; // kg/m3
    std::optional<scalar> mass{};
    std::optional<matrix3> inertia{};        // about the centre of mass, in the body's frame
    std::optional<vector3> center_of_mass{}; // in the shape's frame

    std::optional<vector3> gravity{};  // none: that of the world's settings
    bool feels_fields = false;         // of attractors
    std::optional<scalar> attractor{}; // how strongly it pulls others: m3/s2
    rigid::damping damping{};
    std::optional<rigid::drag> drag{};
    std::uint32_t locked_axes = 0;
    collision_filter filter{};
    bool may_sleep = true;
    bool reports_contacts = false;

    // See fracture.hpp and rules.hpp.
    fracture_id fracture = fracture_id::none;
    std::optional<scalar> breaks_at{};    // N s
    std::optional<scalar> destroyed_at{}; // N s
    std::optional<scalar> sticks_at{};    // N s

    // The name for life; none: the registry gives one.
    entity_key key = entity_key::none;
};

// A new entity with the components of a body. A definition that is not possible is refused with one sentence,
// and nothing is created: numbers that are not finite, no mass or no inertia where one is needed, a shape
// with bad measures or an id that the world's store does not have, a key that is taken.
[[nodiscard]] result<entity> make_body(world& where, const body_definition& what);

// Whether make_body would take it, but for the key.
[[nodiscard]] status check(const body_definition& what, const world& where);

// Gives a live body another shape, and mass properties to match if it is dynamic: of the same mass, or of a
// given density. The shape's frame stays where it is. Refused like definitions, and for bodies that are glued
// to others or carry some.
status change_shape(world& where, entity which, const shape& what, std::optional<scalar> density = {});

// Turns a live body into one of another kind; velocities, mass and inertia are added as needed. Refused for
// bodies that are glued to others or carry some.
status change_kind(world& where, entity which, body_kind kind);

// Where the origin of the shape's frame is: `position` and `orientation` place the centre of mass.
[[nodiscard]] transform3 placement(const world& where, entity which);

} // namespace orrery::rigid
