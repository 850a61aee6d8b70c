// The settings of a world by name, as numbers that every build can write down and read again.
#pragma once

#include <orrery/core/text.hpp>
#include <orrery/rigid/settings.hpp>

#include <string_view>

namespace orrery::rigid::detail {

// Calls visit(name, number) for each, with the number as it is stored: settings that can be changed are.
template <typename Settings, typename Visit>
void for_each_setting(Settings& settings, Visit visit) {
    // Every member is listed: one that is added does not compile before it is named here.
    auto& [time_step, substeps, gravity, speculative_margin, contact_frequency, contact_damping, push_speed,
           joint_frequency, joint_damping, bounce_speed, may_sleep, sleep_speed, sleep_seconds, layers,
           is_continuous, max_speed, field_softening, direct_attractors, field_opening] = settings;
    visit("time_step", time_step);
    visit("substeps", substeps);
    visit("gravity.x", gravity.x);
    visit("gravity.y", gravity.y);
    visit("gravity.z", gravity.z);
    visit("speculative_margin", speculative_margin);
    visit("contact_frequency", contact_frequency);
    visit("contact_damping", contact_damping);
    visit("push_speed", push_speed);
    visit("joint_frequency", joint_frequency);
    visit("joint_damping", joint_damping);
    visit("bounce_speed", bounce_speed);
    visit("may_sleep", may_sleep);
    visit("sleep_speed", sleep_speed);
    visit("sleep_seconds", sleep_seconds);
    for (std::size_t layer = 0; layer < layer_matrix::count; ++layer) {
        visit(text("layers.", layer), layers.rows()[layer]);
    }
    visit("is_continuous", is_continuous);
    visit("max_speed", max_speed);
    visit("field_softening", field_softening);
    visit("direct_attractors", direct_attractors);
    visit("field_opening", field_opening);
}

} // namespace orrery::rigid::detail
