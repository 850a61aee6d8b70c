// The attractors that the bodies of a step feel: those of this world as the last frame has them, and those of
// elsewhere.
#pragma once

#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/core/registry/registry_state.hpp>
#include <orrery/rigid/field_source.hpp>
#include <orrery/rigid/settings.hpp>
#include <orrery/rigid/source_field.hpp>

#include <span>
#include <vector>

namespace orrery::rigid::detail {

// Attractors of a world in the order of keys.
void list_sources(const registry_state& state, std::vector<field_source>& into);

class field_sources {
public:
    // Attractors that are not in this world, in the order of keys, for the next step.
    void set_foreign(std::span<const field_source> sources);

    // The field of the step. Valid until the next one.
    const source_field& find(const registry_state& state, const world_settings& settings, scheduler& jobs);

private:
    source_field field_;
    std::vector<field_source> all_;
    std::vector<field_source> own_;
    std::vector<field_source> foreign_;
};

} // namespace orrery::rigid::detail
