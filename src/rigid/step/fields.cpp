// Who pulls others from afar, and from where.
#include "rigid/step/pipeline.hpp"

#include <orrery/core/profile.hpp>

#include <algorithm>

namespace orrery::rigid::detail {

void pipeline::list_sources(std::vector<field_source>& into) const {
    into.clear();
    registry.view<attractor, body, position, orientation>().each(
        [&](entity id, const attractor& pulls, const body&, const position& where, const orientation&) {
            into.push_back({registry.key_of(id), where.value, pulls.strength});
        });
    if (!std::ranges::is_sorted(into, {}, &field_source::key)) {
        std::ranges::sort(into, {}, &field_source::key); // total order: keys differ
    }
}

void pipeline::set_foreign_sources(std::span<const field_source> sources) {
    foreign_sources_.assign(sources.begin(), sources.end());
}

void pipeline::find_sources() {
    ORRERY_ZONE("fields");
    list_sources(own_sources_);
    if (foreign_sources_.empty()) {
        sources_.swap(own_sources_);
    } else {
        sources_.clear();
        // Of two with the same key the world's own comes first and counts.
        std::ranges::merge(own_sources_, foreign_sources_, std::back_inserter(sources_), {},
                           &field_source::key, &field_source::key);
        sources_.erase(std::ranges::unique(sources_, {}, &field_source::key).begin(), sources_.end());
        foreign_sources_.clear();
    }
    field_.assign(sources_, settings, &machine->jobs());
}

} // namespace orrery::rigid::detail
