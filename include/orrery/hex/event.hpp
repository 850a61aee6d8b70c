// What happened in a tick, in an order that depends on keys alone.
#pragma once

#include <orrery/core/entity.hpp>
#include <orrery/core/fields.hpp>
#include <orrery/core/math_fields.hpp>
#include <orrery/hex/cell.hpp>

#include <cstdint>
#include <string_view>

namespace orrery::hex {

enum class event_kind : std::uint32_t {
    impact,       // `a` and `b` have met and were pushed apart
    tile_damaged, // of `a` at `at`, by `amount`
    tile_lost,    // of `a` at `at`
    tile_added,   // to `a` at `at`
    tile_blocked, // of `a` at `at`: `b` was in the way, and it is not added
    split,        // `a` has come apart, and `b` is a part of it
    created,      // `a`, by an input, or fired by `b`
    destroyed,    // `a`
    refused,      // an input for `a` that is not possible
    overfull,     // a change of `a` for which there was no room, and which was left out
};

inline constexpr std::uint32_t event_kind_count = 10;

// As recordings, messages and JSON call it. Every kind of event has a name; anything else has none.
[[nodiscard]] constexpr std::string_view name_of(event_kind kind) noexcept {
    switch (kind) {
    case event_kind::impact:
        return "impact";
    case event_kind::tile_damaged:
        return "tile_damaged";
    case event_kind::tile_lost:
        return "tile_lost";
    case event_kind::tile_added:
        return "tile_added";
    case event_kind::tile_blocked:
        return "tile_blocked";
    case event_kind::split:
        return "split";
    case event_kind::created:
        return "created";
    case event_kind::destroyed:
        return "destroyed";
    case event_kind::refused:
        return "refused";
    case event_kind::overfull:
        return "overfull";
    }
    return {};
}

static_assert(!name_of(event_kind{event_kind_count - 1}).empty() &&
                  name_of(event_kind{event_kind_count}).empty(),
              "event_kind_count counts the enumerators of event_kind");

struct event {
    event_kind kind = event_kind::impact;
    std::int32_t impulse = 0;            // along the line between the two: mass times units a tick
    entity_key key_a = entity_key::none; // of two that meet, the lower one
    entity_key key_b = entity_key::none;
    hex_vector point{}; // in the world
    cell at{};          // of the record of `a`
    std::uint32_t amount = 0;

    friend bool operator==(const event&, const event&) = default;
};

} // namespace orrery::hex

template <>
inline constexpr auto orrery::description<orrery::hex::event> = [] {
    using self = hex::event;
    return describe<self>("event", field<&self::kind>("kind", {.maximum = hex::event_kind_count - 1}),
                          field<&self::impulse>("impulse", {.about = "mass times units a tick"}),
                          field<&self::key_a>("key_a"), field<&self::key_b>("key_b"),
                          field<&self::point>("point"), field<&self::at>("at"),
                          field<&self::amount>("amount"));
}();
