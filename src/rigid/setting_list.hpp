// The settings of a world by name, as numbers that every build can write down.
#pragma once

#include <orrery/core/text.hpp>
#include <orrery/rigid/settings.hpp>

#include <string_view>

namespace orrery::rigid::detail {

// Calls visit(name, double) for each.
template <typename Visit>
void for_each_setting(const world_settings& settings, Visit visit) {
    // Every member is listed: one that is added does not compile before it is named here.
    const auto& [time_step, substeps, gravity, speculative_margin, contact_frequency, contact_damping,
                 push_speed, joint_frequency, joint_damping, bounce_speed, may_sleep, sleep_speed,
                 sleep_seconds, layers, is_continuous, max_speed, field_softening, direct_attractors,
                 field_opening] = settings;
    const auto say = [&](std::string_view name, auto value) { visit(name, static_cast<double>(value)); };
    say("time_step", time_step);
    say("substeps", substeps);
    say("gravity.x", gravity.x);
    say("gravity.y", gravity.y);
    say("gravity.z", gravity.z);
    say("speculative_margin", speculative_margin);
    say("contact_frequency", contact_frequency);
    say("contact_damping", contact_damping);
    say("push_speed", push_speed);
    say("joint_frequency", joint_frequency);
    say("joint_damping", joint_damping);
    say("bounce_speed", bounce_speed);
    say("may_sleep", may_sleep);
    say("sleep_speed", sleep_speed);
    say("sleep_seconds", sleep_seconds);
    for (std::size_t layer = 0; layer < layer_matrix::count; ++layer) {
        say(text("layers.", layer), layers.rows()[layer]);
    }
    say("is_continuous", is_continuous);
    say("max_speed", max_speed);
    say("field_softening", field_softening);
    say("direct_attractors", direct_attractors);
    say("field_opening", field_opening);
}

} // namespace orrery::rigid::detail
