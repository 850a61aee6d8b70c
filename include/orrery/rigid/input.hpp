// What a person or a script does to a world, as data. A body is named by its key, so that an input means the
// same in every copy of the world; an input for a body that is not there, or not dynamic, does nothing.
#pragma once

#include <orrery/core/entity.hpp>
#include <orrery/core/fields.hpp>
#include <orrery/core/math_fields.hpp>
#include <orrery/math/vector3.hpp>

#include <cstdint>

namespace orrery::rigid {

enum class input_kind : std::uint64_t {
    force,           // N, for the length of the step, at the centre of mass
    force_at,        // the same at a point of the world
    torque,          // N m, for the length of the step
    impulse,         // N s, at the centre of mass
    impulse_at,      // the same at a point of the world
    angular_impulse, // N m s
    velocity,        // sets the linear velocity; of kinematic bodies, too
    spin,            // sets the angular velocity; of kinematic bodies, too
    wake,
};

struct input {
    entity_key target = entity_key::none;
    input_kind kind = input_kind::force;
    vector3 value{};
    vector3 point{};

    friend bool operator==(const input&, const input&) = default;
};

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::input> =
    orrery::describe<orrery::rigid::input>("input", orrery::field<&orrery::rigid::input::target>("target"),
                                           orrery::field<&orrery::rigid::input::kind>("kind", {.maximum = 8}),
                                           orrery::field<&orrery::rigid::input::value>("value"),
                                           orrery::field<&orrery::rigid::input::point>("point"));
