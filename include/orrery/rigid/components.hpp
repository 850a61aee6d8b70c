// What a body is made of. An entity with a `body`, a `position` and an `orientation` is a body; it moves by
// the laws of mechanics if it also has velocities, a mass and an inertia and its kind is dynamic. Everything
// else is optional and adds what its name says: without a `shape` (shape.hpp) it meets nothing, without a
// `material` (material.hpp) it is a sensor, without `gravity` it does not fall, without `feels_fields` no
// `attractor` pulls it. make_body (body_definition.hpp) emplaces all of them in one call.
#pragma once

#include <orrery/core/fields.hpp>
#include <orrery/core/math_fields.hpp>
#include <orrery/math/matrix3.hpp>
#include <orrery/math/quaternion.hpp>
#include <orrery/math/vector3.hpp>

#include <cstdint>

namespace orrery::rigid {

enum class body_kind : std::uint32_t {
    dynamic,   // moved by forces and contacts
    kinematic, // moved by its velocities alone; pushes others, is never pushed
    fixed,     // does not move
};

struct body {
    body_kind kind = body_kind::dynamic;
};

// Of the centre of mass, in the world.
struct position {
    vector3 value;
};

// Turns the body's frame into the world's.
struct orientation {
    quaternion value;
};

struct linear_velocity {
    vector3 value;
};

// In the axes of the world.
struct angular_velocity {
    vector3 value;
};

struct mass {
    scalar value = 1;
};

// The inertia tensor about the centre of mass in the body's frame: xx, yy, zz and xy, xz, yz.
struct inertia {
    vector3 diagonal{1, 1, 1};
    vector3 off_diagonal;

    [[nodiscard]] constexpr matrix3 tensor() const noexcept {
        return matrix3::from_rows({diagonal.x, off_diagonal.x, off_diagonal.y},
                                  {off_diagonal.x, diagonal.y, off_diagonal.z},
                                  {off_diagonal.y, off_diagonal.z, diagonal.z});
    }

    [[nodiscard]] static constexpr inertia from_tensor(const matrix3& tensor) noexcept {
        return {{tensor[0].x, tensor[1].y, tensor[2].z}, {tensor[0].y, tensor[0].z, tensor[1].z}};
    }
};

// Where the centre of mass is in the frame of the shape; absent when it is its origin.
struct center_of_mass {
    vector3 value;
};

// The acceleration a body falls with.
struct gravity {
    vector3 value;
};

// Shares of the velocity that are lost in a second, for small values.
struct damping {
    scalar linear = 0;
    scalar angular = 0;
};

// The body pulls all others that feel fields, wherever they are, from where it was in the frame before.
struct attractor {
    scalar strength = 0; // m3/s2: the gravitational constant times the mass
};

// Resistance of a medium that the body moves through: a force of (linear + quadratic * speed) * speed, where
// the speed is that against the medium.
struct drag {
    scalar linear = 0;    // N s/m
    scalar quadratic = 0; // N s2/m2
    vector3 medium;       // its velocity, m/s: wind
};

// A force and a torque that act on the body in every step until they are changed or taken away.
struct steady_force {
    vector3 force;
    vector3 torque;
};

// Directions of the world in which the body neither moves nor turns.
struct locked_axes {
    static constexpr std::uint32_t move_x = 1, move_y = 2, move_z = 4, turn_x = 8, turn_y = 16, turn_z = 32;
    static constexpr std::uint32_t all_turns = turn_x | turn_y | turn_z;

    std::uint32_t bits = 0;
};

// Two bodies can meet if each one's mask has a bit of the other's groups, and if their layers meet
// (layers.hpp).
struct collision_filter {
    std::uint32_t groups = 1;
    std::uint32_t mask = 0xffff'ffffu;
    std::uint32_t layer = 0; // 0 to 31

    friend bool operator==(const collision_filter&, const collision_filter&) = default;
};

// An entity of its own: these two bodies do not meet.
struct excluded_pair {
    entity a;
    entity b;
};

// Zero means none.
enum class fracture_id : std::uint64_t { none = 0 };

// What a body breaks into: see fracture.hpp.
struct fracture_pattern {
    fracture_id id = fracture_id::none;
};

// For how long a body has hardly moved.
struct stillness {
    scalar seconds = 0;
};

// The body sleeps, together with all that have the same island.
struct asleep {
    std::uint64_t island = 0;
};

// Tags.
struct never_sleeps {};

// Attractors pull this body. Two that feel fields and are attractors themselves pull each other.
struct feels_fields {};

// Contacts of this body are reported in every step, not only when they begin and end.
struct reports_contacts {};

} // namespace orrery::rigid

