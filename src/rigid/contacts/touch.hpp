// A pair of colliders that have contact points in this step: what the narrow phase hands to all that comes
// after it.
#pragma once

#include <orrery/rigid/contact.hpp>
#include <orrery/rigid/material.hpp>
#include <orrery/rigid/shapes/manifold.hpp>

#include <algorithm>
#include <cstdint>

namespace orrery::rigid::detail {

struct touch {
    std::uint32_t candidate = 0; // and so in the order of keys
    std::uint32_t row_a = 0;
    std::uint32_t row_b = 0;
    bool is_sensor = false;
    bool is_a_dynamic = false;
    bool is_b_dynamic = false;
    // From the centres of mass to where the manifold's offsets begin.
    vector3 arm_a{};
    vector3 arm_b{};
    rigid::material material{};
    // What is remembered of it: at first the impulses of the last step, in the end those of this one.
    rigid::contact memory{};
    scalar impulse = 0;         // of the whole step
    vector3 friction_impulse{}; // the same, on b
};

// What a touch joins, in few bytes.
struct touch_link {
    std::uint32_t moving = 0; // the row of a body that it can move; no_row for a sensor's
    std::uint32_t other = 0;  // the row of the other if it can be moved, too; otherwise no_row
};

// A sensor is touched by what overlaps it, not by what comes near.
[[nodiscard]] inline bool has_overlap(const manifold& where) noexcept {
    return std::any_of(where.points.begin(), where.points.begin() + where.count,
                       [](const manifold_point& at) { return at.separation <= 0; });
}

} // namespace orrery::rigid::detail
