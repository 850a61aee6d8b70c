// How far bodies come on their ways before they run into each other.
#pragma once

#include "rigid/continuous/encounter.hpp"
#include "rigid/continuous/path_set.hpp"
#include "rigid/surface/surface_room.hpp"

#include <optional>
#include <span>

namespace orrery::rigid::detail {

class path_caster {
public:
    path_caster(const ccd_scene& scene, std::span<const body_row> rows, const path_set& paths) noexcept
        : scene_(scene)
        , rows_(rows)
        , paths_(paths) {}

    // Where the two colliders of an encounter stop. Who is stopped loses the rest of its step. If only one of
    // them did, the other would be elsewhere when it comes to look for the contact; so two that can pass
    // through each other are stopped at the same moment.
    void meet(encounter& where, surface_room& room) const;

    [[nodiscard]] moving_shape path_of(const collider& part) const noexcept;
    // Of a body that touches what pushes it, only the ball inside it.
    [[nodiscard]] moving_shape pushed_shape(const collider& part, bool is_touching) const;
    [[nodiscard]] scalar slop_of(const collider& a, const collider& b) const noexcept;

private:
    // Whether the relative motion of two bodies is enough for the first to pass through the other.
    [[nodiscard]] bool may_stop(const collider& own, const collider& other) const;
    [[nodiscard]] continuous_stop way_until(const collider& own, const collider& other, bool is_touching,
                                            surface_room& room) const;
    [[nodiscard]] std::optional<shape_cast_hit> cast_whole(const collider& a, const collider& b,
                                                           surface_room& room) const;
    // Only the ball inside the first.
    [[nodiscard]] std::optional<shape_cast_hit> cast_core(const collider& a, const collider& b,
                                                          surface_room& room) const;
    [[nodiscard]] std::optional<shape_cast_hit> cast(const moving_shape& mine, const collider& other,
                                                     scalar slop, surface_room& room) const;

    const ccd_scene& scene_;
    std::span<const body_row> rows_;
    const path_set& paths_;
};

} // namespace orrery::rigid::detail
