// What changes all the time about a body: its place and its velocities.
#pragma once

#include <orrery/math/quaternion.hpp>
#include <orrery/math/vector3.hpp>

namespace orrery::rigid {

struct motion {
    vector3 position; // of the centre of mass
    quaternion orientation;
    vector3 linear_velocity;
    vector3 angular_velocity;

    friend bool operator==(const motion&, const motion&) = default;
};

[[nodiscard]] constexpr vector3 position_of(const motion& where) noexcept {
    return where.position;
}

static_assert(sizeof(motion) == 13 * sizeof(scalar), "recordings take it for words without padding");

} // namespace orrery::rigid
