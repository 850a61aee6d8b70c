#include "rigid/world/departures.hpp"
#include "rigid/world/influence_box.hpp"

#include <orrery/rigid/contact.hpp>

#include <algorithm>

namespace orrery::rigid::detail {

void departures::add(entity id, const registry_state& state, const broad_phase_state& index,
                     const body_table& bodies, std::span<const body_path> paths,
                     const world_settings& settings) {
    const std::uint32_t number = index.who.row_of(id);
    if (!is_recorded_ || number == no_row || !state.all_of<position, orientation>(id)) {
        return;
    }
    aabb3 box = influence_at_rest(number, index.who, state, settings);
    if (bodies.briefs[number].can_move && number < paths.size()) {
        box = merge(box, influence_of_step(number, index, bodies, paths, settings));
    }
    // Whoever touched it feels that it is gone.
    state.view<contact>().each([&](const contact& memory) {
        if (memory.a == id || memory.b == id) {
            const entity touched = memory.a == id ? memory.b : memory.a;
            const std::uint32_t other = index.who.row_of(touched);
            // One whose position has been taken away is not seen any more.
            if (other != no_row && state.all_of<position, orientation>(touched)) {
                extend_to(box, influence_at_rest(other, index.who, state, settings));
            }
        }
    });
    const entity_key key = state.key_of(id);
    const auto known = std::ranges::find(all_, key, &entry::first);
    if (known == all_.end()) {
        all_.emplace_back(key, box);
    } else if (known - all_.begin() >= static_cast<std::ptrdiff_t>(listed_count_)) {
        known->second = merge(known->second, box); // it is told of twice, or has come back since
    } else {                                       // it has come back since it was listed: once more
        box = merge(known->second, box);
        all_.erase(known);
        --listed_count_;
        all_.emplace_back(key, box);
    }
}

void departures::add_fragment(entity_key of, entity fragment) {
    if (is_recorded_) {
        fragments_.emplace_back(of, fragment);
    }
}

void departures::extend_to_fragments(const roster& who, std::span<const std::uint32_t> rows,
                                     std::span<const aabb3> boxes) {
    for (const auto& [key, fragment] : fragments_) {
        const auto broken = std::ranges::find(all_, key, &entry::first);
        const auto place = std::ranges::lower_bound(rows, who.row_of(fragment));
        if (broken != all_.end() && place != rows.end() && *place == who.row_of(fragment)) {
            extend_to(broken->second, boxes[static_cast<std::size_t>(place - rows.begin())]);
        }
    }
}

} // namespace orrery::rigid::detail
