// A body while it bounces. Impacts happen within the step, but the solver knows only velocities for the whole
// of it. So an impulse at a time t changes the body's velocity from the beginning of the step on, and what it
// would have moved by that until t is taken back when the step is over.
#pragma once

#include "rigid/step/body_row.hpp"

#include <orrery/math/vector.hpp>

#include <cstdint>
#include <limits>

namespace orrery::rigid::detail {

struct impact_body {
    std::uint32_t row = 0;
    std::uint32_t first_edge = 0;  // among those of all bodies; the next body's is the end
    std::uint32_t first_joint = 0; // in the same way
    std::uint32_t round = 0;       // in which it was last visited
    scalar time = 0;               // of its last impact, s since the step began
    vector3 acceleration{};        // of a body that falls; none where something bears it
    vector3 shift{};               // to be added to where the solver takes it, m
    vector3 turn{};                // the same as a rotation vector
    vector3 began_velocity{};
    vector3 began_spin{};

    void push(body_row& body, vector3 impulse, vector3 twist, scalar at) noexcept {
        change(body, impulse * body.inverse_mass, body.inverse_inertia * twist, at);
    }

    // By so much velocity and spin.
    void change(body_row& body, vector3 faster, vector3 turned, scalar at) noexcept {
        body.linear_velocity += faster;
        body.angular_velocity += turned;
        shift -= faster * at;
        turn -= turned * at;
    }

    [[nodiscard]] vector3 shift_at(vector3 arm) const noexcept { return shift + cross(turn, arm); }
};

// When a gap that is so wide at time 0, changes at this speed then and with this acceleration is closed, from
// a time on; infinity if it is not. A gap that is closed already counts only if it is getting narrower.
[[nodiscard]] inline scalar time_of_closing(scalar gap, scalar speed, scalar acceleration,
                                            scalar from) noexcept {
    constexpr scalar never = std::numeric_limits<scalar>::infinity();
    const scalar left = gap + (speed + acceleration * from / 2) * from;
    const scalar now = speed + acceleration * from;
    if (left <= 0) {
        return now < 0 ? from : never;
    }
    const scalar squared = now * now - 2 * acceleration * left;
    if (squared < 0 || (now >= 0 && acceleration >= 0)) {
        return never;
    }
    const scalar root = sqrt(squared);
    return from + (now < 0 ? 2 * left / (root - now) : (now + root) / -acceleration);
}

} // namespace orrery::rigid::detail
