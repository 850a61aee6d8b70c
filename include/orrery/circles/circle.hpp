// What a circle is: how it moves, which changes all the time, and its form, which hardly ever does.
// Lengths are in the world's own units, times in seconds, angles in radians, positive from x to y.
#pragma once

#include <orrery/circles/filter.hpp>
#include <orrery/core/entity.hpp>
#include <orrery/core/fields.hpp>
#include <orrery/core/math_fields.hpp>
#include <orrery/core/result.hpp>
#include <orrery/math/scalar.hpp>
#include <orrery/math/vector2.hpp>

#include <cstddef>
#include <cstdint>

namespace orrery::circles {

struct motion {
    vector2 position{};
    scalar angle = 0; // from -pi up to, not including, pi
    vector2 velocity{};
    scalar spin = 0; // radians a second

    friend constexpr bool operator==(const motion&, const motion&) = default;
};

[[nodiscard]] constexpr vector2 position_of(const motion& where) noexcept {
    return where.position;
}

// What happens where two touch. Friction of a pair is the geometric mean, restitution the larger of the two.
struct surface {
    scalar friction = 0;
    scalar restitution = scalar(0.5); // 0: does not bounce, 1: keeps all its speed

    friend constexpr bool operator==(const surface&, const surface&) = default;
};

struct form {
    scalar radius = scalar(0.5);
    scalar mass = 0; // 0: as much as its area
    circles::surface surface{};
    collision_filter filter{};
    std::uint32_t is_sensor = 0; // 1: stops nobody, and reports who comes and goes
    std::uint64_t user_data = 0; // the world takes no notice of it

    friend constexpr bool operator==(const form&, const form&) = default;
};

// Of the disc: its area, if the form gives none.
[[nodiscard]] constexpr scalar mass_of(const form& what) noexcept {
    constexpr auto pi = scalar(3.14159265358979323846);
    return what.mass > 0 ? what.mass : pi * what.radius * what.radius;
}

[[nodiscard]] constexpr scalar inertia_of(const form& what) noexcept {
    return mass_of(what) * what.radius * what.radius * scalar(0.5);
}

// How to make a circle. What is left out is at rest at the origin.
struct circle_definition {
    entity_key key = entity_key::none; // must be new
    circles::motion motion{};
    circles::form form{};
};

// What is far beyond anything sensible, and still far from where numbers of the world's kind end.
inline constexpr scalar max_position = scalar(1e9); // of each axis, and of an angle that is given
inline constexpr scalar max_velocity = scalar(1e9); // of each axis, and of spin
inline constexpr scalar min_radius = scalar(1e-4);
inline constexpr scalar max_radius = scalar(1e6);
inline constexpr scalar min_mass = scalar(1e-9);
inline constexpr scalar max_mass = scalar(1e13);
inline constexpr scalar max_friction = scalar(1e6);

// One sentence about what is wrong with it: "surface.friction is -1, expected 0 to 1e+06".
[[nodiscard]] status check(const surface& what);
[[nodiscard]] status check(const form& what);
[[nodiscard]] status check(const motion& what);
[[nodiscard]] status check(const circle_definition& what);

} // namespace orrery::circles

namespace orrery {

template <>
inline constexpr auto description<circles::motion> =
    describe<circles::motion>("motion", field<&circles::motion::position>("position"),
                              field<&circles::motion::angle>("angle", {.about = "rad"}),
                              field<&circles::motion::velocity>("velocity", {.about = "units/s"}),
                              field<&circles::motion::spin>("spin", {.about = "rad/s"}));
template <>
inline constexpr auto description<circles::surface> = describe<circles::surface>(
    "surface", field<&circles::surface::friction>("friction", {.minimum = 0}),
    field<&circles::surface::restitution>("restitution", {.minimum = 0, .maximum = 1}));
template <>
inline constexpr auto description<circles::form> = describe<circles::form>(
    "form", field<&circles::form::radius>("radius", {.minimum = 0}),
    field<&circles::form::mass>("mass", {.about = "0: as much as its area", .minimum = 0}),
    field<&circles::form::surface>("surface"), field<&circles::form::filter>("filter"),
    field<&circles::form::is_sensor>("is_sensor", {.maximum = 1}),
    field<&circles::form::user_data>("user_data"));

} // namespace orrery
