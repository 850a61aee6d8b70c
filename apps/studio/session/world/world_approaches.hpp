// Whom an entity comes near on its way without touching. What is joined to it goes along with it and is left
// out. A few whole frames are looked at to see who may be near at all; of the nearest of those the exact pass
// is found around the frame in which it seemed nearest.
#pragma once

#include "apps/world/world_traits.hpp"

#include <orrery/core/entity.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/math/vector3.hpp>
#include <orrery/simulation/frame_record.hpp>
#include <orrery/timeline/history.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::studio {

struct approach {
    entity_key key = entity_key::none;
    std::uint64_t frame = 0;
    scalar distance = 0;
    vector3 at{}; // where the entity itself is then
};

// Those that joints hold together with an entity, in ascending order, with itself. A wall that two hang on
// does not join them.
template <typename Form>
[[nodiscard]] std::vector<entity_key> joined_to(const census<Form>& who, entity_key key) {
    const auto is_aloof = [&](entity_key which) {
        const auto found = std::ranges::lower_bound(who.keys, which);
        const auto place = static_cast<std::size_t>(found - who.keys.begin());
        return found == who.keys.end() || *found != which || who.is_aloof[place] != 0;
    };
    std::vector<entity_key> joined{key};
    for (std::size_t next = 0; next < joined.size(); ++next) {
        if (next > 0 && is_aloof(joined[next])) {
            continue;
        }
        for (const auto& [a, b] : who.links) {
            const entity_key other = a == joined[next] ? b : b == joined[next] ? a : entity_key::none;
            if (other != entity_key::none && std::ranges::find(joined, other) == joined.end()) {
                joined.push_back(other);
            }
        }
    }
    std::ranges::sort(joined); // total order: keys
    return joined;
}

// `left_out` are keys in ascending order.
template <typename World>
[[nodiscard]] std::vector<approach> nearest_passes(const time::history<World>& known, entity_key key,
                                                   time::frame_range range,
                                                   std::span<const entity_key> left_out) {
    using traits = apps::world_traits<World>;
    constexpr std::uint64_t most_samples = 24;
    constexpr std::size_t most_passes = 4;
    std::vector<approach> nearest; // one for each that was seen, by key
    const std::uint64_t spacing = std::max<std::uint64_t>(1, range.size() / most_samples);
    time::frame_view<World> view;
    std::shared_ptr<const census<typename World::form_type>> who; // of the last frame
    std::vector<entity_key> joined;
    for (std::uint64_t frame = range.first; frame < range.end; frame += spacing) {
        if (known.reach(frame) != time::found::recorded || !is_found(known.seek(frame, view))) {
            continue;
        }
        const auto* const own = view.find(key);
        if (own != nullptr && view.who() != who) {
            who = view.who();
            joined = joined_to(*who, key);
        }
        for (std::size_t place = 0; own != nullptr && place < view.size(); ++place) {
            const entity_key other = view.keys()[place];
            if (std::ranges::binary_search(joined, other) || !traits::is_worth_passing(view.form_at(place)) ||
                std::ranges::binary_search(left_out, other)) {
                continue;
            }
            const scalar distance =
                length(traits::position_of(view.motions()[place]) - traits::position_of(*own));
            const auto found = std::ranges::lower_bound(nearest, other, {}, &approach::key);
            if (found == nearest.end() || found->key != other) {
                nearest.insert(found, {other, frame, distance});
            } else if (distance < found->distance) {
                *found = {other, frame, distance};
            }
        }
    }
    std::ranges::sort(nearest, [](const approach& a, const approach& b) { // total order: keys differ
        return a.distance != b.distance ? a.distance < b.distance : a.key < b.key;
    });
    nearest.resize(std::min(nearest.size(), most_passes));
    for (approach& each : nearest) {
        const time::frame_range around =
            common(range, {each.frame - std::min(each.frame, spacing), each.frame + spacing + 1});
        if (const auto pass = known.closest_approach(key, each.key, around)) {
            each.frame = pass->frame;
            each.distance = pass->distance * traits::length.size;
        }
        if (const auto state = known.at(key, each.frame)) {
            each.at = traits::position_of(state->motion);
        }
    }
    return nearest;
}

} // namespace orrery::studio
