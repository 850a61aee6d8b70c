// How a body turns that nothing twists and whose inertia differs from axis to axis. Its angular momentum
// stays where it is while the body turns under it, so the spin changes.
//
// Let L be the angular momentum in the body's frame and J the inverse inertia. The body turns by h w with
// w = J (L + L') / 2, where L' is L as seen from the body after that turn. L' - L is then at right angles to
// w, so that the energy L J L / 2 stays the same, and the angular momentum in the axes of the world does,
// too: both are conserved to rounding, at any speed (after Austin, Krishnaprasad and Wang, "Almost Poisson
// Integration of Rigid Body Systems", 1993). Where a body spins about a principal axis its angle is exact.
//
// Of a body that cannot turn about one axis of the world, the angular momentum about the other two is
// conserved; its energy swings by less than one in a thousand and does not drift (midpoint rule).
#pragma once

#include "rigid/step/body_row.hpp"

#include <optional>

namespace orrery::rigid::detail {

class free_rotation {
public:
    // Nothing for a body whose inertia has no inverse.
    [[nodiscard]] static std::optional<free_rotation> of(const body_row& row) noexcept;

    // `spin` is in the axes of the world.
    void advance(quaternion& orientation, vector3& spin, scalar seconds) const noexcept;

    // The spin with the same angular momentum when the body, which spins like this, is turned elsewhere.
    [[nodiscard]] vector3 spin_after(quaternion orientation, vector3 spin,
                                     quaternion turned_to) const noexcept;

private:
    static constexpr int no_axis = -1;

    free_rotation(const matrix3& inertia, const matrix3& inverse, int locked_axis) noexcept
        : inertia_(inertia)
        , inverse_(inverse)
        , locked_axis_(locked_axis) {}

    void turn(quaternion& orientation, vector3& local_spin, scalar seconds) const noexcept;
    void turn_locked(quaternion& orientation, vector3& spin, scalar seconds) const noexcept;
    [[nodiscard]] vector3 momentum_of(quaternion orientation, vector3 spin) const noexcept;
    [[nodiscard]] vector3 locked_spin(quaternion orientation, vector3 momentum) const noexcept;

    matrix3 inertia_; // in the body's frame
    matrix3 inverse_;
    int locked_axis_; // of the world
};

// Turns a body without a push: its angular momentum stays what it is, so its spin changes.
void turn_to(quaternion orientation, body_row& row) noexcept;

} // namespace orrery::rigid::detail
