// What happens in a hex world, and what is done to it.
#include "apps/world/hex/hex_traits.hpp"

namespace orrery::apps {

using hex_traits = world_traits<hex::world>;

std::optional<std::size_t> hex_traits::lane_of(const hex::event& event) noexcept {
    using enum hex::event_kind;
    switch (event.kind) {
    case impact:
        return 0;
    case tile_lost:
    case split:
    case destroyed:
        return 1;
    case tile_added:
    case created:
        return 2;
    case tile_damaged:
    case tile_blocked:
    case refused:
    case overfull:
        break;
    }
    return {};
}

std::string_view hex_traits::phrase_of(const hex::event& event) noexcept {
    using enum hex::event_kind;
    switch (event.kind) {
    case impact:
        return "hits";
    case tile_damaged:
        return "is damaged by";
    case tile_lost:
        return event.key_b != entity_key::none ? "loses a tile to" : "loses a tile";
    case tile_added:
        return "gains a tile";
    case tile_blocked:
        return "has no room for a tile beside";
    case split:
        return "loses a part";
    case created:
        return event.key_b != entity_key::none ? "is fired by" : "appears";
    case destroyed:
        return "is destroyed";
    case overfull:
        return "finds no memory";
    case refused:
        break;
    }
    return "is refused";
}

std::string_view hex_traits::phrase_of(const hex::input& input) noexcept {
    using enum hex::input_kind;
    switch (input.kind) {
    case push:
        return "push";
    case thrust:
        return "thrust";
    case brake:
        return "brake";
    case place:
        return "place";
    case create:
        return "spawn";
    case destroy:
        return "delete";
    case add_tile:
        return "add a tile";
    case remove_tile:
        return "remove a tile";
    case damage_tile:
        return "damage a tile";
    case set_group:
        break;
    }
    return "set group";
}

// What nothing came of has no place.
std::optional<vector3> hex_traits::event_position(const hex::event& event) noexcept {
    const bool has_place = event.kind != hex::event_kind::refused && event.kind != hex::event_kind::overfull;
    return has_place ? std::optional(point_of(event)) : std::nullopt;
}

std::optional<vector3> hex_traits::input_position(const hex::input& input) noexcept {
    if (input.kind == hex::input_kind::place || input.kind == hex::input_kind::create) {
        return hex_screen::to_vector(hex_screen::to_view(input.position));
    }
    return {};
}

scalar hex_traits::impulse_of(const hex::event& event, const world& there) noexcept {
    return static_cast<scalar>(event.impulse * static_cast<double>(there.rules().ticks_per_second) /
                               hex_screen::units_per_cell);
}

entity_key hex_traits::created_by(const hex::event& event) noexcept {
    return event.kind == hex::event_kind::created ? event.key_a
           : event.kind == hex::event_kind::split ? event.key_b
                                                  : entity_key::none;
}

entity_key hex_traits::removed_by(const hex::event& event) noexcept {
    return event.kind == hex::event_kind::destroyed ? event.key_a : entity_key::none;
}

} // namespace orrery::apps
