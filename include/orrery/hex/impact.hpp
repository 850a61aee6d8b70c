// What follows when two objects meet: impulses along the line between the tiles, with restitution, and
// across it, with friction. Nothing follows unless the two approach each other there, so objects that overlap
// drift apart by themselves.
//
// Velocities are whole numbers, so each change is rounded once. An impact therefore keeps the linear momentum
// to within (mass_a + mass_b) / 2 quarters of a unit a tick along each axis, and spin to within half a
// quarter of a step a tick for each of the two; what is added up over many impacts stays within the sum.
#pragma once

#include <orrery/hex/collide.hpp>

#include <cstdint>
#include <optional>

namespace orrery::hex {

// One of the two.
struct impact_side {
    double mass = 1;
    double inertia = 0;    // 0: it cannot be turned (a point)
    hex_vector velocity{}; // quarters of a unit a tick
    std::int32_t spin = 0; // quarters of a step a tick
};

struct velocity_change {
    hex_vector linear{};
    std::int32_t spin = 0;

    friend constexpr bool operator==(const velocity_change&, const velocity_change&) = default;
};

struct impact {
    velocity_change a{};
    velocity_change b{};
    std::int32_t impulse = 0; // along the normal: mass times units a tick, at most 2^31 - 1
    std::int32_t speed = 0;   // of approach before it: quarters of a unit a tick
};

// The least that parts two objects: the lighter one is pushed away by a quarter of a unit a tick; both, if
// they weigh the same.
[[nodiscard]] impact least_impact(const contact& at, const impact_side& a, const impact_side& b) noexcept;

// Nothing if they do not approach. The least impact if all changes are rounded to nothing, or would lead
// beyond the highest velocities. `restitution` and `friction` are within 0 .. 1.
[[nodiscard]] std::optional<impact> resolve(const contact& at, const impact_side& a, const impact_side& b,
                                            double restitution, double friction) noexcept;

} // namespace orrery::hex
