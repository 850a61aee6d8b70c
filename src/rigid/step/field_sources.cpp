#include "rigid/step/field_sources.hpp"

#include <orrery/core/profile.hpp>
#include <orrery/rigid/components.hpp>

#include <algorithm>
#include <iterator>

namespace orrery::rigid::detail {

void list_sources(const registry_state& state, std::vector<field_source>& into) {
    into.clear();
    state.view<attractor, body, position, orientation>().each(
        [&](entity id, const attractor& pulls, const body&, const position& where, const orientation&) {
            into.push_back({state.key_of(id), where.value, pulls.strength});
        });
    if (!std::ranges::is_sorted(into, {}, &field_source::key)) {
        std::ranges::sort(into, {}, &field_source::key); // total order: keys differ
    }
}

void field_sources::set_foreign(std::span<const field_source> sources) {
    foreign_.assign(sources.begin(), sources.end());
}

const source_field& field_sources::find(const registry_state& state, const world_settings& settings,
                                        scheduler& jobs) {
    ORRERY_ZONE("fields");
    list_sources(state, own_);
    if (foreign_.empty()) {
        all_.swap(own_);
    } else {
        all_.clear();
        // Of two with the same key the world's own comes first and counts.
        std::ranges::merge(own_, foreign_, std::back_inserter(all_), {}, &field_source::key,
                           &field_source::key);
        all_.erase(std::ranges::unique(all_, {}, &field_source::key).begin(), all_.end());
        foreign_.clear();
    }
    field_.assign(all_, settings, &jobs);
    return field_;
}

} // namespace orrery::rigid::detail