namespace orrery {

template <>
inline constexpr auto description<rigid::body> =
    describe<rigid::body>("body", field<&rigid::body::kind>("kind", {.maximum = 2}));
template <>
inline constexpr auto description<rigid::position> =
    describe<rigid::position>("position", field<&rigid::position::value>("value", {.about = "m"}));
template <>
inline constexpr auto description<rigid::orientation> =
    describe<rigid::orientation>("orientation", field<&rigid::orientation::value>("value"));
template <>
inline constexpr auto description<rigid::linear_velocity> = describe<rigid::linear_velocity>(
    "linear_velocity", field<&rigid::linear_velocity::value>("value", {.about = "m/s"}));
template <>
inline constexpr auto description<rigid::angular_velocity> = describe<rigid::angular_velocity>(
    "angular_velocity", field<&rigid::angular_velocity::value>("value", {.about = "rad/s"}));
template <>
inline constexpr auto description<rigid::mass> =
    describe<rigid::mass>("mass", field<&rigid::mass::value>("value", {.about = "kg", .minimum = 0}));
template <>
inline constexpr auto description<rigid::inertia> =
    describe<rigid::inertia>("inertia", field<&rigid::inertia::diagonal>("diagonal", {.about = "kg m2"}),
                             field<&rigid::inertia::off_diagonal>("off_diagonal", {.about = "kg m2"}));
template <>
inline constexpr auto description<rigid::center_of_mass> = describe<rigid::center_of_mass>(
    "center_of_mass", field<&rigid::center_of_mass::value>("value", {.about = "m"}));
template <>
inline constexpr auto description<rigid::gravity> =
    describe<rigid::gravity>("gravity", field<&rigid::gravity::value>("value", {.about = "m/s2"}));
template <>
inline constexpr auto description<rigid::damping> =
    describe<rigid::damping>("damping",
                             field<&rigid::damping::linear>("linear", {.about = "1/s", .minimum = 0}),
                             field<&rigid::damping::angular>("angular", {.about = "1/s", .minimum = 0}));
template <>
inline constexpr auto description<rigid::attractor> = describe<rigid::attractor>(
    "attractor", field<&rigid::attractor::strength>("strength", {.about = "m3/s2", .minimum = 0}));
template <>
inline constexpr auto description<rigid::drag> =
    describe<rigid::drag>("drag", field<&rigid::drag::linear>("linear", {.about = "N s/m", .minimum = 0}),
                          field<&rigid::drag::quadratic>("quadratic", {.about = "N s2/m2", .minimum = 0}),
                          field<&rigid::drag::medium>("medium", {.about = "m/s"}));
template <>
inline constexpr auto description<rigid::steady_force> =
    describe<rigid::steady_force>("steady_force", field<&rigid::steady_force::force>("force", {.about = "N"}),
                                  field<&rigid::steady_force::torque>("torque", {.about = "N m"}));
template <>
inline constexpr auto description<rigid::locked_axes> =
    describe<rigid::locked_axes>("locked_axes", field<&rigid::locked_axes::bits>("bits", {.maximum = 63}));
template <>
inline constexpr auto description<rigid::collision_filter> =
    describe<rigid::collision_filter>("collision_filter", field<&rigid::collision_filter::groups>("groups"),
                                      field<&rigid::collision_filter::mask>("mask"),
                                      field<&rigid::collision_filter::layer>("layer", {.maximum = 31}));
template <>
inline constexpr auto description<rigid::excluded_pair> = describe<rigid::excluded_pair>(
    "excluded_pair", field<&rigid::excluded_pair::a>("a"), field<&rigid::excluded_pair::b>("b"));
template <>
inline constexpr auto description<rigid::fracture_pattern> =
    describe<rigid::fracture_pattern>("fracture_pattern", field<&rigid::fracture_pattern::id>("id"));
template <>
inline constexpr auto description<rigid::stillness> = describe<rigid::stillness>(
    "stillness", field<&rigid::stillness::seconds>("seconds", {.about = "s", .minimum = 0}));
template <>
inline constexpr auto description<rigid::asleep> =
    describe<rigid::asleep>("asleep", field<&rigid::asleep::island>("island"));
template <>
inline constexpr auto description<rigid::never_sleeps> = describe<rigid::never_sleeps>("never_sleeps");
template <>
inline constexpr auto description<rigid::feels_fields> = describe<rigid::feels_fields>("feels_fields");
template <>
inline constexpr auto description<rigid::reports_contacts> =
    describe<rigid::reports_contacts>("reports_contacts");

} // namespace orrery
