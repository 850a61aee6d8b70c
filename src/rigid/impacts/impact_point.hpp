// One point of a touch as an impact sees it.
#pragma once

#include "rigid/contacts/touch.hpp"
#include "rigid/step/body_row.hpp"

#include <orrery/math/vector.hpp>

#include <span>

namespace orrery::rigid::detail {

struct impact_point {
    const body_row& a;
    const body_row& b;
    vector3 arm_a;
    vector3 arm_b;

    impact_point(const touch& pair, const manifold_point& at, std::span<const body_row> rows) noexcept
        : a(rows[pair.row_a])
        , b(rows[pair.row_b])
        , arm_a(pair.arm_a + at.offset)
        , arm_b(pair.arm_b + at.offset) {}

    [[nodiscard]] vector3 relative_velocity() const noexcept {
        return (b.linear_velocity + cross(b.angular_velocity, arm_b)) -
               (a.linear_velocity + cross(a.angular_velocity, arm_a));
    }

    // What resists a push along a direction.
    [[nodiscard]] scalar effective_mass(vector3 direction) const noexcept {
        const vector3 turn_a = cross(arm_a, direction);
        const vector3 turn_b = cross(arm_b, direction);
        const scalar mobility = (a.inverse_mass + b.inverse_mass) + (dot(turn_a, a.inverse_inertia * turn_a) +
                                                                     dot(turn_b, b.inverse_inertia * turn_b));
        return mobility > 0 ? scalar(1) / mobility : scalar(0);
    }

    // What resists a push at right angles to the normal, in the direction in which it resists least.
    [[nodiscard]] scalar least_effective_mass(vector3 normal) const noexcept {
        const auto [tangent, bitangent] = make_tangent_basis(normal);
        const vector3 x_a = cross(arm_a, tangent);
        const vector3 x_b = cross(arm_b, tangent);
        const vector3 y_a = cross(arm_a, bitangent);
        const vector3 y_b = cross(arm_b, bitangent);
        const vector3 turn_a = a.inverse_inertia * x_a;
        const vector3 turn_b = b.inverse_inertia * x_b;
        const scalar xx = dot(x_a, turn_a) + dot(x_b, turn_b);
        const scalar xy = dot(y_a, turn_a) + dot(y_b, turn_b);
        const scalar yy = dot(y_a, a.inverse_inertia * y_a) + dot(y_b, b.inverse_inertia * y_b);
        // The larger eigenvalue of the mobility.
        const scalar half = (xx - yy) / 2;
        const scalar mobility =
            (a.inverse_mass + b.inverse_mass) + ((xx + yy) / 2 + sqrt(half * half + xy * xy));
        return mobility > 0 ? scalar(1) / mobility : scalar(0);
    }
};

// A point of a group of impacts along the normal: what stays the same from one iteration to the next.
struct impact_row {
    vector3 turn_a; // what the body turns by a unit of speed along the normal
    vector3 turn_b;
    vector3 spin_a; // what an impulse of one changes the body's spin by
    vector3 spin_b;
    scalar mass = 0;
    scalar parting = 0; // the speed to have afterwards
    scalar impulse = 0;
    scalar friction_mass = 0;
    vector3 friction{}; // impulse on b

    impact_row(const impact_point& point, vector3 normal) noexcept
        : turn_a(cross(point.arm_a, normal))
        , turn_b(cross(point.arm_b, normal))
        , spin_a(point.a.inverse_inertia * turn_a)
        , spin_b(point.b.inverse_inertia * turn_b)
        , mass(point.effective_mass(normal)) {}

    [[nodiscard]] scalar speed(const body_row& a, const body_row& b, vector3 normal) const noexcept {
        return dot(normal, b.linear_velocity - a.linear_velocity) +
               (dot(turn_b, b.angular_velocity) - dot(turn_a, a.angular_velocity));
    }
};

} // namespace orrery::rigid::detail
