#include "rigid/step/pipeline.hpp"
#include "rigid/step/register_components.hpp"
#include "rigid/step/update_roster.hpp"

#include <orrery/core/profile.hpp>

namespace orrery::rigid::detail {

pipeline::pipeline(engine& engine_to_use, const world_settings& settings)
    : machine(&engine_to_use)
    , tracker_(registry, definition, events_, index_, bodies_, continuous_.paths()) {
    definition.settings = settings;
    for (const constraint_type& type : built_in_constraint_types(registry)) {
        add_constraint_type(type);
    }
}

void pipeline::add_constraint_type(const constraint_type& type) {
    definition.constraint_types.push_back(type);
    tracker_.add(type);
}

void pipeline::record(frame_record<world>& into, record_extent extent) {
    ORRERY_ZONE("record");
    into.frame = frame;
    recorder_.record({registry, definition, *index_, bodies_, continuous_.paths()}, extent, tracker_.changes,
                     tracker_.departed, into);
    list_sources(registry, into.sources);
    into.events.assign(events_.events().begin(), events_.events().end());
    for (event& each : into.events) { // handles mean nothing elsewhere
        each.a = {};
        each.b = {};
    }
}

copy_on_write<broad_phase_state> pipeline::index_of_frame() const {
    const world_changes& changes = tracker_.changes;
    return !changes.roster && !changes.contacts && !changes.soundness ? index_
                                                                      : copy_on_write<broad_phase_state>();
}

void pipeline::go_on_from(std::uint64_t frame_number, const copy_on_write<broad_phase_state>& index,
                          bool is_exact, std::span<const entity> changed) {
    frame = frame_number;
    events_.clear();
    tracker_.departed.clear();
    if (!index) {
        return;
    }
    index_ = index;
    world_changes& changes = tracker_.changes;
    if (is_exact) {
        changes.roster = false;
        changes.is_roster_foreign = false;
        changes.contacts = false;
        changes.soundness = false;
    } else {
        // Most leaves of the tree and most pairs are still right. The next step looks where everything is.
        for (candidate& each : index_.write().candidates) {
            each.contact = {};
        }
        changes.reconsidered.assign(changed.begin(), changed.end());
    }
    follow_new_roster(index_->who, changes, bodies_);
}

void pipeline::share_definition(const pipeline& other) {
    definition.shapes = other.definition.shapes;
    definition.blueprints = other.definition.blueprints;
    definition.pair_filter = other.definition.pair_filter;
    definition.warnings = other.definition.warnings;
    const std::vector<constraint_type>& types = other.definition.constraint_types;
    for (std::size_t known = definition.constraint_types.size(); known < types.size(); ++known) {
        add_constraint_type(types[known]);
    }
}

} // namespace orrery::rigid::detail
