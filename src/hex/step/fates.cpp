#include "hex/step/fates.hpp"
#include "hex/step/tile_damage.hpp"

#include <vector>

namespace orrery::hex::detail {

namespace {

// A virtual tile has met something: it vanishes.
void block_tile(const frame& before, const fate& cause, change& target, std::vector<event>& events) {
    load_tiles(before, target);
    const auto erased = std::erase_if(
        target.tiles, [&](const tile& each) { return each.at == cause.at && each.is_virtual(); });
    if (erased != 0) { // two may have met it
        target.are_tiles_changed = true;
        events.push_back({.kind = event_kind::tile_blocked,
                          .key_a = target.key,
                          .key_b = cause.by,
                          .point = target.what.place.position,
                          .at = cause.at});
    }
}

// Nothing has blocked its virtual tiles: they become real.
void confirm_tiles(const frame& before, const rules& types, change& target, std::vector<event>& events) {
    load_tiles(before, target);
    for (tile& each : target.tiles) {
        if (each.is_virtual()) {
            each.hit_points = types.tile_types[each.type].hit_points;
            target.are_tiles_changed = true;
            events.push_back({.kind = event_kind::tile_added,
                              .key_a = target.key,
                              .point = target.what.place.position,
                              .at = each.at});
        }
    }
}

} // namespace

void apply_fates(const frame& before, const rules& types, object_changes& objects,
                 std::vector<event>& events) {
    for (const fate& each : before.fates) {
        change& target = objects.of(before, each.object);
        switch (each.kind) {
        case fate_kind::spend:
            target.is_gone = true;
            break;
        case fate_kind::damage:
            damage_tile(before, target, each.at, each.amount, each.by, events);
            break;
        case fate_kind::block:
            block_tile(before, each, target, events);
            break;
        case fate_kind::confirm:
            confirm_tiles(before, types, target, events);
            break;
        }
    }
}

} // namespace orrery::hex::detail
