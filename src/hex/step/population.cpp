#include "hex/collide/broad_phase.hpp"
#include "hex/step/population.hpp"

#include <algorithm>
#include <functional>

namespace orrery::hex::detail {

namespace {

// An id that is free, for one with this key.
[[nodiscard]] std::uint32_t take_id(hex::roster& from, entity_key key) {
    if (from.free_ids.empty()) {
        from.keys.push_back(key);
        return static_cast<std::uint32_t>(from.keys.size() - 1);
    }
    const std::uint32_t id = from.free_ids.back();
    from.free_ids.pop_back();
    from.keys[id] = key;
    return id;
}

} // namespace

// The last object of its part of the frame takes the place of one that leaves; from the back to the front, so
// that the last one always stays.
void remove_objects(std::vector<std::uint32_t>& removed, frame_draft& next, std::vector<event>& events,
                    reach_log& reaches) {
    if (removed.empty()) {
        return;
    }
    place* const places = next->objects.places();
    motion* const motions = next->objects.motions();
    for (const std::uint32_t index : removed) {
        const entity_key key = next->key_of(index);
        reaches.add_departed(key, swept_box(places[index], motions[index]));
        events.push_back({.kind = event_kind::destroyed, .key_a = key, .point = places[index].position});
    }
    hex::roster& who = next.own_roster();
    const auto move = [&](std::uint32_t from, std::uint32_t to) {
        places[to] = places[from];
        motions[to] = motions[from];
    };
    std::ranges::sort(removed, std::greater<>()); // total order: indices, each once
    for (const std::uint32_t index : removed) {
        const std::uint32_t id = motions[index].id();
        who.keys[id] = entity_key::none;
        who.free_ids.push_back(id);
        std::uint32_t gap = index;
        if (next->is_composite(index)) {
            gap = --next->composite_count;
            move(gap, index);
        }
        move(--next->count, gap);
    }
}

void add_objects(std::span<const birth> births, frame_draft& next, std::vector<event>& events) {
    if (births.empty()) {
        return;
    }
    hex::roster& who = next.own_roster();
    next->objects.make_room(next->count + births.size(), next->count);
    place* const places = next->objects.places();
    motion* const motions = next->objects.motions();
    for (const birth& each : births) {
        const std::uint32_t id = take_id(who, each.key);
        std::uint32_t index = next->count++;
        if (each.is_composite) { // the first particle makes room for it
            places[index] = places[next->composite_count];
            motions[index] = motions[next->composite_count];
            index = next->composite_count++;
        }
        places[index] = each.what.place;
        motions[index] = each.what.motion;
        motions[index].set_id(id);
        events.push_back({.kind = each.is_part ? event_kind::split : event_kind::created,
                          .key_a = each.is_part ? each.creator : each.key,
                          .key_b = each.is_part ? each.key : each.creator,
                          .point = each.what.place.position});
    }
}

} // namespace orrery::hex::detail
