#include "hex/step/tile_damage.hpp"

#include <algorithm>

namespace orrery::hex::detail {

void load_tiles(const frame& before, change& target) {
    if (!target.are_tiles_loaded) {
        read_tiles(before.composite(target.index), target.tiles);
        target.are_tiles_loaded = true;
    }
}

void damage_tile(const frame& before, change& target, cell at, std::uint32_t amount, entity_key by,
                 std::vector<event>& events) {
    load_tiles(before, target);
    const auto found = std::ranges::find(target.tiles, at, &tile::at);
    if (found == target.tiles.end() || found->is_virtual()) {
        return; // another one has destroyed it
    }
    target.are_tiles_changed = true;
    const bool is_lost = amount >= found->hit_points;
    events.push_back({.kind = is_lost ? event_kind::tile_lost : event_kind::tile_damaged,
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
