// What happened in an update: first what inputs did, in their order, then impacts, by time and keys, then
// what began and ended, by keys.
#pragma once

#include <orrery/core/entity.hpp>
#include <orrery/core/fields.hpp>
#include <orrery/core/math_fields.hpp>
#include <orrery/math/scalar.hpp>
#include <orrery/math/vector2.hpp>

#include <cstdint>
#include <string_view>

namespace orrery::circles {

enum class event_kind : std::uint32_t {
    impact,    // `a` and `b`, or a wall, have met and were pushed apart
    began,     // they touch at the end of the update and did not at the end of the one before; or one of them
               // is a sensor, and the other has come in
    ended,     // they no longer do
    created,   // `a`, by an input
    destroyed, // `a`, by an input
    refused,   // an input for `a` that is not possible
};

inline constexpr std::uint32_t event_kind_count = 6;

// As recordings, messages and JSON call it. Every kind of event has a name; anything else has none.
[[nodiscard]] constexpr std::string_view name_of(event_kind kind) noexcept {
    switch (kind) {
    case event_kind::impact:
        return "impact";
    case event_kind::began:
        return "began";
    case event_kind::ended:
        return "ended";
    case event_kind::created:
        return "created";
    case event_kind::destroyed:
        return "destroyed";
    case event_kind::refused:
        return "refused";
    }
    return {};
}

static_assert(!name_of(event_kind{event_kind_count - 1}).empty() &&
                  name_of(event_kind{event_kind_count}).empty(),
              "event_kind_count counts the enumerators of event_kind");

inline constexpr std::uint32_t no_wall = 0xffff'ffffu;

struct event {
    event_kind kind = event_kind::impact;
    std::uint32_t wall = no_wall;        // of rules::walls, if it is one that `a` touches
    entity_key key_a = entity_key::none; // of two circles, the lower one
    entity_key key_b = entity_key::none; // none if it is a wall
    vector2 point{};                     // where they touch
    vector2 normal{};                    // unit length, from b to a
    scalar impulse = 0;                  // along the normal: mass times units a second
    scalar time = 0;                     // s, since the update began

    friend bool operator==(const event&, const event&) = default;
};

} // namespace orrery::circles

template <>
inline constexpr auto orrery::description<orrery::circles::event> = [] {
    using self = circles::event;
    return describe<self>("event", field<&self::kind>("kind", {.maximum = circles::event_kind_count - 1}),
                          field<&self::wall>("wall"), field<&self::key_a>("key_a"),
                          field<&self::key_b>("key_b"), field<&self::point>("point"),
                          field<&self::normal>("normal"),
                          field<&self::impulse>("impulse", {.about = "mass units/s"}),
                          field<&self::time>("time", {.about = "s"}));
}();
