// What the continuous pass reads of a step.
#pragma once

#include "rigid/contacts/contact_set.hpp"
#include "rigid/pairs/pair_rules.hpp"
#include "rigid/step/body_traits.hpp"

#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/rigid/settings.hpp>
#include <orrery/rigid/shapes/placed_shape.hpp>

#include <span>

namespace orrery::rigid::detail {

struct ccd_scene {
    const broad_phase_state& index;
    std::span<const placed_shape> placed;  // when the step began
    std::span<const body_traits> traits;   // of rows
    std::span<const candidate_mark> marks; // of candidates
    const pair_rules& rules;
    const world_settings& settings;
    scheduler& jobs;

    [[nodiscard]] std::span<const collider> parts() const noexcept { return index.who.colliders(); }
};

} // namespace orrery::rigid::detail
