// What two do to each other where they touch. The normal is from b to a and of unit length, the tangent to
// the left of it. A wall has no inverse mass.
#pragma once

#include <orrery/circles/circle.hpp>
#include <orrery/math/elementary.hpp>
#include <orrery/math/vector.hpp>

namespace orrery::circles::detail {

// One side of a contact.
struct contact_side {
    vector2& velocity;
    scalar& spin;
    scalar inverse_mass;
    scalar inverse_inertia;
    scalar radius;
};

[[nodiscard]] inline vector2 tangent_of(vector2 normal) noexcept {
    return {-normal.y, normal.x};
}

// Positive when they part.
[[nodiscard]] inline scalar normal_speed(const contact_side& a, const contact_side& b,
                                         vector2 normal) noexcept {
    return dot(a.velocity - b.velocity, normal);
}

// Of their surfaces along each other.
[[nodiscard]] inline scalar tangent_speed(const contact_side& a, const contact_side& b,
                                          vector2 tangent) noexcept {
    return dot(a.velocity - b.velocity, tangent) - a.spin * a.radius - b.spin * b.radius;
}

// How much a unit of impulse changes these speeds.
[[nodiscard]] inline scalar normal_response(const contact_side& a, const contact_side& b) noexcept {
    return a.inverse_mass + b.inverse_mass;
}

[[nodiscard]] inline scalar tangent_response(const contact_side& a, const contact_side& b) noexcept {
    return a.inverse_mass + b.inverse_mass + a.radius * a.radius * a.inverse_inertia +
           b.radius * b.radius * b.inverse_inertia;
}

inline void push_apart(const contact_side& a, const contact_side& b, vector2 normal,
                       scalar impulse) noexcept {
    a.velocity += normal * (impulse * a.inverse_mass);
    b.velocity -= normal * (impulse * b.inverse_mass);
}

inline void rub(const contact_side& a, const contact_side& b, vector2 tangent, scalar impulse) noexcept {
    a.velocity += tangent * (impulse * a.inverse_mass);
    b.velocity -= tangent * (impulse * b.inverse_mass);
    a.spin -= impulse * a.radius * a.inverse_inertia;
    b.spin -= impulse * b.radius * b.inverse_inertia;
}

[[nodiscard]] inline scalar friction_of(const surface& a, const surface& b) noexcept {
    return sqrt(a.friction * b.friction);
}

[[nodiscard]] inline scalar restitution_of(const surface& a, const surface& b) noexcept {
    return max(a.restitution, b.restitution);
}

} // namespace orrery::circles::detail
