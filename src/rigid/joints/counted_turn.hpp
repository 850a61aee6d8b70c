// How far a body has turned about an axis of its own between two steps. Computed and added up in double
// precision from the orientations as they are stored, so that what is rounded in one step is made good in the
// next: the sum does not drift, however long it grows.
#pragma once

#include <orrery/math/elementary.hpp>
#include <orrery/math/quaternion.hpp>
#include <orrery/rigid/joints/constraint.hpp>

#include <numbers>

namespace orrery::rigid::detail {

// Less than half a turn either way; the unit axis is in the frame of the body.
[[nodiscard]] inline double turn_between(quaternion before, quaternion after, vector3 axis) noexcept {
    const quaterniond from{before.x, before.y, before.z, before.w};
    const quaterniond to{after.x, after.y, after.z, after.w};
    const quaterniond turn = inverse(from) * to;
    const double sine = dot(turn.vector(), vector_cast<double>(axis));
    return turn.w < 0 ? 2 * atan2(-sine, -turn.w) : 2 * atan2(sine, turn.w);
}

// An orientation in four of the numbers of a memory. All zero: there is none yet.
[[nodiscard]] inline quaternion orientation_in(const constraint_memory& memory, std::size_t first) noexcept {
    return {memory.numbers[first], memory.numbers[first + 1], memory.numbers[first + 2],
            memory.numbers[first + 3]};
}

inline void keep_orientation(constraint_memory& memory, std::size_t first, quaternion what) noexcept {
    for (std::size_t part = 0; part < 4; ++part) {
        memory.numbers[first + part] = what[static_cast<int>(part)];
    }
}

// An angle as whole turns and the rest, each in one number.
[[nodiscard]] inline double angle_in(const constraint_memory& memory, std::size_t first) noexcept {
    return 2 * std::numbers::pi * double(memory.numbers[first]) + double(memory.numbers[first + 1]);
}

inline void keep_angle(constraint_memory& memory, std::size_t first, double angle) noexcept {
    const double turns = round(angle / (2 * std::numbers::pi));
    memory.numbers[first] = static_cast<scalar>(turns);
    memory.numbers[first + 1] = static_cast<scalar>(angle - 2 * std::numbers::pi * turns);
}

} // namespace orrery::rigid::detail
