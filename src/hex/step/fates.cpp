// What the impacts of the last tick have done for good: tiles are lost, virtual ones become real or vanish,
// particles are spent.
#include "hex/step/pipeline.hpp"

#include <algorithm>

namespace orrery::hex::detail {

void pipeline::carry_out_fates() {
    for (const fate& each : current->fates) {
        carry_out(each);
    }
}

void pipeline::carry_out(const fate& what) {
    change& target = change_of(what.object);
    switch (what.kind) {
    case fate_kind::spend:
        target.is_gone = true;
        return;
    case fate_kind::damage:
        damage_tile(target, what.at, what.amount, what.by);
        return;
    case fate_kind::block: {
        load_tiles(target);
        const auto erased = std::erase_if(
            target.tiles, [&](const tile& each) { return each.at == what.at && each.is_virtual(); });
        if (erased != 0) { // two may have met it
            target.are_tiles_changed = true;
            report({.kind = event_kind::tile_blocked,
                    .key_a = target.key,
                    .key_b = what.by,
                    .point = target.what.place.position,
                    .at = what.at});
        }
        return;
    }
    case fate_kind::confirm:
        load_tiles(target);
        for (tile& each : target.tiles) {
            if (each.is_virtual()) {
                each.hit_points = rules->tile_types[each.type].hit_points;
                target.are_tiles_changed = true;
                report({.kind = event_kind::tile_added,
                        .key_a = target.key,
                        .point = target.what.place.position,
                        .at = each.at});
            }
        }
        return;
    }
}

void pipeline::damage_tile(change& target, cell at, std::uint32_t amount, entity_key by) {
    load_tiles(target);
    const auto found = std::ranges::find(target.tiles, at, &tile::at);
    if (found == target.tiles.end() || found->is_virtual()) {
        return; // another one has destroyed it
    }
    target.are_tiles_changed = true;
    const bool is_lost = amount >= found->hit_points;
    report({.kind = is_lost ? event_kind::tile_lost : event_kind::tile_damaged,
            .key_a = target.key,
            .key_b = by,
            .point = target.what.place.position,
            .at = at,
            .amount = amount});
    if (is_lost) {
        target.tiles.erase(found);
    } else {
        found->hit_points = static_cast<std::uint8_t>(found->hit_points - amount);
    }
}

} // namespace orrery::hex::detail
